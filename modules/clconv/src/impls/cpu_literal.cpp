// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One kernel compiled in, for CPU devices. Twin of kernels/cpu_literal.cl.

#include "../literals.hpp"
#include "line.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! the lines under a strip, at an edge
size_t privateScalars(const Problem& problem, const Params& params)
{
    return ringLines(problem, params) * (size_t(params.at("PX")) * size_t(params.at("VECTORS")) + haloScalars(problem));
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const int vectors = givenOr(given, "VECTORS", 2);
    Params params =
        lineDefaults(problem, traits, 1024, vectors, [](const Problem&, const Params&) { return size_t(0); });
    params["VECTORS"] = vectors;
    return params;
}

std::string impossible(const Problem& problem, const DeviceTraits&, const Params& params)
{
    std::string reason = literalsImpossible(problem);
    if (reason.empty())
        reason = outOfRange(params, "VECTORS", 1, 4);
    return reason.empty() ? lineImpossible(problem, params, params.at("VECTORS"), privateScalars) : reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    if (!traits.cpu)
        return "the device is no CPU";
    const size_t count = problem.literals->taps.size();
    if (literalsPay(problem, count))
        return "";
    // A dense kernel was prepared. PoCL, AVX2, 1080p: 32FC1 7x7 9.7 ms by `cpu`, 5.2 so, 8UC1 20.2 and 15.4; 32FC1 15x15 28 and 35
    const size_t mostDense = 50;
    if (count > mostDense)
        return format("%zu taps with few zeros among them are faster from lines that are copied first", count);
    return problem.separable && count > 9 ? "an outer product with few zeros needs fewer multiplications as two passes"
                                          : "";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu_literal";
    plan.literal = true;
    defineLine(problem, params, plan);
    defineLiterals(problem, params.at("ROWS"), plan.options);
}

} // namespace

const Impl cpuLiteralImpl = {"cpu_literal", &ocl::clconv::cpu_literal_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
