// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// For kernels that are outer products: both passes in one launch. Each work-item filters VEC columns from registers, sliding down
// the source as `direct` does; only these sums go to local memory, no halo rows; then the rows are filtered from there.
//
//      s0-PHASE                                        WG_X*VEC columns, a work-item each VEC of them
//      +-----+----------------------------+------+
//      |     | TILE scalars               | halo |     WG_Y*ROWS rows of column-filtered sums, in local memory
//      +-----+----------------------------+------+
//
// Column pass: ROWS + K_ROWS - 1 loads of VEC scalars, each converted once and added to up to ROWS sums. Row pass: PX outputs from
// one pass along PX + (K_COLS-1)*CN sums, four at a time.
//
// Local memory is read by neighbours PX sums apart, an odd number of vectors: they lie in banks of their own. Where PX is VEC, a work-item
// stays in its column and steps down; else the group's outputs are numbered through.
//
// Coefficients: the row factor's K_COLS taps, then the column factor's K_ROWS taps.
//
// Parameters (host: impls/separable.cpp):
//   WG_X, WG_Y  work-group, in work-items
//   VEC     scalars a work-item in the column pass: 4, 8, 16
//   ROWS    rows a work-item in the column pass, 1 ... 16
//   PX      outputs a work-item at a time in the row pass: 4 or 12
//   TAPS_X  taps of a row in a straight line: K_COLS, or fewer, TAPS_X*CN a multiple of 4
//   TILE    outputs of a group along a row: a multiple of PX and VEC, at most WG_X*VEC - PHASE - (K_COLS-1)*CN
//   PHASE   scalars from the aligned address before the first tap to the tap, for a centred anchor
//   SPAN    where PX is not VEC: work-items that share a row in the row pass: TILE/PX, or more that idle, if a row's outputs then always stay with the
//           same ones
//   ALIGNED 1: rows begin at addresses for VEC scalars, under a centred anchor; 0: anywhere
//   SUBNORMAL  of pixel.cl
//   PREFETCH  of prefetch.cl
//   UNROLL  1: the column pass of strips that lie inside is a straight line
//   EDGES_AHEAD of prefetch.cl
// Work size: ceil(columns*CN / TILE)*WG_X x ceil(rows / ROWS) work-items, rounded up to whole groups.
// Local memory: WG_Y*ROWS * PITCH * 4*sizeof(ACC_T) bytes (impls/separable.cpp: localBytes).
// Not supported: kernels that are no outer product, rows of taps that do not fit the tile.

#ifndef PX
#define PX 4
#endif
#include "shifted.cl"

#ifndef VEC
#define VEC 4
#endif
#ifndef PHASE
#define PHASE 0
#endif
#ifndef TILE
#define TILE (WG_X * VEC / 2)
#endif
#ifndef ALIGNED
#define ALIGNED 1
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef TAPS_X
#define TAPS_X K_COLS
#endif
#ifndef SPAN
#define SPAN (TILE / PX)
#endif
#if SRC_BYTES < 4 && !ALIGNED
#define READ_ON IN_WORD                             // scalars that loadShifted may read behind those wanted
#else
#define READ_ON 0
#endif
#define STRIP (ROWS + K_ROWS - 1)
#define GROUP_ITEMS (WG_X * WG_Y)
#define GROUP_ROWS (WG_Y * ROWS)
#define LANES 4                                     // sums in a vector of local memory
#define PITCH (WG_X * VEC / LANES)                  // vectors in a row of the tile
#define OFFSET (PHASE % LANES)                      // of a row pass's first sum in its first vector
#define CHUNKS ((OFFSET + PX + (TAPS_X - 1) * CN + LANES - 1) / LANES)
#define SUMS_T VECTOR(ACC_T, 4)

// Adds one row's VEC scalars to the sums of the rows that they belong to; k: of the strip's source rows
INLINE void addRow(const ACC_T *values, int k, TAPS_T taps, ACC_T (*sum)[VEC])
{
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (k - r >= 0 && k - r < K_ROWS)
        {
            const ACC_T tap = taps[K_COLS + k - r];
#pragma unroll
            for (int v = 0; v < VEC; ++v)
                sum[r][v] += tap * values[v];
        }
}

// VEC scalars side by side
INLINE void loadColumns(__global const SRC_T *from, ACC_T *values)
{
#if SRC_BYTES < 4
    uint words[VEC * SRC_BYTES / 4];
#if ALIGNED
    loadAligned((__global const uchar *)from, VEC * SRC_BYTES / 4, words);
#else
    loadShifted((__global const uchar *)from, VEC * SRC_BYTES / 4, words);
#endif
#pragma unroll
    for (int v = 0; v < VEC; ++v)
        values[v] = wordOperand(words, v);
#else
#if ALIGNED
    const VECTOR(SRC_T, VEC) columns = *(__global const VECTOR(SRC_T, VEC) *)from;
#else
    const VECTOR(SRC_T, VEC) columns = JOIN(vload, VEC)(0, from);
#endif
    JOIN(vstore, VEC)(TO_ACC(columns, VEC), 0, values);
#endif
}

// first: scalar of the source row
INLINE void columnsInside(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int y, int first, TAPS_T taps,
                          ACC_T (*sum)[VEC])
{
    // stepping on costs two instructions a row, an address made anew five
    __global const uchar *row = (__global const uchar *)(sourceRow(src, srcStep, srcOffset, y) + first);
#if UNROLL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (int k = 0; k < STRIP; ++k, row += srcStep)
    {
        ACC_T values[VEC];
        loadColumns((__global const SRC_T *)row, values);
        addRow(values, k, taps, sum);
    }
}

INLINE void columnsAnywhere(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int y, int first,
                            TAPS_T taps, ACC_T (*sum)[VEC])
{
    int column[VEC];
#pragma unroll
    for (int v = 0; v < VEC; ++v)
        column[v] = borderIndex(first + v, srcArea.z);
#if EDGES_AHEAD // their rows wait one for another: all of them are on their way before the first is used
#pragma unroll 1
    for (int k = 0; k < STRIP; ++k)
        prefetchScalar(sourceRow(src, srcStep, srcOffset, clamp(y + k, 0, srcArea.w - 1)) + max(column[0], 0));
#endif
#pragma unroll 1
    for (int k = 0; k < STRIP; ++k)
    {
        const int mapped = borderCoordinate(y + k, srcArea.w);
        __global const SRC_T *row = sourceRow(src, srcStep, srcOffset, max(mapped, 0));
        ACC_T values[VEC];
#pragma unroll
        for (int v = 0; v < VEC; ++v)
            values[v] = mapped < 0 || column[v] < 0 ? (ACC_T)0 : OPERAND(row[column[v]]);
        addRow(values, k, taps, sum);
    }
}

// Adds the row's taps i0 ... i0+TAPS_X-1 to PX outputs; from: the vector that holds the first one's sum
INLINE void filterRow(__local const SUMS_T *row, int from, int i0, TAPS_T taps, ACC_T *outputs)
{
#pragma unroll
    for (int chunk = 0; chunk < CHUNKS; ++chunk)
    {
        ACC_T sums[LANES];
        // the last piece of a row's taps may be shorter: what it does not need may lie behind the tile
        const int vector = K_COLS % TAPS_X != 0 ? min(from + chunk, PITCH - 1) : from + chunk;
        vstore4(row[vector], 0, sums);
#pragma unroll
        for (int e = 0; e < LANES; ++e)
#pragma unroll
            for (int p = 0; p < PX; ++p)
            {
                const int distance = chunk * LANES + e - OFFSET - p, i = distance / CN;
                if (distance < 0 || distance % CN != 0 || i >= TAPS_X)
                    continue;
                if (K_COLS % TAPS_X != 0 && i0 + i >= K_COLS)
                    continue;
                outputs[p] += taps[i0 + i] * sums[e];
            }
    }
}

// PX outputs; row: of the tile; column: in it, of the first one's first sum
INLINE void filterLine(__local const SUMS_T *row, int column, TAPS_T taps, ACC_T delta, ACC_T *outputs)
{
#pragma unroll
    for (int p = 0; p < PX; ++p)
        outputs[p] = delta;
#pragma unroll 1
    for (int i0 = 0; i0 < K_COLS; i0 += TAPS_X)
        filterRow(row, (column + i0 * CN) / LANES, i0, taps, outputs);
}

__kernel GROUP_SIZE
void clconv_separable(CLCONV_ARGUMENTS(__global const uchar *src))
{
    __local SUMS_T tile[GROUP_ROWS * PITCH];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int s0 = get_group_id(0) * TILE;
    const int y0 = get_group_id(1) * GROUP_ROWS;

    const int start = srcArea.x * CN + s0 - PHASE; // the tile's first column, in scalars of the source
    const int first = start + lx * VEC;
    const int y = srcArea.y + y0 + ly * ROWS;
    prefetchRows(src, srcStep, srcOffset, srcArea, start, WG_X * VEC, y + ROWS_AHEAD(special), ROWS, lx);
    ACC_T sum[ROWS][VEC];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int v = 0; v < VEC; ++v)
            sum[r][v] = 0;
    const INDEX_T addresses = srcStep | (srcOffset + (INDEX_T)start * (INDEX_T)sizeof(SRC_T));
    const bool aligned = !ALIGNED || (addresses & (INDEX_T)(VEC * sizeof(SRC_T) - 1)) == 0;
    const int last = first + VEC + READ_ON;
    if (aligned && first >= 0 && last <= srcArea.z * CN && y >= 0 && y + STRIP <= srcArea.w)
        columnsInside(src, srcStep, srcOffset, y, first, TAPS, sum);
    else if (lx * VEC < PHASE + TILE + (K_COLS - 1) * CN && y0 + ly * ROWS < dstSize.y)
        columnsAnywhere(src, srcStep, srcOffset, srcArea, y, first, TAPS, sum);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int v = 0; v < VEC; v += LANES)
            tile[(ly * ROWS + r) * PITCH + (lx * VEC + v) / LANES] = vload4(0, sum[r] + v);
    barrier(CLK_LOCAL_MEM_FENCE);

    const int scalars = dstSize.x * CN;
    const bool alignedOutputs = areAligned(dstStep | dstOffset);
#if PX == VEC // a work-item stays with its column's place: no division, and addresses step on
    const int at = lx * PX;
    if (at >= TILE || s0 + at >= scalars)
        return;
    const bool whole = alignedOutputs && s0 + at + PX <= scalars;
    __local const SUMS_T *line = tile + ly * PITCH;
    __global uchar *out = (__global uchar *)(destinationRow(dst, dstStep, dstOffset, y0 + ly) + s0 + at);
#pragma unroll 1
    for (int n = 0; n < ROWS; ++n, line += WG_Y * PITCH, out += WG_Y * dstStep)
    {
        if (y0 + ly + n * WG_Y >= dstSize.y)
            return;
        ACC_T outputs[PX];
        filterLine(line, PHASE + at, TAPS, delta, outputs);
        if (whole)
            storeWhole((__global DST_T *)out, outputs);
        else
            storeOutputs((__global DST_T *)out, outputs, scalars - s0 - at, false);
    }
#else
    const int item = ly * WG_X + lx;
#pragma unroll 1
    for (int n = 0; n < (GROUP_ROWS * SPAN + GROUP_ITEMS - 1) / GROUP_ITEMS; ++n)
    {
        const bool stays = GROUP_ITEMS % SPAN == 0;
        const int row = stays ? item / SPAN + n * (GROUP_ITEMS / SPAN) : (item + n * GROUP_ITEMS) / SPAN;
        const int at = (stays ? item % SPAN : (item + n * GROUP_ITEMS) % SPAN) * PX;
        if (row >= GROUP_ROWS || y0 + row >= dstSize.y || at >= TILE || s0 + at >= scalars)
            continue;
        ACC_T outputs[PX];
        filterLine(tile + row * PITCH, PHASE + at, TAPS, delta, outputs);
        storeOutputs(destinationRow(dst, dstStep, dstOffset, y0 + row) + s0 + at, outputs, scalars - s0 - at, alignedOutputs);
    }
#endif
}
