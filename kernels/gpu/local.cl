// SPDX-License-Identifier: Apache-2.0
//
// A work-group copies its tile and halo into local memory, borders resolved, and computes from there. Filter, channels,
// border and rounding are data: one program serves all calls of a pair of depths, including those whose own program is
// not built yet.
//
//      +-----------------------------+   GROUP_COLS + (chunkCols-1)*channels scalars
//      | halo                        |
//      |    +-------------------+    |   GROUP_ROWS + chunkRows-1 rows
//      |    | GROUP_COLS scalars|    |
//      |    | x GROUP_ROWS rows |    |   A filter whose tile exceeds TILE_SCALARS is taken in chunks of chunkCols x
//      |    +-------------------+    |   chunkRows taps, one tile after the other.
//      |                        halo |
//      +-----------------------------+
//
// A work-item computes a scalar in each of PY adjacent rows. Down a column of taps, a window of PY numbers moves by one
// row with each tap, which takes one access to local memory for PY multiply-adds. Adjacent work-items read adjacent
// words, whatever the number of channels.
//
// Options (host: implementations/gpu/local.cpp): WG_X, WG_Y, and those below.
// Work size: columns*channels x ceil(rows / PY) work-items, rounded up to whole groups.
// Local memory: TILE_SCALARS * sizeof(ACC_T) bytes.
// Not supported: COEFFICIENTS_BY_VALUE.

#define TAP_COUNT ((long)call.filterCols * call.filterRows) // in functions that have a CallData

#include "common/interface.cl"
#include "common/border.cl"

#ifndef PX
#define PX 2 // scalars that a work-item computes along a row, WG_X apart, 1..4
#endif
#ifndef PY
#define PY 8 // rows that a work-item computes, 1..16
#endif
#ifndef TILE_SCALARS
#define TILE_SCALARS 6144 // of a tile, at least GROUP_COLS * GROUP_ROWS
#endif
#define LOADS 4 // rows that a work-item loads at a time, so that their latencies overlap
#define GROUP_COLS (WG_X * PX)
#define GROUP_ROWS (WG_Y * PY)

// The length of the longest part, if `length` is cut into as few even parts of up to `most` as possible
INLINE int partOf(int length, int most)
{
    const int parts = (length + most - 1) / most;
    return (length + parts - 1) / parts;
}

// Loads every WG_Y-th of `rows` rows from row y on, of scalar column s of the source, into a column of a tile. All of
// them may be outside the image.
INLINE void loadColumn(__local ACC_T *column, int tileX, Source source, int s, int y, int rows, CallData call)
{
    const int index = borderIndexOf(source, s, call.channels);
    if (index < 0)
        for (int ty = get_local_id(1); ty < rows; ty += WG_Y)
            column[ty * tileX] = 0;
    else if (y >= 0 && y + rows <= source.size.y)
    {
        int ty = get_local_id(1);
        for (; ty + (LOADS - 1) * WG_Y < rows; ty += LOADS * WG_Y)
        {
            ACC_T loaded[LOADS];
            for (int k = 0; k < LOADS; ++k)
                loaded[k] = FROM_SRC(sourceRow(source, y + ty + k * WG_Y)[index], );
            for (int k = 0; k < LOADS; ++k)
                column[(ty + k * WG_Y) * tileX] = loaded[k];
        }
        for (; ty < rows; ty += WG_Y)
            column[ty * tileX] = FROM_SRC(sourceRow(source, y + ty)[index], );
    }
    else
        for (int ty = get_local_id(1); ty < rows; ty += WG_Y)
        {
            const int sy = borderAt(y + ty, source.size.y, call.border);
            column[ty * tileX] = sy < 0 ? (ACC_T)0 : FROM_SRC(sourceRow(source, sy)[index], );
        }
}

// TO_DST with the rounding of the call
INLINE DST_T rounded(ACC_T sum, CallData call)
{
    if (call.rounding & (NO_FMA ? averagesIntegers | averagesFloats : averagesIntegers))
        sum = AVERAGE(sum, ) + (call.rounding & roundsDown ? (ACC_T)0.5f : 0);
    else if (call.rounding & averagesFloats)
        sum *= PART();
#if DST_ROUNDS
    if (call.rounding & roundsDown)
        return JOIN(JOIN(convert_, DST_T), _sat_rtz)(sum);
#endif
    return TO_DST(sum, );
}

__kernel GROUP_SIZE
void clconv_local(CLCONV_ARGUMENTS(__global const uchar *src))
{
    __local ACC_T tile[TILE_SCALARS];
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    const CallData call = FIELDS_OF(tileRange);
    const int cn = call.channels;
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int s0 = get_group_id(0) * GROUP_COLS;
    const int y0 = get_group_id(1) * GROUP_ROWS;
    const int chunkRows = partOf(call.filterRows, min(GROUP_ROWS, TILE_SCALARS / GROUP_COLS - GROUP_ROWS + 1));
    const int tileY = GROUP_ROWS + chunkRows - 1;
    const int chunkCols = partOf(call.filterCols, 1 + (TILE_SCALARS / tileY - GROUP_COLS) / cn);
    const int tileX = GROUP_COLS + (chunkCols - 1) * cn;

    ACC_T sums[PX][PY];
    for (int p = 0; p < PX; ++p)
        for (int r = 0; r < PY; ++r)
            sums[p][r] = delta;
    for (int firstRow = 0; firstRow < call.filterRows; firstRow += chunkRows)
        for (int firstCol = 0; firstCol < call.filterCols; firstCol += chunkCols)
        {
            const int sourceS = (source.origin.x + firstCol) * cn + s0;
            const int sourceY = source.origin.y + firstRow + y0;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int tx = lx; tx < tileX; tx += WG_X)
                loadColumn(tile + tx, tileX, source, sourceS + tx, sourceY, tileY, call);
            barrier(CLK_LOCAL_MEM_FENCE);
            const int rows = min(chunkRows, call.filterRows - firstRow);
            const int cols = min(chunkCols, call.filterCols - firstCol);
            for (int i = 0; i < cols; ++i)
            {
                __local const ACC_T *column = tile + ly * PY * tileX + lx + i * cn;
                TAPS_T taps = TAPS + firstRow * call.filterCols + firstCol + i;
                ACC_T window[PX][PY]; // of PY rows; the number of row j is in window[p][j % PY]
                for (int p = 0; p < PX; ++p)
                    for (int r = 0; r < PY - 1; ++r)
                        window[p][r] = column[r * tileX + p * WG_X];
                for (int j = 0; j < rows; j += PY)
#pragma unroll
                    for (int u = 0; u < PY; ++u)
                        if (j + u < rows)
                        {
                            const ACC_T tap = taps[(j + u) * call.filterCols];
#pragma unroll
                            for (int p = 0; p < PX; ++p)
                            {
                                window[p][(u + PY - 1) % PY] = column[(j + u + PY - 1) * tileX + p * WG_X];
#pragma unroll
                                for (int r = 0; r < PY; ++r)
                                    sums[p][r] += tap * window[p][(u + r) % PY];
                            }
                        }
            }
        }

    for (int p = 0; p < PX; ++p)
        for (int r = 0; r < PY; ++r)
        {
            const int s = s0 + lx + p * WG_X;
            const int y = y0 + ly * PY + r;
            if (y < dstSize.y && s < dstSize.x * cn)
                outputRow(output, y)[s] = rounded(sums[p][r], call);
        }
}
