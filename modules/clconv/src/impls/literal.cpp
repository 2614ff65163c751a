// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One kernel compiled in, for devices that are no CPU. Twin of kernels/literal.cl.

#include "../literals.hpp"
#include "window.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! A row's window is never in pieces: of a wide one with few taps few vectors are loaded.
Params withWindow(const Problem& problem, const Params& params)
{
    Params all = params;
    all["TAPS_X"] = problem.kernel.width;
    return all;
}

//! About as `direct` where it is unrolled; more taps than that has room for keep four scalars a work-item.
Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const Size group = windowGroup(traits, 32, 4);
    const int64 count = problem.literals ? int64(problem.literals->taps.size()) : problem.taps();
    const int px = givenOr(given, "PX", scattered(problem) ? 2 : problem.srcSize() >= 4 || count > 100 ? 4 : 8);
    return Params{{"PX", px},
                  {"VEC", givenOr(given, "VEC", widestLoad(problem, px))},
                  {"ROWS", rowsInImage(problem, 4)},
                  {"WG_X", group.width},
                  {"WG_Y", group.height},
                  {"PREFETCH", waitsForRows(problem) ? prefetchDistance(traits) : 0}};
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const std::string reason = literalsImpossible(problem);
    return reason.empty() ? windowImpossible(problem, traits, withWindow(problem, params)) : reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU wants explicit vectors, which 'cpu_literal' has";
    const size_t count = problem.literals->taps.size();
    if (literalsPay(problem, count))
        return "";
    // A dense kernel was prepared. NVIDIA H200: 58 to 66 TFLOP/s up to 2,000 multiply-adds in a straight line, 40 at 4,000.
    const size_t mostStraight = 2000;
    if (count * size_t(params.at("PX")) * size_t(params.at("ROWS")) > mostStraight)
        return format("%zu taps leave the instruction cache where they are straight code", count);
    if (problem.separable && count > 25)
        return "an outer product with few zeros needs fewer multiplications as two passes";
    if (traits.nvidiaCompute >= 80 && problem.fixedPoint && count > 25)
        return "the matrix units are faster for bytes with few zero taps";
    return windowSpills(problem, withWindow(problem, params));
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_literal";
    plan.literal = true;
    configureWindow(problem, withWindow(problem, params), plan);
    defineLiterals(problem, params.at("ROWS"), plan.options);
}

Space space(const Problem&, const DeviceTraits& traits)
{
    return {{"PX", {1, 2, 4, 8, 16}},  {"ROWS", {1, 2, 4, 8, 16}},  {"PREFETCH", {0, prefetchDistance(traits)}},
            {"VEC", {1, 2, 4, 8, 16}}, {"WG_X", {16, 32, 64, 128}}, {"WG_Y", {1, 2, 4, 8}}};
}

} // namespace

const Impl literalImpl = {"literal", &ocl::clconv::literal_oclsrc, defaults, impossible, unwise, configure, space};

} // namespace clconv
} // namespace cv
