// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// For kernels that are outer products: both passes in one launch. A work-group filters the rows of its tile, halo rows
// included, into local memory, and then the columns from there; the source is read once and nothing in between is stored.
//
//      +-------------------+
//      | halo rows         |   TILE_Y = WG_Y*PY + K_ROWS-1 row-filtered rows
//      +-------------------+
//      | WG_X*PX scalars   |   of WG_X*PX sums each, in local memory
//      | x WG_Y*PY rows    |
//      +-------------------+
//      | halo rows         |
//      +-------------------+
//
// Coefficients: the row factor's K_COLS taps, then the column factor's K_ROWS taps.
//
// Parameters (host: impls/separable.cpp):
//   WG_X, WG_Y  work-group, in work-items
//   PX, PY      scalars a work-item along the row (WG_X apart), and rows (consecutive), 1 ... 16 each
// Work size: ceil(columns*CN / PX) x ceil(rows / PY) work-items, rounded up to whole groups.
// Local memory: WG_X*PX * TILE_Y * sizeof(ACC_T) bytes (impls/separable.cpp: localBytes).
// Not supported: kernels that are no outer product.

#include "border.cl"

#ifndef WG_X
#define WG_X 32
#endif
#ifndef WG_Y
#define WG_Y 8
#endif
#ifndef PX
#define PX 1
#endif
#ifndef PY
#define PY 4
#endif
#define TILE_X (WG_X * PX)
#define TILE_Y (WG_Y * PY + K_ROWS - 1)

// the row filter's sum at the row's scalar s (of the tap at the kernel's column 0)
inline ACC_T rowSum(__global const SRC_T *row, int s, int columns, COEFFICIENTS_T coefficients)
{
    ACC_T sum = 0;
    if (s >= 0 && s + (K_COLS - 1) * CN < columns * CN)
        for (int i = 0; i < K_COLS; ++i)
            sum += COEFFICIENT(i) * TO_ACC(row[s + i * CN], );
    else
        for (int i = 0; i < K_COLS; ++i)
            sum += COEFFICIENT(i) * borderScalar(row, s + i * CN, columns);
    return sum;
}

__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1)))
void clconv_separable(CLCONV_ARGUMENTS(__global const uchar *src))
{
    __local ACC_T tile[TILE_Y * TILE_X];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int s0 = get_group_id(0) * TILE_X;
    const int y0 = get_group_id(1) * (WG_Y * PY);

    for (int ty = ly; ty < TILE_Y; ty += WG_Y)
    {
        const int y = borderCoordinate(srcArea.y + y0 + ty, srcArea.w);
        __global const SRC_T *row = sourceRow(src, srcStep, srcOffset, max(y, 0));
        for (int tx = lx; tx < TILE_X; tx += WG_X)
            tile[ty * TILE_X + tx] = y < 0 ? (ACC_T)0 : rowSum(row, srcArea.x * CN + s0 + tx, srcArea.z, coefficients);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int scalars = dstSize.x * CN;
    for (int py = 0; py < PY; ++py)
    {
        const int ty = ly * PY + py;
        const int y = y0 + ty;
        if (y >= dstSize.y)
            break;
        __global DST_T *out = destinationRow(dst, dstStep, dstOffset, y);
        for (int tx = lx; tx < TILE_X; tx += WG_X)
        {
            if (s0 + tx >= scalars)
                break;
            ACC_T sum = delta;
            for (int j = 0; j < K_ROWS; ++j)
                sum += COEFFICIENT(K_COLS + j) * tile[(ty + j) * TILE_X + tx];
            out[s0 + tx] = TO_DST(sum, );
        }
    }
}
