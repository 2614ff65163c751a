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
// Rows outside the image are mapped once a row.
//
// Parameters (host: impls/direct.cpp), beside those of window.cl (PX 1 ... 16):
//   ROWS    rows a work-item, 1 ... 16
//   UNROLL  1: the loop over source rows is unrolled too, so that every coefficient has a fixed address
//   WG_X, WG_Y  work-group, in work-items
// Work size: ceil(columns*CN / PX) x ceil(rows / ROWS) work-items, rounded up to whole groups. Local memory: none.
// Not supported: nothing; but the window lies in registers, so PX + (K_COLS-1)*CN should not be much more than 64.

#include "window.cl"

#ifndef ROWS
#define ROWS 2
#endif
#ifndef UNROLL
#define UNROLL 0
#endif

__kernel void clconv_direct(CLCONV_ARGUMENTS(__global const uchar *src))
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
    const bool aligned = windowIsAligned(srcArea, first);
    int column[WINDOW];
    if (!aligned)
        mapWindow(srcArea, first, column);
#if UNROLL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (int k = 0; k < ROWS + K_ROWS - 1; ++k)
    {
        const int y = borderCoordinate(srcArea.y + y0 + k, srcArea.w);
        if (y < 0)
            continue;
        ACC_T window[COVER];
        loadWindow(sourceRow(src, srcStep, srcOffset, y), first, aligned, column, window);
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
        {
            const int j = k - r;
            if (j < 0 || j >= K_ROWS)
                continue;
#pragma unroll
            for (int i = 0; i < K_COLS; ++i)
            {
                const ACC_T tap = COEFFICIENT(j * K_COLS + i);
#pragma unroll
                for (int p = 0; p < PX; ++p)
                    sum[r][p] += tap * window[PHASE + p + i * CN];
            }
        }
    }

#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (y0 + r < dstSize.y)
            storeOutputs(destinationRow(dst, dstStep, dstOffset, y0 + r) + s0, sum[r], scalars - s0);
}
