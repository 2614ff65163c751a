// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// For kernels that are outer products: both passes in one launch. A work-group filters the rows of its tile, halo rows
// included, into local memory, and then the columns from there; the source is read once and nothing in between is stored.
//
//      +-------------------+
//      | halo rows         |   TILE_Y = WG_Y*ROWS + K_ROWS-1 row-filtered rows
//      +-------------------+
//      | WG_X*PX scalars   |   of TILE_X = WG_X*PX sums each, in local memory
//      | x WG_Y*ROWS rows  |
//      +-------------------+
//      | halo rows         |
//      +-------------------+
//
// Row pass: a work-item computes PX sums of every WG_Y-th tile row from a window in registers (window.cl). Column pass: PX
// columns of ROWS consecutive rows, sliding down the tile, so that each sum of the row pass is read (ROWS+K_ROWS-1)/ROWS times.
//
// Coefficients: the row factor's K_COLS taps, then the column factor's K_ROWS taps.
//
// Parameters (host: impls/separable.cpp), beside those of window.cl (PX 1 2 4 8 16):
//   WG_X, WG_Y  work-group, in work-items
//   ROWS        rows a work-item in the column pass, 1 ... 16
//   TAPS_X      tap columns in a piece of the row pass, 1 ... K_COLS; if fewer than K_COLS, TAPS_X*CN is a multiple of VEC
// Work size: ceil(columns*CN / PX) x ceil(rows / ROWS) work-items, rounded up to whole groups.
// Local memory: TILE_X * TILE_Y * sizeof(ACC_T) bytes (impls/separable.cpp: localBytes).
// Not supported: kernels that are no outer product.

#include "window.cl"

#define TILE_X (WG_X * PX)
#define TILE_Y (WG_Y * ROWS + K_ROWS - 1)

#if PX == 1
#define SUMS_T ACC_T
#define LOAD_SUMS(p) (*(p))
#define STORE_SUMS(v, p) (*(p) = (v))
#else
#define SUMS_T VECTOR(ACC_T, PX)
#define LOAD_SUMS(p) (*(__local const SUMS_T *)(p))
#define STORE_SUMS(v, p) (*(__local SUMS_T *)(p) = (v))
#endif

// Adds the row's taps i0 ... i0+TAPS_X-1 to PX sums.
INLINE void addPiece(const ACC_T *window, int i0, TAPS_T taps, ACC_T *sums)
{
#pragma unroll
    for (int i = 0; i < TAPS_X; ++i)
    {
        if (K_COLS % TAPS_X != 0 && i0 + i >= K_COLS)
            break;
        const ACC_T tap = taps[i0 + i];
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sums[p] += tap * window[PHASE + p + i * CN];
    }
}

__kernel __attribute__((reqd_work_group_size(WG_X, WG_Y, 1)))
void clconv_separable(CLCONV_ARGUMENTS(__global const uchar *src))
{
    __local ACC_T tile[TILE_Y * TILE_X] __attribute__((aligned(16 * sizeof(ACC_T))));
    const int lx = get_local_id(0) * PX;
    const int ly = get_local_id(1);
    const int s0 = get_group_id(0) * TILE_X + lx;
    const int y0 = get_group_id(1) * (WG_Y * ROWS);

    const int first = srcArea.x * CN + s0;
    const int2 inside = itemsInside(srcStep, srcOffset, srcArea, dstSize.x * CN);
    const bool columnsInside = s0 >= inside.x * PX && s0 < inside.y * PX;
    int column[WINDOW];
#if PIECES == 1
    if (!columnsInside)
        mapWindow(srcArea, first, column); // once for all rows
#endif
    for (int ty = ly; ty < TILE_Y; ty += WG_Y)
    {
        const int y = borderCoordinate(srcArea.y + y0 + ty, srcArea.w);
        ACC_T sums[PX];
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sums[p] = 0;
#pragma unroll 1
        for (int piece = 0; piece < PIECES && y >= 0; ++piece)
        {
            const int pieceFirst = first + piece * (TAPS_X * CN);
            ACC_T window[COVER];
#if PIECES > 1
            if (!columnsInside)
                mapWindow(srcArea, pieceFirst, column);
#endif
            if (columnsInside)
                loadInside(sourceRow(src, srcStep, srcOffset, y), pieceFirst, window);
            else
                loadAnywhere(src, srcStep, srcOffset, srcArea, y, column, window);
            addPiece(window, piece * TAPS_X, TAPS, sums);
        }
#if PX == 1
        STORE_SUMS(sums[0], tile + ty * TILE_X + lx);
#else
        STORE_SUMS(JOIN(vload, PX)(0, sums), tile + ty * TILE_X + lx);
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int scalars = dstSize.x * CN;
    SUMS_T sum[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        sum[r] = (SUMS_T)(delta);
#pragma unroll
    for (int k = 0; k < ROWS + K_ROWS - 1; ++k)
    {
        const SUMS_T values = LOAD_SUMS(tile + (ly * ROWS + k) * TILE_X + lx);
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
            if (k - r >= 0 && k - r < K_ROWS)
                sum[r] += TAPS[K_COLS + k - r] * values;
    }
    if (s0 >= scalars)
        return;
    const bool alignedOutputs = outputsAreAligned(dstStep, dstOffset);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
    {
        const int y = y0 + ly * ROWS + r;
        ACC_T outputs[PX];
#if PX == 1
        outputs[0] = sum[r];
#else
        JOIN(vstore, PX)(sum[r], 0, outputs);
#endif
        if (y < dstSize.y)
            storeOutputs(destinationRow(dst, dstStep, dstOffset, y) + s0, outputs, scalars - s0, alignedOutputs);
    }
}
