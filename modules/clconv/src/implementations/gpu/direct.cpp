// SPDX-License-Identifier: Apache-2.0
//
// direct: several outputs per work-item from a register tile, of one filter or of a bank. Plans kernels/gpu/direct.cl.

#include "implementations/gpu/register_tile.hpp"
#include "util/device_constants.hpp"

namespace cv { namespace clconv {
namespace {

using device_constants::instructionCacheTaps;
using device_constants::wordBytes;

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
                               {"MAX_TAPS", 0, INT_MAX, generic(INT_MAX)},
                               {"MAX_TWO_PASS_TAPS", 0, INT_MAX, generic(0)}};

//! 32-bit registers of a bank's sums; more do not make a tap or a row much cheaper
//! (perf/results/nvidia-h200/log/direct.md).
const int maxSumRegisters = 64;

//! Multiply-adds in fully unrolled code: what the loads and stores of several outputs leave of the instruction cache.
const int maxUnrolledTaps = instructionCacheTaps * 4 / 5;

//! A tile whose sums fit any device's registers; of a bank: one vector of floats.
const int genericPx = 4;

struct DirectShape
{
    int px, rows; //!< scalars along a row, rows
    bool unroll, doubleBuffer;
};

//! With a filter for each channel a tile has whole pixels, so that a scalar's channel is a constant: the fewest that
//! keep the width of vectors, in about as many scalars.
DirectShape withWholePixels(const DirectShape& shape, const Problem& problem)
{
    const int maxPx = 16, channels = problem.channels;
    if (!problem.channelFilters || shape.px % channels == 0)
        return shape;
    const auto scalars = [=](int vector) { return vector * channels / std::min(vector, channels & -channels); };
    int vector = shape.px & -shape.px;
    while (vector > 1 && scalars(vector) > maxPx)
        vector /= 2;
    const int px = scalars(vector), rows = int(ceilDiv(size_t(shape.rows * shape.px), size_t(px)));
    return {px, std::min(rows, shape.rows), shape.unroll, shape.doubleBuffer};
}

//! Rows of PX sums of a bank that the budgets of registers and instructions allow a work-item.
int budgetOf(const Problem& problem, int px)
{
    const int words = int(problem.accSize()) / wordBytes, taps = int(std::min<int64>(problem.taps(), maxUnrolledTaps));
    const int left = device_constants::tileRegisterMaximum - windowRegisters(problem, px, problem.filterSize.width);
    return std::min(std::min(left, maxSumRegisters) / words, maxUnrolledTaps / taps) / px;
}

//! the next smaller power of two
int smaller(int n)
{
    int power = 1;
    while (power * 2 < n)
        power *= 2;
    return power;
}

void setShape(Lookup& lookup, const DirectShape& shape)
{
    lookup.set("PX", shape.px);
    lookup.set("ROWS", shape.rows);
    lookup.set("UNROLL", shape.unroll);
    lookup.set("DOUBLE_BUFFER", shape.doubleBuffer);
}

//! The tile made smaller until the image gives `items` work-items, or they compute too little: first the width, down to
//! MIN_PX, then the rows, or the other way round (ROWS_FIRST).
DirectShape shrunk(DirectShape shape, const Problem& problem, int64 items, Lookup& lookup)
{
    setShape(lookup, shape);
    const bool rowsFirst = lookup.line("ROWS_FIRST", 0) != 0;
    const int minPx = lookup.line("MIN_PX", 2);
    const int minScalars = 2; // of a tile
    while (problem.scalars() < items * shape.px * shape.rows && shape.px * shape.rows > minScalars)
        if (rowsFirst && shape.rows > 2)
            shape.rows = smaller(shape.rows);
        else if (shape.px > minPx)
            shape.px = smaller(shape.px), shape.rows = smaller(shape.rows + 1); // odd rows are for the full width
        else if (shape.rows > 2)
            shape.rows = smaller(shape.rows);
        else if (shape.px > 2 && shape.unroll)
            shape.px = smaller(shape.px);
        else
            break;
    return shape;
}

//! A loop over rows becomes fully unrolled code where the smaller tile fits the instruction cache; where it does not, a
//! loop needs far fewer work-items to hide its loads.
DirectShape fitted(const DirectShape& shape, const Problem& problem, int64 items, Lookup& lookup)
{
    const int64 minUnrolledTile = 4; // scalars: smaller tiles are not worth the code
    DirectShape unrolled = shape;
    unrolled.unroll = true, unrolled.doubleBuffer = false;
    unrolled = shrunk(unrolled, problem, items, lookup);
    const bool less = unrolled.px * unrolled.rows < shape.px * shape.rows;
    const bool fitsCache = problem.taps() * unrolled.px * unrolled.rows <= instructionCacheTaps &&
                           problem.taps() <= instructionCacheTaps / minUnrolledTile;
    if (shape.unroll || (less && fitsCache))
        return unrolled;
    return shrunk(shape, problem, items / lookup.line("LOOP_SHARE", 1), lookup);
}

//! The tile that the tables give if the image fills the device; a smaller one for a small image, so that there are
//! enough work-items to hide latency. Conditions of later lookups can use it, and `waves`.
DirectShape shapeOf(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int64 wave = workItemsPerWave(traits);
    const int genericRows = 4;
    const DirectShape full = {lookup.line("PX", genericPx), lookup.line("ROWS", genericRows),
                              lookup.line("UNROLL", 0) != 0, lookup.line("DOUBLE_BUFFER", 0) != 0};
    DirectShape shape = wave > 0 ? fitted(full, problem, wave * lookup.line("MIN_WAVES", 1), lookup) : full;
    shape.rows = rowsInImage(problem, shape.rows);
    setShape(lookup, shape);
    const int64 tiles = wave * shape.px * shape.rows, percent = 100;
    lookup.set("waves", wave > 0 ? problem.scalars() * percent / tiles : INT_MAX);
    return shape;
}

//! The tile of a bank; also decides how many filters a launch takes. Conditions of later lookups can use `budget` too.
DirectShape bankShapeOf(const Problem& problem, Lookup& lookup)
{
    const int px = lookup.value("PX", genericPx), budget = budgetOf(problem, px);
    lookup.set("budget", budget);
    decideFilters(problem, budget, lookup);
    return {px, rowsInImage(problem, lookup.line("ROWS", 1)), lookup.line("UNROLL", 0) != 0, false};
}

//! 32-bit registers of a bank's sums and input window.
int bankRegisters(const Problem& problem, const Params& params)
{
    const int sums = params.at("FILTERS") * params.at("ROWS") * params.at("PX") * (int(problem.accSize()) / wordBytes);
    return sums + windowRegisters(problem, params.at("PX"), params.at("TAPS_PER_CHUNK"));
}

void decide(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const bool bank = problem.filterCount > 1;
    const DirectShape shape =
        bank ? bankShapeOf(problem, lookup) : withWholePixels(shapeOf(problem, traits, lookup), problem);
    decideGroup(problem, traits, lookup);
    const bool unroll = lookup.decide("UNROLL", shape.unroll) != 0;
    const int px = lookup.decide("PX", shape.px), vec = lookup.decide("VEC", widestLoad(problem, px));
    const int taps = lookup.value("TAPS_PER_CHUNK", tapsPerChunk(problem, px, vec));
    lookup.decide("ROWS", shape.rows);
    lookup.value("PREFETCH", 0);
    if (bank)
    {
        lookup.set("chunks", int64(ceilDiv(size_t(problem.filterSize.width), size_t(taps))));
        lookup.set("registers", bankRegisters(problem, lookup.params));
    }
    else
    {
        lookup.decide("DOUBLE_BUFFER", shape.doubleBuffer && !unroll && taps == problem.filterSize.width);
        lookup.decide("DENORM_OPERANDS",
                      canUseDenormOperands(problem, traits) && lookup.line("DENORM_OPERANDS", 0) != 0);
    }
    decideRegisterCap(traits, int64(lookup.params["WG_X"]) * lookup.params["WG_Y"], lookup);
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const bool plainLoop = !params.at("UNROLL") && params.at("TAPS_PER_CHUNK") == problem.filterSize.width;
    const bool cannotPrefetch =
        problem.filterCount > 1 && params.at("PREFETCH") && traits.nvidiaCompute < device_constants::prefetchCompute;
    return firstOf({filterCountUnsupported(problem, params),
                    cannotPrefetch ? "PREFETCH of banks needs an NVIDIA GPU of compute capability 8.0" : "",
                    registerTileUnsupported(problem, traits, params),
                    maxRegistersUnsupported(traits, params.at("MAX_REGISTERS"), params.at("WG_X") * params.at("WG_Y")),
                    denormUnsupported(problem, traits, params),
                    problem.channelFilters && params.at("PX") % problem.channels != 0
                        ? "PX is no multiple of the channels, of which each has a kernel of its own"
                        : "",
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

std::string unprofitable(const Problem& problem, const DeviceTraits&, const Params& params)
{
    return problem.filterCount > 1 ? bankUnprofitable(problem, params) : windowSpills(problem, params);
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    const bool prefetches = traits.nvidiaCompute > 0 && problem.channels == 1; // several channels leave no registers
    plan.kernelName = "clconv_direct";
    plan.filterCount = givenOr(params, "FILTERS", 1);
    if (givenOr(params, "DENORM_OPERANDS", 0))
        plan.layout = {CoefficientKind::Denorm, int(problem.srcElemSize()) * 8};
    configureTile(problem, params, plan);
    capRegisters(params.at("MAX_REGISTERS"), plan);
    plan.options.define("BORDER_PREFETCH", prefetches ? 1 : 0);
}

} // namespace

extern const Implementation directImplementation = {"direct",
                                                    &ocl::clconv::direct_oclsrc,
                                                    specs,
                                                    decide,
                                                    unsupported,
                                                    unprofitable,
                                                    configure,
                                                    everyTap,
                                                    TakesFilters | TakesImages | TakesStages | TakesChannelFilters |
                                                        ForGpus};

}} // namespace cv::clconv
