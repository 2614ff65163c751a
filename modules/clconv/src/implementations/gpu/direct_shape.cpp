// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The tile of a work-item of `direct`. Lines of the tables give the fastest one where the image fills the device; a
// small image gets a smaller tile, so that there are enough work-items to hide latency.

#include "implementations/gpu/direct_shape.hpp"
#include "implementations/gpu/register_tile.hpp"
#include "util/device_constants.hpp"

#include <climits>

namespace cv
{
namespace clconv
{

namespace
{

using device_constants::instructionCacheTaps;
using device_constants::wordBytes;

//! 32-bit registers of a bank's sums; more do not make a tap or a row much cheaper (docs/implementations/direct.md).
const int maxSumRegisters = 64;

//! Multiply-adds in fully unrolled code: what the loads and stores of several outputs leave of the instruction cache.
const int maxUnrolledTaps = instructionCacheTaps * 4 / 5;

//! A tile whose sums fit any device's registers; of a bank: one vector of floats.
const int genericPx = 4;

//! Rows of PX sums of a bank that the budgets of registers and instructions allow a work-item.
int budgetOf(const Problem& problem, int px)
{
    const int words = int(problem.accSize()) / wordBytes, taps = int(std::min<int64>(problem.taps(), maxUnrolledTaps));
    const int left = device_constants::tileRegisterMaximum - windowRegisters(problem, px, problem.filterSize.width);
    return std::min(std::min(left, maxSumRegisters) / words, maxUnrolledTaps / taps) / px;
}

//! Whether an image gives at least `items` work-items with this tile; 0: always.
bool fillsWaves(const Problem& problem, int64 items, int px, int rows)
{
    return problem.scalars() >= items * px * rows;
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
    const bool rowsFirst = lookup.value("ROWS_FIRST", 0) != 0;
    const int minPx = lookup.value("MIN_PX", 2);
    const int minScalars = 2; // of a tile
    while (!fillsWaves(problem, items, shape.px, shape.rows) && shape.px * shape.rows > minScalars)
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
    return shrunk(shape, problem, items / lookup.value("LOOP_SHARE", 1), lookup);
}

} // namespace

DirectShape shapeOf(const Problem& problem, const DeviceTraits& traits, Lookup& lookup)
{
    const int64 wave = workItemsPerWave(traits);
    const int genericRows = 4;
    const bool unroll = lookup.value("UNROLL", 0) != 0, doubleBuffer = lookup.value("DOUBLE_BUFFER", 0) != 0;
    const DirectShape full = {lookup.value("PX", genericPx), lookup.value("ROWS", genericRows), unroll, doubleBuffer,
                              1};
    DirectShape shape = wave > 0 ? fitted(full, problem, wave * lookup.value("MIN_WAVES", 1), lookup) : full;
    shape.rows = rowsInImage(problem, shape.rows);
    setShape(lookup, shape);
    const int64 tiles = wave * shape.px * shape.rows, percent = 100;
    lookup.set("waves", wave > 0 ? problem.scalars() * percent / tiles : INT_MAX);
    return shape;
}

DirectShape bankShapeOf(const Problem& problem, const Params& given, Lookup& lookup)
{
    const int px = givenOr(given, "PX", lookup.value("PX", genericPx));
    const int budget = budgetOf(problem, px);
    lookup.set("budget", budget);
    const int filters = decideFilters(problem, given, budget, lookup);
    return {px, rowsInImage(problem, lookup.value("ROWS", 1)), lookup.value("UNROLL", 0) != 0, false, filters};
}

int bankRegisters(const Problem& problem, const Params& params)
{
    const int sums = params.at("FILTERS") * params.at("ROWS") * params.at("PX") * (int(problem.accSize()) / wordBytes);
    return sums + windowRegisters(problem, params.at("PX"), params.at("TAPS_PER_CHUNK"));
}

} // namespace clconv
} // namespace cv
