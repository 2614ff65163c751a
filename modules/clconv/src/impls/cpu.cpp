// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Explicit vectors along the row for CPU devices. Twin of kernels/cpu.cl.

#include "line.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! the ring of lines, each with its halo
size_t privateScalars(const Problem& problem, const Params& params)
{
    return ringLines(problem, params) * (size_t(params.at("BLOCK")) + haloScalars(problem));
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    const int vectors = 2;
    Params params = lineDefaults(problem, traits, vectors, privateScalars);
    params["VECTORS"] = vectors;
    if (problem.kernel.height <= 3)
        params["ROWS"] = 2; // fewer sums stay in registers: PoCL, AVX2, 8UC3 3x3 10.1 ms with 4 rows, 5.0 with 2
    return params;
}

std::string impossible(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const std::string reason = outOfRange(params, "VECTORS", 1, 4);
    return reason.empty() ? lineImpossible(problem, params, params.at("VECTORS"), privateScalars) : reason;
}

std::string unwise(const Problem&, const DeviceTraits& traits, const Params&)
{
    return traits.cpu ? "" : "the device is no CPU";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu";
    defineLine(problem, params, plan);
}

} // namespace

const Impl cpuImpl = {"cpu", &ocl::clconv::cpu_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
