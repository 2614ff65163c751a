// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several outputs a work-item from registers. Twin of kernels/direct.cl.

#include "strip.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! What a work-item does.
struct Shape
{
    int px, rows;
    bool unroll, ahead;
};

//! The fastest found on an NVIDIA H200 (perf/README.md). Everything is unrolled while the program fits the instruction cache;
//! behind that a loop over rows wants wider work-items. Of interleaved rows neighbours share less, so they want more rows.
Shape shapeFor(const Problem& problem)
{
    const auto taps = problem.taps();
    const bool bytes = problem.srcSize() == 1, floats = problem.srcSize() >= 4;
    if (problem.channels == 1 && taps <= 100)
        return {floats ? 4 : 8, 4, true, false};
    if (problem.channels == 1)
        return {8, floats && taps <= 400 ? 8 : 4, false, false};
    if (bytes && taps <= 9 && problem.channels == 4)
        return {16, 4, true, false};
    if (bytes && taps <= 50)
        return {8, 4, true, false};
    if (bytes && taps <= 100)
        return {16, 8, false, true};
    if (bytes)
        return {16, 4, false, false};
    if (taps <= 50)
        return {floats ? 4 : 8, taps <= 9 ? 4 : 8, true, false};
    if (taps <= 100)
        return {8, 4, true, false};
    if (windowRegisters(problem, 8, problem.kernel.width) <= wantedWindowRegisters)
        return {8, 8, false, true};
    return {16, 8, false, false};
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const Size group = stripGroup(traits);
    const Shape shape = traits.cpu ? Shape{8, 2, false, false} : shapeFor(problem);
    const int unroll = givenOr(given, "UNROLL", shape.unroll);
    const int px = givenOr(given, "PX", shape.px);
    const int vec = givenOr(given, "VEC", widestLoad(problem, px));
    const int taps = givenOr(given, "TAPS_X", pieceTaps(problem, px, vec));
    const bool waits = problem.srcSize() < 4 || problem.taps() > 9; // floats of 3x3 wait for memory and nothing else
    return Params{
        {"PX", px},
        {"ROWS", shape.rows},
        {"VEC", vec},
        {"TAPS_X", taps},
        {"UNROLL", unroll},
        {"AHEAD", shape.ahead && !unroll && taps == problem.kernel.width},
        {"WG_X", group.width},
        {"WG_Y", group.height},
        {"PREFETCH", waits ? prefetchDistance(traits) : 0},
    };
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = stripImpossible(problem, traits, params);
    if (reason.empty())
        reason = outOfRange(params, "AHEAD", 0, 1);
    if (reason.empty() && params.at("AHEAD") && (params.at("UNROLL") || params.at("TAPS_X") < problem.kernel.width))
        reason = "AHEAD=1 is for a loop over rows (UNROLL=0) that do not come in pieces";
    return reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU wants explicit vectors, which 'cpu' has";
    return windowSpills(problem, params);
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_direct";
    plan.options.define("AHEAD", params.at("AHEAD"));
    configureStrip(problem, traits, params, plan);
}

Space space(const Problem& problem, const DeviceTraits& traits)
{
    return {{"PX", {1, 2, 4, 8, 16}}, {"ROWS", {1, 2, 4, 8, 16}}, {"PREFETCH", {0, prefetchDistance(traits)}},
            {"UNROLL", {0, 1}},       {"AHEAD", {0, 1}},          {"WG_X", {16, 32, 64, 128}},
            {"WG_Y", {1, 2, 4, 8}},   {"VEC", {1, 2, 4, 8, 16}},  {"TAPS_X", {4, 8, 16, problem.kernel.width}}};
}

} // namespace

const Impl directImpl = {"direct", &ocl::clconv::direct_oclsrc, defaults, impossible, unwise, configure, space};

} // namespace clconv
} // namespace cv
