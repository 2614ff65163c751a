// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A work-item computes PX scalars of each of ROWS rows. It slides down the source rows, holds one row's window in
// registers, and adds it to every sum it belongs to: each source scalar is loaded once a work-item and used PX*ROWS times.
//
//      one work-item:        s0        s0+PX       window = PX + (K_COLS-1)*CN scalars
//                    +--------+---------+--------+
//      source rows   | halo   |         |  halo  |   ROWS + K_ROWS - 1 of them
//                    +--------+---------+--------+
//                             | sums    |            ROWS x PX, in registers
//
// Rows outside the image are mapped once a row. Only work-items whose window crosses the left or right edge go scalar by
// scalar through borderCoordinate.
//
// Parameters (host: impls/direct.cpp):
//   PX    scalars a work-item along the row, 1 ... 16
//   ROWS  rows a work-item, 1 ... 16
//   WG_X, WG_Y  work-group, in work-items
// Work size: ceil(columns*CN / PX) x ceil(rows / ROWS) work-items, rounded up to whole groups. Local memory: none.
// Not supported: nothing; but the window lies in registers, so PX + (K_COLS-1)*CN should not be much more than 64.

#include "border.cl"

#ifndef PX
#define PX 4
#endif
#ifndef ROWS
#define ROWS 2
#endif
#define WINDOW (PX + (K_COLS - 1) * CN)

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
    const bool inside = first >= 0 && first + WINDOW <= srcArea.z * CN;
    for (int k = 0; k < ROWS + K_ROWS - 1; ++k)
    {
        const int y = borderCoordinate(srcArea.y + y0 + k, srcArea.w);
        if (y < 0)
            continue;
        __global const SRC_T *row = sourceRow(src, srcStep, srcOffset, y);
        ACC_T window[WINDOW];
        if (inside)
        {
#pragma unroll
            for (int i = 0; i < WINDOW; ++i)
                window[i] = TO_ACC(row[first + i], );
        }
        else
        {
            for (int i = 0; i < WINDOW; ++i)
                window[i] = borderScalar(row, first + i, srcArea.z);
        }
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
                    sum[r][p] += tap * window[p + i * CN];
            }
        }
    }

    const int count = min(PX, scalars - s0);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
    {
        if (y0 + r >= dstSize.y)
            break;
        __global DST_T *out = destinationRow(dst, dstStep, dstOffset, y0 + r) + s0;
#pragma unroll
        for (int p = 0; p < PX; ++p)
            if (p < count)
                out[p] = TO_DST(sum[r][p], );
    }
}
