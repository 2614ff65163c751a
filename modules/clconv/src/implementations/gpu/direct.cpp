// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// direct: several outputs per work-item from a register tile. Plans kernels/gpu/direct.cl.

#include "implementations/gpu/direct_shape.hpp"
#include "implementations/gpu/register_tile.hpp"

namespace cv
{
namespace clconv
{
namespace
{

constexpr ParamSpec specs[] = {{"PX", 1, 16, tries(1, 2, 4, 8, 12, 16)},
                               {"ROWS", 1, 16, tries(1, 2, 3, 4, 5, 6, 8, 16)},
                               {"PREFETCH", 0, maxPrefetchKiB, tries(0, prefetchDistance)},
                               {"UNROLL", 0, 1, tries(0, 1)},
                               {"DOUBLE_BUFFER", 0, 1, tries(0, 1)},
                               {"DENORM_OPERANDS", 0, 1, tries(0, 1)},
                               {"MAX_REGISTERS", 0, 255, tries(0, 64, 72, 80, 96, 128)},
                               {"WG_X", 1, 1024, tries(16, 32, 64, 128)},
                               {"WG_Y", 1, 1024, tries(1, 2, 4, 8)},
                               {"VEC", 1, 16, tries(1, 2, 4, 8, 16)},
                               {"TAPS_PER_CHUNK", 1, INT_MAX, tries(4, 8, 16, filterWidth)},
                               {"MIN_WAVES", 1, 16},
                               {"MIN_PX", 1, 16},
                               {"ROWS_FIRST", 0, 1},
                               {"LOOP_SHARE", 1, 64}};

Decisions decide(const Problem& problem, const DeviceTraits& traits, const Params& given, Lookup& lookup)
{
    const DirectShape shape = shapeOf(problem, traits, lookup);
    const Size group = decideGroup(traits, lookup);
    const int unroll = givenOr(given, "UNROLL", shape.unroll);
    const int px = givenOr(given, "PX", shape.px);
    const int vec = givenOr(given, "VEC", widestLoad(problem, px));
    const int taps = givenOr(given, "TAPS_PER_CHUNK", tapsPerChunk(problem, px, vec));
    lookup.set("UNROLL", unroll);
    lookup.set("PX", px);
    lookup.set("ROWS", givenOr(given, "ROWS", shape.rows));
    const int64 groupItems = int64(givenOr(given, "WG_X", group.width)) * givenOr(given, "WG_Y", group.height);
    return Params{
        {"PX", px},
        {"ROWS", shape.rows},
        {"VEC", vec},
        {"TAPS_PER_CHUNK", taps},
        {"UNROLL", unroll},
        {"DOUBLE_BUFFER", shape.doubleBuffer && !unroll && taps == problem.filterSize.width},
        {"WG_X", group.width},
        {"WG_Y", group.height},
        {"PREFETCH", lookup.value("PREFETCH", 0)},
        {"DENORM_OPERANDS", canUseDenormOperands(problem, traits) && lookup.value("DENORM_OPERANDS", 0) != 0},
        {"MAX_REGISTERS", decideRegisterCap(traits, groupItems, lookup)},
    };
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const bool plainLoop = !params.at("UNROLL") && params.at("TAPS_PER_CHUNK") == problem.filterSize.width;
    return firstOf({rowLoopUnsupported(problem, traits, params), denormUnsupported(problem, traits, params),
                    params.at("DOUBLE_BUFFER") && !plainLoop
                        ? "DOUBLE_BUFFER=1 is for a loop over rows (UNROLL=0) that are not taken in chunks"
                        : ""});
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU needs explicit vectors, which 'cpu' has";
    return windowSpills(problem, params);
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_direct";
    if (params.at("DENORM_OPERANDS"))
        plan.layout = {CoefficientKind::Denorm, int(problem.srcElemSize()) * 8};
    configureRowLoop(problem, traits, params, plan);
}

} // namespace

extern const Implementation directImplementation = {
    "direct", &ocl::clconv::direct_oclsrc, specs, decide, unsupported, unprofitable, configure, everyTap};

} // namespace clconv
} // namespace cv
