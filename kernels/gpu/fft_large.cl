// SPDX-License-Identifier: Apache-2.0
//
// The largest filters by Fourier transforms of 256x256 pixels (overlap-save), in three launches with scratch memory
// between them. The tiles of fft.cl, which fit local memory, are smaller: a large filter leaves few outputs of them.
//
//   clconv_fft_large_columns   transforms the columns of slabs of 256 rows
//   clconv_fft_large_rows      transforms the rows of tiles of 256 columns, multiplies by the spectrum, transforms back
//   clconv_fft_large_outputs   transforms the columns back, adds pixels that are not finite (fft_large_pixels.cl), and
//                              marks outputs whose accuracy is in doubt
//
// Those are computed again, tile by tile, by fft.cl with REPAIR, whose check is finer. Outputs whose windows wrap
// around a slab or a tile are not stored; the next one begins where the stored ones end. Two slabs are the real and the
// imaginary part of one complex slab. If the scratch memory holds only a part of the pairs, several such groups of
// launches follow each other.
//
// A work-item has 16 numbers of a row or column in registers: two passes of 16 points, and one exchange between them:
//
//   number  16j + y0, work-item y0, transforms j -> p,  times W^(y0*p),  work-item p transforms y0 -> q,  is p + 16q
//
// The inverse runs the passes in reverse order. It is the same transform of numbers whose real and imaginary parts are
// swapped: `multiply` swaps them, and they stay swapped.
//
// Parameters (host: implementations/gpu/fft/fft_large.cpp):
//   CHECK_SUMS  1: accuracy may be decided by sums of magnitudes
//   ROWS_ONLY   1: the program of clconv_fft_large_rows, 0: that of the other two, which need fewer registers
// Work size: 256 work-items for each panel of 16 scalars of a pair of slabs; clconv_fft_large_rows: ROWS_ITEMS for each
// LARGE_ROWS rows of a tile.
// Local memory: 36 KiB (implementations/gpu/fft/fft_large.cpp: localBytes).
// Not supported: sums in double, coefficients other than COEFFICIENTS_GLOBAL, more than 16 channels.

#include "gpu/fft/fft_points.cl"
#include "gpu/fft/fft_large_layout.cl"
#include "gpu/fft/fft_large_pixels.cl"
#include "gpu/fft/fft_large_accuracy.cl"

#ifndef ROWS_ONLY
#define ROWS_ONLY 0 // 1: the kernel that transforms rows, 0: the two that transform columns
#endif

// Multiplies the results k of a pass by W^(first*k). The roots are sorted by k, since neighbouring work-items differ in
// `first`.
INLINE void rotateResults(float *re, float *im, __global const float2 *roots, int first)
{
#pragma unroll
    for (int k = 1; k < FFT_POINTS; ++k)
    {
        const float2 root = roots[16 * k + first];
        rotate(re, im, FFT_PLACE(k), root.x, root.y);
    }
}

#if !ROWS_ONLY

// WG_X is 256 also where NO_REQD_GROUP_SIZE leaves it open.
__kernel GROUP_SIZE
void clconv_fft_large_columns(CLCONV_ARGUMENTS(__global const uchar *src), __global float2 *scratch)
{
    __local float2 exchange[LARGE_ITEMS * FFT_POINTS];
    __local float squares[LARGE_ITEMS];
    __local uint bits[LARGE_ITEMS];
    __local uint holeLines[2];
    const int t = get_local_id(0), c = t % LARGE_PANEL, y0 = t / LARGE_PANEL;
    const Source source = SOURCE_VALUES;
    const CallData call = FIELDS_OF(tileRange);
    const LargeLayout layout = largeLayoutOf((int2)(call.filterCols, call.filterRows), dstSize);
    const LargeScratch parts = largeScratchOf(scratch, layout, call.scratchPairs);
    const int panel = get_group_id(0), number = get_group_id(1), pair = call.firstPair + number;
    const int rows = dstSize.y + call.filterRows - 1;
    const size_t panelNumber = (size_t)number * layout.panels + panel;
    float re[FFT_POINTS], im[FFT_POINTS];
    loadSlab(source, layout, panel, pair, rows, t, exchange + t, re);
    loadSlab(source, layout, panel, pair + layout.pairs, rows, t, exchange + t, im);
    uint holes = 0;
    if (!(normOf(re, im, squares + t, bits + t) < INFINITY) && FFT_HOLES)
    {
        holes = takeHoles(re, im);
        normOf(re, im, squares + t, bits + t);
    }
    if (t < 2)
        holeLines[t] = 0;
    if (CHECK_SUMS)
        sumMagnitudes(re, im, exchange, t, parts.magnitudes + panelNumber * LARGE_BLOCKS * 16);
    if (CHECK_SUMS || FFT_HOLES)
        barrier(CLK_LOCAL_MEM_FENCE);
    if (holes != 0)
    {
        atomic_or(&holeLines[0], 1u << c);
        atomic_or(&holeLines[1], 1u << y0);
    }
    transform16(re, im);
    rotateResults(re, im, (__global const float2 *)(coefficients + LARGE_ROOTS), y0);
    writeTransformed(exchange + t, LARGE_ITEMS, re, im);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (t < 16)
        parts.norms[panelNumber * 16 + t] = mergedNorm(squares + t, bits + t);
    if (FFT_HOLES && t == 0)
        parts.holeLines[panelNumber] = (uint2)(holeLines[0], holeLines[1]);
    if (FFT_HOLES && holeLines[0] != 0)
        parts.holes[panelNumber * LARGE_ITEMS + t] = holes;
    readExchange(exchange + y0 * LARGE_ITEMS + c, LARGE_PANEL, re, im);
    transform16(re, im);
    __global float2 *to =
        parts.columns + ((size_t)number * LARGE_SIZE + y0) * layout.pitch + panel * LARGE_PANEL + c;
    const size_t step = (size_t)16 * layout.pitch;
#pragma unroll
    for (int q = 0; q < FFT_POINTS; ++q, to += step)
        *to = (float2)(re[FFT_PLACE(q)], im[FFT_PLACE(q)]);
}

// Stores the outputs of a column of a slab, 16 rows apart, and tests those that are sums of magnitudes themselves.
INLINE bool storeSlab(__global uchar *dst, INDEX_T dstStep, INDEX_T dstOffset, int scalar, int row, int rows,
                      const float *value, float scale, Accuracy accuracy, float delta)
{
    __global uchar *to = (__global uchar *)(destinationRow(dst, dstStep, dstOffset, row) + scalar);
    const INDEX_T step = 16 * dstStep;
    const float inverse = 1 / accuracy.grid;
    bool small = false;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j, to += step)
    {
        float sum = value[FFT_PLACE(j)] * scale;
        if (16 * j < rows)
            small |= !(sum >= accuracy.needed);
        if (SRC_INTEGER && accuracy.grid > 0)
            sum = rint(sum * inverse) * accuracy.grid;
        if (16 * j < rows)
            *(__global DST_T *)to = TO_DST(sum + delta, );
    }
    return small;
}

__kernel GROUP_SIZE
void clconv_fft_large_outputs(CLCONV_ARGUMENTS(__global const uchar *src), __global float2 *scratch)
{
    __local float2 exchange[LARGE_ITEMS * FFT_POINTS];
    __local TileNorms norms;
    __local Accuracy shared;
    __local uint doubtful[2], holeDoubts[2]; // bits: blocks of 16 rows
    __local int holesNear;
    const int t = get_local_id(0), c = t % LARGE_PANEL, y0 = t / LARGE_PANEL;
    const CallData call = FIELDS_OF(tileRange);
    const int2 filterSize = (int2)(call.filterCols, call.filterRows);
    const LargeLayout layout = largeLayoutOf(filterSize, dstSize);
    const LargeScratch parts = largeScratchOf(scratch, layout, call.scratchPairs);
    const int panel = get_group_id(0), number = get_group_id(1), pair = call.firstPair + number;
    const int scalar = panel * LARGE_PANEL + c;
    __global const float2 *from = parts.products + ((size_t)number * LARGE_SIZE + y0) * layout.pitch + scalar;
    const size_t step = (size_t)16 * layout.pitch;
    const bool inside = scalar < dstSize.x * CN;
    float re[FFT_POINTS], im[FFT_POINTS];
#pragma unroll
    for (int q = 0; q < FFT_POINTS; ++q, from += step)
    {
        const float2 z = inside ? *from : (float2)(0, 0);
        re[q] = z.x;
        im[q] = z.y;
    }
    if (t == 0)
        holesNear = 0;
    tileNorm(parts.norms + (size_t)number * layout.panels * 16, layout, panel, t, &norms);
    transform16(re, im);
    rotateResults(re, im, (__global const float2 *)(coefficients + LARGE_ROOTS), y0);
    writeTransformed(exchange + y0 * LARGE_ITEMS + c, LARGE_PANEL, re, im);
    barrier(CLK_LOCAL_MEM_FENCE);

    readExchange(exchange + t, LARGE_ITEMS, re, im);
    transform16(re, im);
    if (t < 16)
        reduceNorm(&norms, t, 16);
    __global const uint2 *holeLines = parts.holeLines + (size_t)number * layout.panels;
    if (FFT_HOLES && panel + t <= lastPanelOfWindows(layout, filterSize, panel) && holeLines[panel + t].x != 0)
        holesNear = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0)
    {
        reduceNorm(&norms, 0, 1);
        shared = largeAccuracyOf(&norms, coefficients, filterSize, delta);
        doubtful[0] = doubtful[1] = CHECK_SUMS || shared.certain || shared.known ? 0 : ~0u;
        holeDoubts[0] = holeDoubts[1] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const Accuracy accuracy = shared;
    if (CHECK_SUMS && !accuracy.certain && !accuracy.known)
        checkSums(parts.magnitudes + (size_t)number * layout.panels * LARGE_BLOCKS * 16, layout, filterSize, panel,
                  dstSize.x * CN, t, exchange, coefficients, accuracy.needed,
                  as_float(norms.bits[0] & 0x7fffffff),
                  min((int2)(dstSize.y - pair * layout.step.y, dstSize.y - (pair + layout.pairs) * layout.step.y),
                      layout.step.y),
                  doubtful);
    const float scale = coefficients[FFT_SCALE];
    const bool holes = FFT_HOLES && holesNear, testSums = accuracy.known && !accuracy.certain;
    if (holes)
    {
        const int2 rows = (int2)(inside ? slabRowsLeft(layout, pair, y0, dstSize.y) : 0,
                                 inside ? slabRowsLeft(layout, pair + layout.pairs, y0, dstSize.y) : 0);
        const Source source = SOURCE_VALUES;
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint doubtsA = testSums ? tooSmall(im, scale, accuracy.needed, rows.x, 16) : doubtful[0];
        const uint doubtsB = testSums ? tooSmall(re, scale, accuracy.needed, rows.y, 16) : doubtful[1];
        const uint2 doubts =
            addHoles(source, holeLines, parts.holes + (size_t)number * layout.panels * LARGE_ITEMS, layout,
                     filterSize, panel, pair, rows, t, coefficients + LARGE_TAPS, exchange + t, re, im,
                     (uint2)(doubtsA, doubtsB), accuracy.needed < INFINITY);
        if (doubts.x != 0)
            holeDoubts[0] = 1;
        if (doubts.y != 0)
            holeDoubts[1] = 1;
    }
    for (int side = 0; side < 2; ++side)
    {
        const int slab = pair + side * layout.pairs, row = slab * layout.step.y + y0;
        const int rows = inside ? slabRowsLeft(layout, slab, y0, dstSize.y) : 0;
        if (slab < layout.slabs && storeSlab(dst, dstStep, dstOffset, scalar, row, rows, side == 0 ? im : re, scale,
                                             accuracy, delta) && testSums)
            doubtful[side] = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int slab = pair + t * layout.pairs;
    if (t < 2 && slab < layout.slabs)
        parts.doubtful[(size_t)slab * layout.outPanels + panel] = holes ? holeDoubts[t] : doubtful[t];
}

#else // ROWS_ONLY

// Work-items are numbered along channels, then columns, then rows, so that neighbours read adjacent numbers.
#define LARGE_ROWS (CN <= 16 ? 16 / CN : 1)
#define ROWS_ITEMS (16 * CN * LARGE_ROWS)
// Numbers of a row of one channel in local memory, so many that two channels have no bank conflicts.
#define ROWS_PITCH (16 * 17 + LARGE_ROWS)

#if NO_REQD_GROUP_SIZE
#define ROWS_GROUP_SIZE
#else
#define ROWS_GROUP_SIZE __attribute__((reqd_work_group_size(ROWS_ITEMS, 1, 1)))
#endif

__kernel ROWS_GROUP_SIZE
void clconv_fft_large_rows(CLCONV_ARGUMENTS(__global const uchar *src), __global float2 *scratch)
{
    __local float2 exchange[CN * LARGE_ROWS * ROWS_PITCH];
    const int t = get_local_id(0), c = t % CN, first = t / CN % 16, row = t / (16 * CN);
    const CallData call = FIELDS_OF(tileRange);
    const LargeLayout layout = largeLayoutOf((int2)(call.filterCols, call.filterRows), dstSize);
    const LargeScratch parts = largeScratchOf(scratch, layout, call.scratchPairs);
    const int number = min((int)get_group_id(1) * LARGE_ROWS + row, call.pairs * LARGE_SIZE - 1);
    const int left = (int)get_group_id(0) * layout.step.x + first;
    const size_t at = (size_t)number * layout.pitch + (left * CN + c);
    __local float2 *const numbers = exchange + (row * CN + c) * ROWS_PITCH;
    __global const float2 *roots = (__global const float2 *)(coefficients + LARGE_ROOTS);
    __global const float2 *factors =
        (__global const float2 *)(coefficients + LARGE_SPECTRUM) + (number % LARGE_SIZE * LARGE_SIZE + first);
    float re[FFT_POINTS], im[FFT_POINTS], sumRe[FFT_POINTS], sumIm[FFT_POINTS];
    __global const float2 *from = parts.columns + at;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
    {
        const float2 z = left + 16 * j < layout.columns ? from[16 * j * CN] : (float2)(0, 0);
        re[j] = z.x;
        im[j] = z.y;
    }
    transform16(re, im);
    rotateResults(re, im, roots, first);
    writeTransformed(numbers + first, 17, re, im);
    barrier(CLK_LOCAL_MEM_FENCE);

    readExchange(numbers + first * 17, 1, re, im);
    transform16(re, im);
    multiply(re, im, factors, 16, false, sumRe, sumIm);
    transform16(sumRe, sumIm);
    rotateResults(sumRe, sumIm, roots, first);
    writeTransformed(numbers + first * 17, 1, sumRe, sumIm);
    barrier(CLK_LOCAL_MEM_FENCE);

    readExchange(numbers + first, 17, re, im);
    transform16(re, im);
    if ((int)get_group_id(1) * LARGE_ROWS + row >= call.pairs * LARGE_SIZE)
        return;
    __global float2 *to = parts.products + at;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
        if (first + 16 * j < layout.step.x && left + 16 * j < dstSize.x)
            to[16 * j * CN] = (float2)(re[FFT_PLACE(j)], im[FFT_PLACE(j)]);
}

#endif // ROWS_ONLY
