// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several outputs a work-item from registers. Twin of kernels/direct.cl.

#include "implementations/gpu/direct_shape.hpp"
#include "implementations/gpu/register_tile.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! As many registers as a shape needs without spilling: compilers take more where the image's edges, with their map of columns, want them,
//! and fewer groups run at a time. 0: left to the compiler.
int registerCapFor(const Problem& problem, int px, int rows)
{
    if (problem.srcElemSize() != 1 || problem.accDepth() != CV_32F || problem.filterSize != Size(3, 3) || px != 8)
        return 0;
    return problem.channels == 3 && rows == 6 ? 96 : problem.channels == 4 && rows == 8 ? 128 : 0;
}

//! Small groups share out evenly where work-items are few or hold many registers, and where little is done with each byte. 3x3 of one byte
//! to bytes is so short that beginning groups counts: as soon as they fill the device twice over, large ones are better (NVIDIA H200,
//! perf/README.md).
Size groupFor(const Problem& problem, const DeviceTraits& traits, const DirectShape& shape)
{
    const int64 perWave = workItemsPerWave(traits);
    const bool floats = problem.srcElemSize() >= 4 && problem.channels > 2;
    const bool fewBytes = traits.nvidiaCompute > 0 && fewTapsOfBytes(problem);
    const bool sparse = !fillsWaves(problem, perWave / 2, shape.px, shape.rows);
    const bool twice = fillsWaves(problem, perWave * 2, shape.px, shape.rows);
    if ((fewBytes && problem.channels > 1) || (floats && shape.px == 2 && shape.rows == 8))
        return windowGroup(traits, 64, 1);
    if (sparse || (floats && shape.doubleBuffer))
        return windowGroup(traits, 32, 1);
    if ((floats && shape.px == 4 && shape.rows == 8) || (fewBytes && problem.dstElemSize() == 1 && !twice))
        return windowGroup(traits, 32, 2);
    return windowGroup(traits, 32, 4);
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    DirectShape shape = traits.cpu ? DirectShape{8, 2, false, false} : shapeOf(problem, traits);
    shape.rows = rowsInImage(problem, shape.rows);
    const Size group = groupFor(problem, traits, shape);
    const int unroll = givenOr(given, "UNROLL", shape.unroll);
    const int px = givenOr(given, "PX", shape.px);
    const int vec = givenOr(given, "VEC", widestLoad(problem, px));
    const int taps = givenOr(given, "TAPS_PER_CHUNK", tapsPerChunk(problem, px, vec));
    const int registers = unroll ? registerCapFor(problem, px, givenOr(given, "ROWS", shape.rows)) : 0;
    const int64 groupItems = int64(givenOr(given, "WG_X", group.width)) * givenOr(given, "WG_Y", group.height);
    const bool waits = waitsForRows(problem) && !shape.doubleBuffer; // loops that load ahead do so themselves
    return Params{
        {"PX", px},
        {"ROWS", shape.rows},
        {"VEC", vec},
        {"TAPS_PER_CHUNK", taps},
        {"UNROLL", unroll},
        {"DOUBLE_BUFFER", shape.doubleBuffer && !unroll && taps == problem.filterSize.width},
        {"WG_X", group.width},
        {"WG_Y", group.height},
        {"PREFETCH", waits ? prefetchDistance(traits) : 0},
        {"DENORM_OPERANDS", traits.nvidiaCompute > 0 && canUseDenormOperands(problem, traits)},
        {"MAX_REGISTERS", registerCap(traits, registers, groupItems)},
    };
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = stripUnsupported(problem, traits, params);
    if (reason.empty())
        reason = denormUnsupported(problem, traits, params);
    if (reason.empty())
        reason = outOfRange(params, "DOUBLE_BUFFER", 0, 1);
    if (reason.empty() && params.at("DOUBLE_BUFFER") &&
        (params.at("UNROLL") || params.at("TAPS_PER_CHUNK") < problem.filterSize.width))
        reason = "DOUBLE_BUFFER=1 is for a loop over rows (UNROLL=0) that do not come in pieces";
    return reason;
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU wants explicit vectors, which 'cpu' has";
    return windowSpills(problem, params);
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_direct";
    if (params.at("DENORM_OPERANDS"))
        plan.layout = problem.srcDepth == CV_8U ? CoefficientLayout::Denorm8 : CoefficientLayout::Denorm16;
    plan.options.define("DOUBLE_BUFFER", params.at("DOUBLE_BUFFER"))
        .define("DENORM_OPERANDS", params.at("DENORM_OPERANDS"));
    configureStrip(problem, traits, params, plan);
}

Space space(const Problem& problem, const DeviceTraits& traits)
{
    return {{"PX", {1, 2, 4, 8, 12, 16}},
            {"ROWS", {1, 2, 3, 4, 5, 6, 8, 16}},
            {"PREFETCH", {0, prefetchDistance(traits)}},
            {"UNROLL", {0, 1}},
            {"DOUBLE_BUFFER", {0, 1}},
            {"DENORM_OPERANDS", {0, 1}},
            {"MAX_REGISTERS", {0, 64, 72, 80, 96, 128}},
            {"WG_X", {16, 32, 64, 128}},
            {"WG_Y", {1, 2, 4, 8}},
            {"VEC", {1, 2, 4, 8, 16}},
            {"TAPS_PER_CHUNK", {4, 8, 16, problem.filterSize.width}}};
}

} // namespace

const Implementation directImplementation = {
    "direct", &ocl::clconv::direct_oclsrc, defaults, unsupported, unprofitable, configure, space};

} // namespace clconv
} // namespace cv
