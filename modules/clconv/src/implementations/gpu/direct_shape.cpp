// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// How much a work-item of `direct` does: by type and taps, then by image size.

#include "implementations/gpu/direct_shape.hpp"
#include "implementations/gpu/register_tile.hpp"

namespace cv
{
namespace clconv
{

bool fillsWaves(const Problem& problem, int64 items, int px, int rows)
{
    return int64(problem.rowScalars()) * problem.size.height >= items * px * rows;
}

bool fewTapsOfBytes(const Problem& problem)
{
    return problem.srcElemSize() == 1 && problem.taps() <= 9;
}

namespace
{

// The fastest found on an NVIDIA H200 (perf/README.md). Everything is unrolled while the program fits the instruction cache; behind that a
// loop over rows wants wider work-items.

//! Words in rows that are aligned for vectors: work-items twelve apart load them whole.
bool vectorAligned(const Problem& problem)
{
    return problem.srcElemSize() == 4 && problem.rowAlignmentBytes() >= 16;
}

//! Bytes whose words are put together from aligned ones: four scalars share them best.
bool unalignedBytes(const Problem& problem)
{
    return problem.srcElemSize() == 1 && problem.rowAlignmentBytes() < 4;
}

//! For these where it is known how many work-items fill the device, but for one channel in rows of whole words.
DirectShape shapeForFewTapsOfBytes(const Problem& problem, int64 items)
{
    if (unalignedBytes(problem))
        return {4, fillsWaves(problem, items * 2, 4, 8) ? 8 : 4, true, false};
    if (problem.channels == 3 && fillsWaves(problem, items * 2, 8, 6))
        return {8, 6, true, false};
    if (problem.channels == 4 &&
        problem.rowAlignmentBytes() < 8) // words, of which neighbours four apart load whole rows
        return {4, fillsWaves(problem, items * 2, 4, 8) ? 8 : 4, true, false};
    if (problem.channels == 4 && fillsWaves(problem, items, 8, 8))
        return {8, 8, true, false};
    return {8, fillsWaves(problem, items * 2, 8, 4) ? 4 : 2, true, false};
}

//! @param items work-items that fill the device; 0: not known
DirectShape shapeForOneChannel(const Problem& problem, int64 items)
{
    const auto taps = problem.taps();
    const bool shorts = problem.srcElemSize() == 2, floats = problem.srcElemSize() >= 4;
    if (problem.srcElemSize() == 1 && taps > 9 && taps <= 30 && items > 0 && fillsWaves(problem, items * 2, 8, 6))
        return {8, 6, true, false};
    // Rows aligned for 8 bytes are loaded in twos anyway: there 9x9 does better with four scalars.
    if (unalignedWords(problem) && taps <= (problem.rowAlignmentBytes() < 8 ? 100 : 49))
        return {2, taps <= 25 ? 4 : 8, true, false};
    if (shorts && taps > 50 && taps <= 100)
        return {4, 5, true, false};
    if (taps > 9 && taps <= 100 && vectorAligned(problem))
        return {4, 5, true, false};
    if (taps <= 100)
        return {floats ? 4 : 8, 4, true, false};
    if (vectorAligned(problem) || shorts)
        return {12, 4, false, false};
    return {8, floats && taps <= 400 ? 8 : 4, false, false};
}

//! The same for neighbours that share less of their windows, so that they want more rows.
DirectShape shapeForInterleaved(const Problem& problem)
{
    const auto taps = problem.taps();
    const bool bytes = problem.srcElemSize() == 1, floats = problem.srcElemSize() >= 4,
               vectors = vectorAligned(problem);
    if (bytes && taps <= 50)
        return {8, 4, true, false};
    if (bytes && taps <= 100)
        return {16, 8, false, true};
    if (bytes)
        return {16, 4, false, false};
    if (taps <= (floats ? 30 : 50))
        return {floats ? 4 : 8, taps <= 9 ? 4 : 8, true, false};
    if (taps <= 100 && floats)
        return {2, 8, true, false};
    if (taps <= 100)
        return {8, 4, true, false};
    const int px = vectors ? 12 : 8, rows = vectors ? 5 : 8;
    if (windowRegisters(problem, px, problem.filterSize.width) <= targetWindowRegisters)
        return {px, rows, false, true};
    return {vectors ? px : 16, rows, false, false};
}

//! the next smaller power of two
int smaller(int n)
{
    int power = 1;
    while (power * 2 < n)
        power *= 2;
    return power;
}

//! The shape made smaller until there are so many work-items, or they do too little: first the width, as far as neighbours share enough,
//! then the rows. Of one channel the rows of twelve scalars come first, for eight are slower.
DirectShape shrunk(DirectShape shape, const Problem& problem, int64 items)
{
    const bool rowsFirst = problem.channels == 1 && shape.px == 12;
    const bool fourFloats = problem.channels == 4 && problem.srcElemSize() >= 4;
    const int many = fourFloats ? 16 : 50; // taps: then neighbours share enough of their windows as single scalars
    const int narrow = problem.channels == 1 ? 4 : problem.taps() > many && shape.unroll ? 1 : 2;
    while (!fillsWaves(problem, items, shape.px, shape.rows) && shape.px * shape.rows > 2)
        if (rowsFirst && shape.rows > 2)
            shape.rows = smaller(shape.rows);
        else if (shape.px > narrow)
            shape.px = smaller(shape.px), shape.rows = smaller(shape.rows + 1); // odd rows are for this width
        else if (shape.rows > 2)
            shape.rows = smaller(shape.rows);
        else if (shape.px > 2 && shape.unroll)
            shape.px = smaller(shape.px);
        else
            break;
    return shape;
}

DirectShape shapeFor(const Problem& problem, int64 items)
{
    const bool wholeWords = problem.channels == 1 && !unalignedBytes(problem);
    if (items > 0 && fewTapsOfBytes(problem) && !wholeWords)
        return shapeForFewTapsOfBytes(problem, items);
    return problem.channels == 1 ? shapeForOneChannel(problem, items) : shapeForInterleaved(problem);
}

//! How many times over a small image's work-items should fill the device: those with little to do on much memory gain most.
int minWaves(const Problem& problem)
{
    const bool floats = problem.srcElemSize() >= 4, toBytes = problem.srcElemSize() == 1 && problem.dstElemSize() == 1;
    if (problem.channels > 1 || problem.taps() > 30)
        return floats ? 2 : 1;
    if (toBytes && problem.taps() <= 9)
        return 1;
    return floats && problem.taps() <= 25 ? 4 : 2;
}

} // namespace

// Less a work-item where the image is too small to fill the device (NVIDIA H200, perf/README.md). Kernels that leave a loop over
// rows for it become a straight line; where that would still be too long, it takes far fewer work-items to hide the loop's loads.
DirectShape shapeOf(const Problem& problem, const DeviceTraits& traits)
{
    const int64 perWave = workItemsPerWave(traits), items = perWave * minWaves(problem);
    const DirectShape shape = shapeFor(problem, perWave);
    const int64 maxUnrolled = 2000; // multiply-adds that fit the instruction cache
    const bool manyTaps =
        problem.channels == 1 && problem.srcElemSize() >= 4 && problem.taps() > 400; // half as many still hide them
    DirectShape unrolled = shape;
    unrolled.unroll = true, unrolled.doubleBuffer = false;
    unrolled = shrunk(unrolled, problem, items);
    const bool less = unrolled.px * unrolled.rows < shape.px * shape.rows;
    if (less && problem.taps() <= maxUnrolled / 4 && problem.taps() * unrolled.px * unrolled.rows <= maxUnrolled)
        return unrolled;
    return shape.unroll ? unrolled : shrunk(shape, problem, items / (manyTaps ? 8 : 4));
}

} // namespace clconv
} // namespace cv
