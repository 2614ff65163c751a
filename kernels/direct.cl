// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A work-item computes PX scalars of each of ROWS rows. It slides down the source rows, holds one row's window in
// registers, and adds it to every sum it belongs to: each source scalar is loaded once a work-item and used PX*ROWS times.
//
//      one work-item:        s0        s0+PX       window = PX + (K_COLS-1)*CN scalars (window.cl)
//                    +--------+---------+--------+
//      source rows   | halo   |         |  halo  |   ROWS + K_ROWS - 1 of them
//                    +--------+---------+--------+
//                             | sums    |            ROWS x PX, in registers
//
// Rows outside the image are mapped once a row. A row whose window would not fit the registers is taken in pieces of TAPS_X tap
// columns.
//
// Parameters (host: impls/direct.cpp), beside those of window.cl (PX 1 ... 16):
//   ROWS    rows a work-item, 1 ... 16
//   TAPS_X  tap columns in a piece, 1 ... K_COLS; if fewer than K_COLS, TAPS_X*CN is a multiple of VEC
//   UNROLL  1: the loop over source rows is unrolled too, so that every coefficient has a fixed address
//   WG_X, WG_Y  work-group, in work-items
// Work size: ceil(columns*CN / PX) x ceil(rows / ROWS) work-items, rounded up to whole groups. Local memory: none.
// Not supported: nothing; but the window lies in registers, so PX + (TAPS_X-1)*CN should not be much more than 64.

#include "window.cl"

#ifndef ROWS
#define ROWS 2
#endif
#ifndef UNROLL
#define UNROLL 0
#endif
#define STRIP (ROWS + K_ROWS - 1)
#define PIECES ((K_COLS + TAPS_X - 1) / TAPS_X)

// Adds a piece of source row k of the strip, tap columns i0 ... i0+TAPS_X-1, to the sums it belongs to.
INLINE void addPiece(const ACC_T *window, int k, int i0, TAPS_T taps, ACC_T (*sum)[PX])
{
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
    {
        if (k - r < 0 || k - r >= K_ROWS)
            continue;
#pragma unroll
        for (int i = 0; i < TAPS_X; ++i)
        {
            if (K_COLS % TAPS_X != 0 && i0 + i >= K_COLS)
                break;
            const ACC_T tap = taps[(k - r) * K_COLS + i0 + i];
#pragma unroll
            for (int p = 0; p < PX; ++p)
                sum[r][p] += tap * window[PHASE + p + i * CN];
        }
    }
}

// A strip whose windows all lie in the image, aligned. There is no branch in it where it is unrolled: the compiler can load
// rows ahead.
INLINE void filterInside(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int y, int first, TAPS_T taps,
                         ACC_T (*sum)[PX])
{
#if UNROLL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (int k = 0; k < STRIP; ++k)
#pragma unroll 1
        for (int piece = 0; piece < PIECES; ++piece)
        {
            ACC_T window[COVER];
            loadAligned(sourceRow(src, srcStep, srcOffset, y + k), first + piece * (TAPS_X * CN), window);
            addPiece(window, k, piece * TAPS_X, taps, sum);
        }
}

// Any strip: rows mapped one by one, windows of any kind.
INLINE void filterAnywhere(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int y, int first,
                           WindowKind kind, TAPS_T taps, ACC_T (*sum)[PX])
{
#pragma unroll 1
    for (int piece = 0; piece < PIECES; ++piece)
    {
        const int pieceFirst = first + piece * (TAPS_X * CN);
        int column[WINDOW];
        if (kind == WINDOW_GATHERED)
            mapWindow(srcArea, pieceFirst, column);
#pragma unroll 1
        for (int k = 0; k < STRIP; ++k)
        {
            const int mapped = borderCoordinate(y + k, srcArea.w);
            if (mapped < 0)
                continue;
            ACC_T window[COVER];
            loadAnywhere(sourceRow(src, srcStep, srcOffset, mapped), pieceFirst, kind, column, window);
            addPiece(window, k, piece * TAPS_X, taps, sum);
        }
    }
}

__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1)))
void clconv_direct(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const int scalars = dstSize.x * CN;
    const int s0 = get_global_id(0) * PX;
    const int y0 = get_global_id(1) * ROWS;
    if (s0 >= scalars || y0 >= dstSize.y)
        return;

    ACC_T sum[ROWS][PX];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[r][p] = delta;

    const int first = srcArea.x * CN + s0;
    const int y = srcArea.y + y0;
    const WindowKind kind = windowKind(srcStep, srcOffset, srcArea, first, first + (PIECES - 1) * TAPS_X * CN);
    if (kind == WINDOW_ALIGNED && y >= 0 && y + STRIP <= srcArea.w)
        filterInside(src, srcStep, srcOffset, y, first, TAPS, sum);
    else
        filterAnywhere(src, srcStep, srcOffset, srcArea, y, first, kind, TAPS, sum);

    const bool alignedOutputs = outputsAreAligned(dstStep, dstOffset);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (y0 + r < dstSize.y)
            storeOutputs(destinationRow(dst, dstStep, dstOffset, y0 + r) + s0, sum[r], scalars - s0, alignedOutputs);
}
