// SPDX-License-Identifier: Apache-2.0
//
// Pixels that are not finite (fft_holes.cl), in fft.cl. A tile is transformed as if there were none and, if its norm is
// not finite, once more with zeros in their place. At the end the tile's pixels are read again to find the holes, and
// outputs whose windows hold one are stored again, as the sum over their holes, which finite pixels do not change.

#ifndef CLCONV_FFT_TILE_HOLES_CL
#define CLCONV_FFT_TILE_HOLES_CL

#include "gpu/fft/fft_holes.cl"
#include "gpu/fft/fft_tile.cl"
#include "gpu/fft/fft_tile_pixels.cl"
#include "gpu/fft/fft_transform.cl"

#define FFT_COLUMN_WORDS (TILE_COLS / 32) // of bits of all columns

// Which numbers of a share are holes: bit j
#define FFT_HOLE_BITS(exchange, share) FFT_SPARE((__local uint *)(exchange), share)

// Where a work-item adds up the holes of an output in exchange memory, and the distance to its next output. The other
// parts of these complex numbers are left to loadPlane.
#define FFT_HOLE_SUMS(exchange, share) ((__local float *)((exchange) + FFT_PASS1(share)) + 1)
#define FFT_HOLE_STEP (2 * FFT_STEP1)

// Records which pixels of a plane are holes. All holes of the plane before have been added.
// @param columns bits of those with a hole
INLINE void collectHoles(Source source, Plane plane, int2 part, __local float2 *exchange, __local uint *columns, int t)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < FFT_COLUMN_WORDS)
        columns[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (int turn = 0; turn < FFT_TURNS; ++turn)
    {
        const int share = t + turn * FFT_ITEMS, x = share % TILE_COLS;
        float value[FFT_POINTS];
        loadPlane(source, plane, part, share, exchange + FFT_PASS1(share), value);
        const uint holes = holesOf(value);
        *FFT_HOLE_BITS(exchange, share) = holes;
        if (holes != 0)
            atomic_or(&columns[x / 32], 1u << x % 32);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Adds the holes of a plane to the outputs of a share. All loops but that of addHole have the same number of rounds in
// all work-items.
// @param left, top of the plane in the readable image
// @param size columns of the filter, and rows of this part of it
// @param taps of this part
// @param rows rows of outputs that are left
INLINE void addTileHoles(Source source, int left, int top, int c, __local float2 *exchange, __local const uint *columns,
                         int share, int2 size, int partColumns, __global const float *taps, int rows)
{
    const int column = share % TILE_COLS, row = share / TILE_COLS, rowShift = 2, manyHoles = 8;
    __local float *const own = FFT_HOLE_SUMS(exchange, share);
    bool done = rows <= 0;
    for (int word = 0; word < FFT_COLUMN_WORDS; ++word)
        for (uint bits = columns[word]; bits != 0; bits &= bits - 1)
        {
            const int x = 32 * word + lowestBit(bits), right = x - column;
            const bool reached = !done && right >= 0 && right < partColumns;
            int number = 0;
#pragma unroll 1
            for (int y0 = 0; y0 < 4; ++y0)
                for (uint holes = *FFT_HOLE_BITS(exchange, TILE_COLS * y0 + x); holes != 0; holes &= holes - 1)
                {
                    const int y = y0 + 4 * lowestBit(holes);
                    if (reached)
                        addHole(borderPixel(source, left + x, top + y, c), y, row, rowShift, size, taps + right, own,
                                FFT_HOLE_STEP);
                    ++number;
                }
            if (number > manyHoles)
                done = done || allNans(own, FFT_HOLE_STEP, rows, rowShift);
        }
}

// Stores the outputs of a share in one plane whose windows hold holes.
// @returns bit j: output j is one of them
INLINE uint storeHoleSums(__global uchar *dst, INDEX_T dstStep, INDEX_T dstOffset, Plane plane, int share, int rows,
                          __local const float *sums, float delta)
{
    const int x = (plane.x + share % TILE_COLS) * CN + plane.c, y = plane.y + share / TILE_COLS;
    uint stored = 0;
#pragma unroll 1
    for (int j = 0; j < FFT_POINTS; ++j)
    {
        const float sum = sums[FFT_HOLE_STEP * j];
        if (4 * j >= rows || !isHole(sum))
            continue;
        destinationRow(dst, dstStep, dstOffset, y + 4 * j)[x] = TO_DST(sum + delta, );
        stored |= 1u << j;
    }
    return stored;
}

// Stores the outputs of a pair of planes whose windows hold holes, and clears their bits among the outputs to compute
// directly. No work-item needs the exchange memory any more.
// @param planes that have outputs: 1 or 2
OUTLINE void storeHoles(Source source, __global uchar *dst, INDEX_T dstStep, INDEX_T dstOffset, int2 dstSize,
                        float delta, FftLayout layout, int2 filterSize, __global const float *taps,
                        __local const Plane *pair, int planes, __local float2 *exchange, __local uint *columns, int t)
{
#pragma unroll 1
    for (int side = 0; side < planes; ++side)
    {
        const Plane plane = pair[side];
        for (int turn = 0; turn < FFT_TURNS; ++turn)
            for (int j = 0; j < FFT_POINTS; ++j)
                FFT_HOLE_SUMS(exchange, t + turn * FFT_ITEMS)[FFT_HOLE_STEP * j] = 0;
        for (int part = 0; part < layout.parts.x * layout.parts.y; ++part)
        {
            const int2 at = partOf(layout, part);
            const int2 size = min(layout.partSize, filterSize - at);
            collectHoles(source, plane, at, exchange, columns, t);
#pragma unroll 1
            for (int turn = 0; turn < FFT_TURNS; ++turn)
            {
                const int share = t + turn * FFT_ITEMS;
                addTileHoles(source, source.origin.x + plane.x + at.x, source.origin.y + plane.y + at.y, plane.c,
                             exchange, columns, share, (int2)(filterSize.x, size.y), size.x,
                             taps + at.y * filterSize.x + at.x, rowsLeft(plane, layout.step, dstSize, share));
            }
        }
#pragma unroll 1
        for (int turn = 0; turn < FFT_TURNS; ++turn)
        {
            const int share = t + turn * FFT_ITEMS;
            const uint stored =
                storeHoleSums(dst, dstStep, dstOffset, plane, share, rowsLeft(plane, layout.step, dstSize, share),
                              FFT_HOLE_SUMS(exchange, share), delta);
            *FFT_REDO_BITS(exchange, share) &= ~(stored << FFT_POINTS * side);
        }
    }
}

#endif // CLCONV_FFT_TILE_HOLES_CL
