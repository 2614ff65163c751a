// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A strip of outputs from registers: a work-item computes PX scalars of each of ROWS rows, for one filter (`direct`) or several
// (`bank`). It slides down the source rows, holds one row's window, and adds it to every sum it belongs to: each source scalar is
// loaded once a work-item and used FILTERS*PX*ROWS times.
//
//      one work-item:        s0        s0+PX       window = PX + (FILTER_COLS-1)*CN scalars (window.cl)
//                    +--------+---------+--------+
//      source rows   | halo   |         |  halo  |   ROWS + FILTER_ROWS - 1 of them
//                    +--------+---------+--------+
//                             | sums    |            FILTERS x ROWS x PX, in registers
//
// Rows outside the image are mapped once a row. A row whose window would not fit the registers is taken in pieces of TAPS_PER_CHUNK tap
// columns. The taps of one filter lie behind those of the one before.
//
// Options (host: impls/strip.cpp), beside those of item.cl:
//   FILTERS of pixel.cl, 1 ... 8
//   UNROLL  1: the loop over source rows is unrolled too, so that every coefficient has a fixed address
//   DOUBLE_BUFFER   1: a loop over source rows loads the next row's vectors before it adds this one's; only without UNROLL, TAPS_PER_CHUNK = FILTER_COLS
//           (host: impls/direct.cpp)
//   DENORM_OPERANDS  of pixel.cl; with FILTERS=1, as one factor behind the taps takes all sums back
//   BORDER_PREFETCH  of prefetch.cl

#include "gpu/item.cl"

#ifndef UNROLL
#define UNROLL 0
#endif
#ifndef DOUBLE_BUFFER
#define DOUBLE_BUFFER 0
#endif
#define SUMS (FILTERS * ROWS)

// Adds a piece of source row k of the strip, tap columns i0 ... i0+TAPS_PER_CHUNK-1, to the sums it belongs to.
INLINE void addChunk(const ACC_T *window, int k, int i0, TAPS_T taps, ACC_T (*sum)[PX])
{
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
    {
        const int filter = s / ROWS, row = k - s % ROWS;
        if (row < 0 || row >= FILTER_ROWS)
            continue;
#pragma unroll
        for (int i = 0; i < TAPS_PER_CHUNK; ++i)
        {
            if (FILTER_COLS % TAPS_PER_CHUNK != 0 && i0 + i >= FILTER_COLS)
                break;
            const ACC_T tap = taps[(filter * FILTER_ROWS + row) * FILTER_COLS + i0 + i];
#pragma unroll
            for (int p = 0; p < PX; ++p)
                sum[s][p] += tap * window[LEAD + p + i * CN];
        }
    }
}

// A strip whose windows all lie inside. There is no branch in it where it is unrolled: the compiler loads rows ahead. A loop
// over rows that do not come in pieces loads one row ahead if DOUBLE_BUFFER says so.
INLINE void filterInterior(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int y, int first, TAPS_T taps,
                         ACC_T (*sum)[PX])
{
#if DOUBLE_BUFFER
    RAW_T next[RAW_COUNT];
    loadVectors(sourceRow(src, srcStep, srcOffset, y), first, next);
#pragma unroll 1
    for (int k = 0; k < SOURCE_ROWS; ++k)
    {
        ACC_T window[LOAD_WIDTH];
        convertVectors(next, window);
        loadVectors(sourceRow(src, srcStep, srcOffset, y + min(k + 1, SOURCE_ROWS - 1)), first, next);
        addChunk(window, k, 0, taps, sum);
    }
#else
    // stepping on costs two instructions a row, an address made anew four; but four channels of floats lose registers by it
    __global const uchar *row = (__global const uchar *)sourceRow(src, srcStep, srcOffset, y);
#if UNROLL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (int k = 0; k < SOURCE_ROWS; ++k)
    {
#pragma unroll 1
        for (int chunk = 0; chunk < CHUNKS; ++chunk)
        {
            ACC_T window[LOAD_WIDTH];
            loadInterior((__global const SRC_T *)row, first + chunk * (TAPS_PER_CHUNK * CN), window);
            addChunk(window, k, chunk * TAPS_PER_CHUNK, taps, sum);
        }
        row = SRC_BYTES * CN < 16 ? row + srcStep : (__global const uchar *)sourceRow(src, srcStep, srcOffset, y + k + 1);
    }
#endif
}

// Any strip: its rows and columns are mapped. Not unrolled, so that it takes no more registers than the inside.
INLINE void filterBorder(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int y, int first,
                           TAPS_T taps, ACC_T (*sum)[PX])
{
#pragma unroll 1
    for (int chunk = 0; chunk < CHUNKS; ++chunk)
    {
        int column[WINDOW];
        mapWindow(srcArea, first + chunk * (TAPS_PER_CHUNK * CN), column);
#if BORDER_PREFETCH // their rows wait one for another: all of them are on their way before the first is used
#pragma unroll 1
        for (int k = 0; k < SOURCE_ROWS; ++k)
            prefetchScalar(sourceRow(src, srcStep, srcOffset, clamp(y + k, 0, srcArea.w - 1)) + max(column[WINDOW / 2], 0));
#endif
#pragma unroll 1
        for (int k = 0; k < SOURCE_ROWS; ++k)
        {
            ACC_T window[LOAD_WIDTH];
            loadBorder(src, srcStep, srcOffset, srcArea, y + k, column, window);
            addChunk(window, k, chunk * TAPS_PER_CHUNK, taps, sum);
        }
    }
}

// The sums of a strip.
INLINE void filterTile(Tile item, __global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, TAPS_T taps, ACC_T delta,
                        ACC_T (*sum)[PX])
{
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[s][p] = DENORM_OPERANDS ? 0 : delta;
    if (item.inside)
        filterInterior(src, srcStep, srcOffset, item.y, item.first, taps, sum);
    else
        filterBorder(src, srcStep, srcOffset, srcArea, item.y, item.first, taps, sum);
#if DENORM_OPERANDS
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[s][p] = fma(sum[s][p], taps[FILTER_COLS * FILTER_ROWS], delta);
#endif
}
