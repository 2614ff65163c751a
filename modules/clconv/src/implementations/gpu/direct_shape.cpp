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
    using device_constants::instructionCacheTaps;
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
    const int generic = 4; // scalars and rows: a tile whose sums fit any device's registers
    const bool unroll = lookup.value("UNROLL", 0) != 0, doubleBuffer = lookup.value("DOUBLE_BUFFER", 0) != 0;
    const DirectShape full = {lookup.value("PX", generic), lookup.value("ROWS", generic), unroll, doubleBuffer};
    DirectShape shape = wave > 0 ? fitted(full, problem, wave * lookup.value("MIN_WAVES", 1), lookup) : full;
    shape.rows = rowsInImage(problem, shape.rows);
    setShape(lookup, shape);
    const int64 tiles = wave * shape.px * shape.rows, percent = 100;
    lookup.set("waves", wave > 0 ? problem.scalars() * percent / tiles : INT_MAX);
    return shape;
}

} // namespace clconv
} // namespace cv
