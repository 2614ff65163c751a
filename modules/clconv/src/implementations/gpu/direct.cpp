// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// direct: several outputs per work-item from a register tile, of one filter or of a bank. Plans kernels/gpu/direct.cl.

#include "implementations/gpu/direct_shape.hpp"
#include "implementations/gpu/register_tile.hpp"
#include "util/device_constants.hpp"

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
                               {"FILTERS", 1, maxFilters, tries(2, 3, 4, 6, 8)},
                               {"MIN_WAVES", 1, 16},
                               {"MIN_PX", 1, 16},
                               {"ROWS_FIRST", 0, 1},
                               {"LOOP_SHARE", 1, 64},
                               {"MAX_TAPS", 0},
                               {"MAX_TWO_PASS_TAPS", 0}};

Decisions decide(const Problem& problem, const DeviceTraits& traits, const Params& given, Lookup& lookup)
{
    const bool bank = problem.filterCount > 1;
    const DirectShape shape = bank ? bankShapeOf(problem, given, lookup) : shapeOf(problem, traits, lookup);
    const Size group = decideGroup(traits, lookup);
    const int unroll = givenOr(given, "UNROLL", shape.unroll);
    const int px = givenOr(given, "PX", shape.px), rows = givenOr(given, "ROWS", shape.rows);
    const int vec = givenOr(given, "VEC", widestLoad(problem, px));
    const int taps = givenOr(given, "TAPS_PER_CHUNK", tapsPerChunk(problem, px, vec));
    lookup.set("UNROLL", unroll);
    lookup.set("PX", px);
    lookup.set("ROWS", rows);
    const int64 groupItems = int64(givenOr(given, "WG_X", group.width)) * givenOr(given, "WG_Y", group.height);
    Params params{
        {"PX", px},         {"ROWS", rows},        {"VEC", vec},           {"TAPS_PER_CHUNK", taps},
        {"UNROLL", unroll}, {"WG_X", group.width}, {"WG_Y", group.height}, {"PREFETCH", lookup.value("PREFETCH", 0)},
    };
    if (bank)
    {
        params["FILTERS"] = shape.filters;
        lookup.set("chunks", int64(ceilDiv(size_t(problem.filterSize.width), size_t(taps))));
        lookup.set("registers", bankRegisters(problem, params));
        lookup.value("MAX_TAPS", INT_MAX);
        lookup.value("MAX_TWO_PASS_TAPS", 0);
    }
    else
    {
        params["DOUBLE_BUFFER"] = shape.doubleBuffer && !unroll && taps == problem.filterSize.width;
        params["DENORM_OPERANDS"] = canUseDenormOperands(problem, traits) && lookup.value("DENORM_OPERANDS", 0) != 0;
    }
    params["MAX_REGISTERS"] = decideRegisterCap(traits, groupItems, lookup);
    return params;
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const bool plainLoop = !params.at("UNROLL") && params.at("TAPS_PER_CHUNK") == problem.filterSize.width;
    const bool cannotPrefetch =
        problem.filterCount > 1 && params.at("PREFETCH") && traits.nvidiaCompute < device_constants::prefetchCompute;
    return firstOf({filterCountUnsupported(problem, params),
                    cannotPrefetch ? "PREFETCH of banks needs an NVIDIA GPU of compute capability 8.0" : "",
                    rowLoopUnsupported(problem, traits, params), denormUnsupported(problem, traits, params),
                    givenOr(params, "DOUBLE_BUFFER", 0) && !plainLoop
                        ? "DOUBLE_BUFFER=1 is for a loop over rows (UNROLL=0) that are not taken in chunks"
                        : ""});
}

std::string bankUnprofitable(const Problem& problem, const Params& params)
{
    using device_constants::tileRegisterMaximum;
    if (problem.taps() > params.at("MAX_TAPS"))
        return format("above %d taps arithmetic takes longer than the reads that a bank saves", params.at("MAX_TAPS"));
    const int registers = bankRegisters(problem, params);
    return registers > tileRegisterMaximum
               ? format("sums and input window take %d 32-bit registers, more than the %d available", registers,
                        tileRegisterMaximum)
               : "";
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU needs explicit vectors, which 'cpu' has";
    return problem.filterCount > 1 ? bankUnprofitable(problem, params) : windowSpills(problem, params);
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_direct";
    plan.filterCount = givenOr(params, "FILTERS", 1);
    if (givenOr(params, "DENORM_OPERANDS", 0))
        plan.layout = {CoefficientKind::Denorm, int(problem.srcElemSize()) * 8};
    configureRowLoop(problem, traits, params, plan);
}

} // namespace

extern const Implementation directImplementation = {
    "direct", &ocl::clconv::direct_oclsrc, specs, decide, unsupported, unprofitable, configure,
    everyTap, TakesFilters | TakesImages};

} // namespace clconv
} // namespace cv
