// SPDX-License-Identifier: Apache-2.0
//
// The largest filters by Fourier transforms of square tiles of 256*LINE_M pixels (overlap-save), in three launches with
// scratch memory between them. The tiles of fft.cl, which fit local memory, are smaller: a large filter leaves few
// outputs of them.
//
//   clconv_fft_large_columns   transforms the columns of slabs of LARGE_SIZE rows
//   clconv_fft_large_rows      transforms the rows of tiles, multiplies by the spectrum, transforms back
//   clconv_fft_large_outputs   transforms the columns back, adds pixels that are not finite (fft_large_pixels.cl), and
//                              marks outputs whose accuracy is in doubt
//
// Those are computed again, tile by tile, by fft.cl with REPAIR, whose check is finer. Outputs whose windows wrap
// around a slab or a tile are not stored; the next one begins where the stored ones end. Two slabs are the real and the
// imaginary part of one complex slab. If the scratch memory holds only a part of the pairs, several such groups of
// launches follow each other.
//
// A work-item has 16 numbers of a row or column in registers (gpu/fft/fft_line.cl). The products with the spectrum swap
// real and imaginary parts for the inverse, and they stay swapped.
//
// Parameters (host: implementations/gpu/fft/fft_large.cpp):
//   LINE_M      1, 2, 4 or 8: tiles of 256, 512, 1024 or 2048 columns and rows
//   CHECK_SUMS  1: accuracy may be decided by sums of magnitudes
//   ROWS_ONLY   1: the program of clconv_fft_large_rows, 0: that of the other two, which need fewer registers
// Work size: LARGE_ITEMS for each panel of LARGE_PANEL scalars of a pair of slabs; clconv_fft_large_rows: ROWS_ITEMS
// for each LARGE_ROWS rows of a tile.
// Local memory: 38 KiB, with LINE_M from 2 on 75 KiB (implementations/gpu/fft/fft_large.cpp: localBytes).
// Not supported: sums in double, coefficients other than COEFFICIENTS_GLOBAL, more than 16 channels.

#include "gpu/fft/fft_line.cl"
#include "gpu/fft/fft_large_layout.cl"
#include "gpu/fft/fft_large_pixels.cl"
#include "gpu/fft/fft_large_accuracy.cl"

#ifndef ROWS_ONLY
#define ROWS_ONLY 0 // 1: the kernel that transforms rows, 0: the two that transform columns
#endif

#if !ROWS_ONLY

// WG_X is LARGE_ITEMS also where NO_REQD_GROUP_SIZE leaves it open.
__kernel GROUP_SIZE
void clconv_fft_large_columns(CLCONV_ARGUMENTS(__global const uchar *src), __global float2 *scratch)
{
    __local float2 exchange[LINE_EXCHANGE * LARGE_PANEL];
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
    __local float2 *const own = exchange + LINE_FIRST(y0) * LARGE_PANEL + c;
    loadSlab(source, layout, panel, pair, rows, t, own, re);
    loadSlab(source, layout, panel, pair + layout.pairs, rows, t, own, im);
    uint holes = 0;
    if (!(normOf(re, im, squares + t, bits + t) < INFINITY) && FFT_HOLES)
    {
        holes = takeHoles(re, im);
        normOf(re, im, squares + t, bits + t);
    }
    if (t < 2)
        holeLines[t] = 0;
    if (CHECK_SUMS)
        sumMagnitudes(re, im, exchange, own, t, parts.magnitudes + panelNumber * LARGE_BLOCKS * LARGE_PANEL);
    if (CHECK_SUMS || FFT_HOLES)
        barrier(CLK_LOCAL_MEM_FENCE);
    if (holes != 0)
    {
        atomic_or(&holeLines[0], 1u << c);
        atomic_or(&holeLines[1], 1u << y0 / LINE_M);
    }
    forwardLine(re, im, exchange + c, LARGE_PANEL, (__global const float2 *)(coefficients + LARGE_ROOTS), y0);
    if (t < LARGE_PANEL)
        parts.norms[panelNumber * LARGE_PANEL + t] = mergedNorm(squares + t, bits + t);
    if (FFT_HOLES && t == 0)
        parts.holeLines[panelNumber] = (uint2)(holeLines[0], holeLines[1]);
    if (FFT_HOLES && holeLines[0] != 0)
        parts.holes[panelNumber * LARGE_ITEMS + t] = holes;
    __global float2 *const to =
        parts.columns + ((size_t)number * LARGE_SIZE + LINE_FREQUENCY(y0)) * layout.pitch + panel * LARGE_PANEL + c;
#pragma unroll
    for (int m = 0; m < FFT_POINTS; ++m)
        to[LINE_STEP3(m) * (size_t)layout.pitch] = (float2)(re[LINE_PLACE(m)], im[LINE_PLACE(m)]);
}

// Stores the outputs of a column of a slab, LINE_ITEMS rows apart, and tests those that are sums of magnitudes
// themselves.
INLINE bool storeSlab(__global uchar *dst, INDEX_T dstStep, INDEX_T dstOffset, int scalar, int row, int rows,
                      const float *value, float scale, Accuracy accuracy, float delta)
{
    __global uchar *to = (__global uchar *)(destinationRow(dst, dstStep, dstOffset, row) + scalar);
    const INDEX_T step = LINE_ITEMS * dstStep;
    const float inverse = 1 / accuracy.grid;
    bool small = false;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j, to += step)
    {
        float sum = value[FFT_PLACE(j)] * scale;
        if (LINE_ITEMS * j < rows)
            small |= !(sum >= accuracy.needed);
        if (SRC_INTEGER && accuracy.grid > 0)
            sum = rint(sum * inverse) * accuracy.grid;
        if (LINE_ITEMS * j < rows)
            *(__global DST_T *)to = TO_DST(sum + delta, );
    }
    return small;
}

__kernel GROUP_SIZE
void clconv_fft_large_outputs(CLCONV_ARGUMENTS(__global const uchar *src), __global float2 *scratch)
{
    __local float2 exchange[LINE_EXCHANGE * LARGE_PANEL];
    __local TileNorms norms;
    __local Accuracy shared;
    __local uint doubtful[2], holeDoubts[2]; // bits: blocks of LINE_ITEMS rows
    __local int holesNear;
    const int t = get_local_id(0), c = t % LARGE_PANEL, y0 = t / LARGE_PANEL;
    const CallData call = FIELDS_OF(tileRange);
    const int2 filterSize = (int2)(call.filterCols, call.filterRows);
    const LargeLayout layout = largeLayoutOf(filterSize, dstSize);
    const LargeScratch parts = largeScratchOf(scratch, layout, call.scratchPairs);
    const int panel = get_group_id(0), number = get_group_id(1), pair = call.firstPair + number;
    const int scalar = panel * LARGE_PANEL + c;
    __global const float2 *const from =
        parts.products + ((size_t)number * LARGE_SIZE + LINE_FREQUENCY(y0)) * layout.pitch + scalar;
    const bool inside = scalar < dstSize.x * CN;
    float re[FFT_POINTS], im[FFT_POINTS];
#pragma unroll
    for (int m = 0; m < FFT_POINTS; ++m)
    {
        const float2 z = inside ? from[LINE_STEP3(m) * (size_t)layout.pitch] : (float2)(0, 0);
        re[m] = z.x;
        im[m] = z.y;
    }
    if (t == 0)
        holesNear = 0;
    tileNorm(parts.norms + (size_t)number * layout.panels * LARGE_PANEL, layout, panel, t, &norms);
    backLine(re, im, exchange + c, LARGE_PANEL, (__global const float2 *)(coefficients + LARGE_ROOTS), y0);
    if (t < 16)
        reduceNorm(&norms, t, 16, LARGE_ITEMS / 16);
    __global const uint2 *holeLines = parts.holeLines + (size_t)number * layout.panels;
    for (int p = panel + t; FFT_HOLES && p <= lastPanelOfWindows(layout, filterSize, panel); p += LARGE_ITEMS)
        if (holeLines[p].x != 0)
            holesNear = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0)
    {
        reduceNorm(&norms, 0, 1, 16);
        shared = largeAccuracyOf(&norms, coefficients, filterSize, delta);
        doubtful[0] = doubtful[1] = CHECK_SUMS || shared.certain || shared.known ? 0 : ~0u;
        holeDoubts[0] = holeDoubts[1] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const Accuracy accuracy = shared;
    if (CHECK_SUMS && !accuracy.certain && !accuracy.known)
        checkSums(parts.magnitudes + (size_t)number * layout.panels * LARGE_BLOCKS * LARGE_PANEL, layout, filterSize,
                  panel, dstSize.x * CN, t, exchange, coefficients, accuracy.needed,
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
        const uint doubtsA = testSums ? tooSmall(im, scale, accuracy.needed, rows.x, LINE_ITEMS) : doubtful[0];
        const uint doubtsB = testSums ? tooSmall(re, scale, accuracy.needed, rows.y, LINE_ITEMS) : doubtful[1];
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
#define LARGE_ROWS (LINE_ITEMS * CN <= 256 ? 256 / (LINE_ITEMS * CN) : 1)
#define ROWS_ITEMS (LINE_ITEMS * CN * LARGE_ROWS)
// Numbers of a row of one channel in local memory, so many that two channels have no bank conflicts.
#define ROWS_PITCH (LINE_EXCHANGE + LARGE_ROWS)

#if NO_REQD_GROUP_SIZE
#define ROWS_GROUP_SIZE
#else
#define ROWS_GROUP_SIZE __attribute__((reqd_work_group_size(ROWS_ITEMS, 1, 1)))
#endif

__kernel ROWS_GROUP_SIZE
void clconv_fft_large_rows(CLCONV_ARGUMENTS(__global const uchar *src), __global float2 *scratch)
{
    __local float2 exchange[CN * LARGE_ROWS * ROWS_PITCH];
    const int t = get_local_id(0), c = t % CN, first = t / CN % LINE_ITEMS, row = t / (LINE_ITEMS * CN);
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
        const float2 z = left + LINE_ITEMS * j < layout.columns ? from[LINE_ITEMS * j * CN] : (float2)(0, 0);
        re[j] = z.x;
        im[j] = z.y;
    }
    forwardLine(re, im, numbers, 1, roots, first);
    multiply(re, im, LINE_M > 1, factors, LINE_ITEMS, false, sumRe, sumIm);
    backLine(sumRe, sumIm, numbers, 1, roots, first);
    if ((int)get_group_id(1) * LARGE_ROWS + row >= call.pairs * LARGE_SIZE)
        return;
    __global float2 *to = parts.products + at;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
        if (first + LINE_ITEMS * j < layout.step.x && left + LINE_ITEMS * j < dstSize.x)
            to[LINE_ITEMS * j * CN] = (float2)(sumRe[FFT_PLACE(j)], sumIm[FFT_PLACE(j)]);
}

#endif // ROWS_ONLY
