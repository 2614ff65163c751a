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
// Two ways to fill the window:
//   aligned   whole vectors of VEC scalars from aligned addresses, PHASE scalars before the window: where the window lies in
//             the image and begins where a centred anchor puts it (the same for all work-items)
//   gathered  scalar by scalar: windows that cross the left or right edge, other anchors and regions. The columns are mapped
//             through borderCoordinate once for all rows
// Rows outside the image are mapped once a row.
//
// Parameters (host: impls/direct.cpp):
//   PX    scalars a work-item along the row, 1 ... 16; a multiple of VEC
//   ROWS  rows a work-item, 1 ... 16
//   VEC   scalars in an aligned load: 1 (none), 2, 4, 8, 16
//   UNROLL  1: the loop over source rows is unrolled too, so that every coefficient has a fixed address
//   WG_X, WG_Y  work-group, in work-items
//   PHASE is derived: scalars from the aligned address before the window to the window, for a centred anchor
// Work size: ceil(columns*CN / PX) x ceil(rows / ROWS) work-items, rounded up to whole groups. Local memory: none.
// Not supported: nothing; but the window lies in registers, so PX + (K_COLS-1)*CN should not be much more than 64.

#include "border.cl"

#ifndef PX
#define PX 4
#endif
#ifndef ROWS
#define ROWS 2
#endif
#ifndef VEC
#define VEC 1
#endif
#ifndef UNROLL
#define UNROLL 0
#endif
#ifndef PHASE
#define PHASE 0
#endif
#define WINDOW (PX + (K_COLS - 1) * CN)
#define VECTORS ((PHASE + WINDOW + VEC - 1) / VEC)
#define COVER (VECTORS * VEC)

// COVER scalars from an aligned address on, converted
inline void loadAligned(__global const SRC_T *from, ACC_T *window)
{
#if VEC > 1
    __global const VECTOR(SRC_T, VEC) *vectors = (__global const VECTOR(SRC_T, VEC) *)from;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        JOIN(vstore, VEC)(TO_ACC(vectors[v], VEC), v, window);
#else
#pragma unroll
    for (int i = 0; i < COVER; ++i)
        window[i] = TO_ACC(from[i], );
#endif
}

inline void storeRow(__global DST_T *out, const ACC_T *sum, int count)
{
#if PX == 2 || PX == 4 || PX == 8 || PX == 16
    if (count >= PX)
    {
        const VECTOR(DST_T, PX) result = TO_DST(JOIN(vload, PX)(0, sum), PX);
#ifdef STORE_ALIGNED
        *(__global VECTOR(DST_T, PX) *)out = result;
#else
        JOIN(vstore, PX)(result, 0, out);
#endif
        return;
    }
#endif
#pragma unroll
    for (int p = 0; p < PX; ++p)
        if (p < count)
            out[p] = TO_DST(sum[p], );
}

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
    const bool aligned = ((srcArea.x * CN - PHASE) & (VEC - 1)) == 0 && first >= PHASE &&
                         first - PHASE + COVER <= srcArea.z * CN;
    int column[WINDOW]; // of the row's scalars under the window, -1: zero
    if (!aligned)
    {
#pragma unroll
        for (int i = 0; i < WINDOW; ++i)
            column[i] = borderIndex(first + i, srcArea.z);
    }
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
        __global const SRC_T *row = sourceRow(src, srcStep, srcOffset, y);
        ACC_T window[COVER];
        if (aligned)
            loadAligned(row + (first - PHASE), window);
        else
        {
#pragma unroll
            for (int i = 0; i < WINDOW; ++i)
                window[PHASE + i] = column[i] < 0 ? (ACC_T)0 : TO_ACC(row[column[i]], );
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
                    sum[r][p] += tap * window[PHASE + p + i * CN];
            }
        }
    }

#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (y0 + r < dstSize.y)
            storeRow(destinationRow(dst, dstStep, dstOffset, y0 + r) + s0, sum[r], scalars - s0);
}
