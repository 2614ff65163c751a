// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// For kernels that are outer products: both passes in one launch. Each work-item filters VEC columns from registers, sliding down
// the source as `direct` does; only these sums go to local memory, no halo rows; then the rows are filtered from there.
//
//      s0-LEAD                                        WG_X*VEC columns, a work-item each VEC of them
//      +-----+----------------------------+------+
//      |     | TILE scalars               | halo |     WG_Y*ROWS rows of column-filtered sums, in local memory
//      +-----+----------------------------+------+
//
// Column pass: ROWS + FILTER_ROWS - 1 loads of VEC scalars, each converted once and added to up to ROWS sums. Row pass: PX outputs from
// one pass along PX + (FILTER_COLS-1)*CN sums, four at a time.
//
// Local memory is read by neighbours PX sums apart, an odd number of vectors: they lie in banks of their own. Where PX is VEC, a work-item
// stays in its column and steps down; else the group's outputs are numbered through.
//
// Coefficients: the row factor's FILTER_COLS taps, then the column factor's FILTER_ROWS taps.
//
// Parameters (host: impls/separable.cpp):
//   WG_X, WG_Y  work-group, in work-items
//   VEC     scalars a work-item in the column pass: 4, 8, 16
//   ROWS    rows a work-item in the column pass, 1 ... 16
//   PX      outputs a work-item at a time in the row pass: 4 or 12
//   TAPS_PER_CHUNK  taps of a row in a straight line: FILTER_COLS, or fewer, TAPS_PER_CHUNK*CN a multiple of 4
//   TILE    outputs of a group along a row: a multiple of PX and VEC, at most WG_X*VEC - LEAD - (FILTER_COLS-1)*CN
//   LEAD   scalars from the aligned address before the first tap to the tap, for a centred anchor
//   SPAN    where PX is not VEC: work-items that share a row in the row pass: TILE/PX, or more that idle, if a row's outputs then always stay with the
//           same ones
//   ALIGNED 1: rows begin at addresses for VEC scalars, under a centred anchor; 0: anywhere
//   DENORM_OPERANDS  of pixel.cl
//   PREFETCH  of prefetch.cl
//   UNROLL  1: the column pass of strips that lie inside is a straight line
//   BORDER_PREFETCH of prefetch.cl
// Work size: ceil(columns*CN / TILE)*WG_X x ceil(rows / ROWS) work-items, rounded up to whole groups.
// Local memory: WG_Y*ROWS * PITCH * 4*sizeof(ACC_T) bytes (impls/separable.cpp: localBytes).
// Not supported: kernels that are no outer product, rows of taps that do not fit the tile.

#include "common/interface.cl"
#include "common/border.cl"
#include "common/memory.cl"
#include "nvidia/ptx.cl"

#ifndef ROWS
#define ROWS 4 // rows that a work-item filters in the column pass, 1..16
#endif

#ifndef VEC
#define VEC 4
#endif
#ifndef LEAD
#define LEAD 0
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
#ifndef TAPS_PER_CHUNK
#define TAPS_PER_CHUNK FILTER_COLS
#endif
#ifndef SPAN
#define SPAN (TILE / PX)
#endif
#if SRC_BYTES < 4 && !ALIGNED
#define OVERREAD IN_WORD                             // scalars that loadUnaligned may read behind those wanted
#else
#define OVERREAD 0
#endif
#define SOURCE_ROWS (ROWS + FILTER_ROWS - 1)
#define GROUP_ITEMS (WG_X * WG_Y)
#define GROUP_ROWS (WG_Y * ROWS)
#define LANES 4                                     // sums in a vector of local memory
#define PITCH (WG_X * VEC / LANES)                  // vectors in a row of the tile
#define OFFSET (LEAD % LANES)                      // of a row pass's first sum in its first vector
#define CHUNKS ((OFFSET + PX + (TAPS_PER_CHUNK - 1) * CN + LANES - 1) / LANES)
#define SUMS_T VECTOR(ACC_T, 4)

// Adds one row's VEC scalars to the sums of the rows that they belong to; k: of the strip's source rows
INLINE void addRow(const ACC_T *values, int k, TAPS_T taps, ACC_T (*sum)[VEC])
{
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (k - r >= 0 && k - r < FILTER_ROWS)
        {
            const ACC_T tap = taps[FILTER_COLS + k - r];
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
    loadUnaligned((__global const uchar *)from, VEC * SRC_BYTES / 4, words);
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
INLINE void columnsInterior(Source source, int y, int first, TAPS_T taps, ACC_T (*sum)[VEC])
{
    // stepping on costs two instructions a row, an address made anew five
    __global const uchar *row = (__global const uchar *)(sourceRow(source, y) + first);
#if UNROLL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (int k = 0; k < SOURCE_ROWS; ++k, row += source.step)
    {
        ACC_T values[VEC];
        loadColumns((__global const SRC_T *)row, values);
        addRow(values, k, taps, sum);
    }
}

INLINE void columnsBorder(Source source, int y, int first, TAPS_T taps, ACC_T (*sum)[VEC])
{
    int column[VEC];
#pragma unroll
    for (int v = 0; v < VEC; ++v)
        column[v] = borderIndex(first + v, source.size.x);
#if BORDER_PREFETCH // their rows wait one for another: all of them are on their way before the first is used
#pragma unroll 1
    for (int k = 0; k < SOURCE_ROWS; ++k)
        prefetchL1(sourceRow(source, clamp(y + k, 0, source.size.y - 1)) + max(column[0], 0));
#endif
#pragma unroll 1
    for (int k = 0; k < SOURCE_ROWS; ++k)
    {
        const int mapped = borderCoordinate(y + k, source.size.y);
        __global const SRC_T *row = sourceRow(source, max(mapped, 0));
        ACC_T values[VEC];
#pragma unroll
        for (int v = 0; v < VEC; ++v)
            values[v] = mapped < 0 || column[v] < 0 ? (ACC_T)0 : OPERAND(row[column[v]]);
        addRow(values, k, taps, sum);
    }
}

// Adds the row's taps i0 ... i0+TAPS_PER_CHUNK-1 to PX outputs; from: the vector that holds the first one's sum
INLINE void filterRow(__local const SUMS_T *row, int from, int i0, TAPS_T taps, ACC_T *outputs)
{
#pragma unroll
    for (int chunk = 0; chunk < CHUNKS; ++chunk)
    {
        ACC_T sums[LANES];
        // the last piece of a row's taps may be shorter: what it does not need may lie behind the tile
        const int vector = FILTER_COLS % TAPS_PER_CHUNK != 0 ? min(from + chunk, PITCH - 1) : from + chunk;
        vstore4(row[vector], 0, sums);
#pragma unroll
        for (int e = 0; e < LANES; ++e)
#pragma unroll
            for (int p = 0; p < PX; ++p)
            {
                const int distance = chunk * LANES + e - OFFSET - p, i = distance / CN;
                if (distance < 0 || distance % CN != 0 || i >= TAPS_PER_CHUNK)
                    continue;
                if (FILTER_COLS % TAPS_PER_CHUNK != 0 && i0 + i >= FILTER_COLS)
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
    for (int i0 = 0; i0 < FILTER_COLS; i0 += TAPS_PER_CHUNK)
        filterRow(row, (column + i0 * CN) / LANES, i0, taps, outputs);
}

__kernel GROUP_SIZE
void clconv_separable(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    __local SUMS_T tile[GROUP_ROWS * PITCH];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int s0 = get_group_id(0) * TILE;
    const int y0 = get_group_id(1) * GROUP_ROWS;

    const int start = source.origin.x * CN + s0 - LEAD; // the tile's first column, in scalars of the source
    const int first = start + lx * VEC;
    const int y = source.origin.y + y0 + ly * ROWS;
    prefetchRows(source, start, WG_X * VEC, y + tileRangeOf(tileRange).prefetchRows, ROWS, lx);
    ACC_T sum[ROWS][VEC];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int v = 0; v < VEC; ++v)
            sum[r][v] = 0;
    const INDEX_T addresses = source.step | (source.offset + (INDEX_T)start * (INDEX_T)sizeof(SRC_T));
    const bool aligned = !ALIGNED || (addresses & (INDEX_T)(VEC * sizeof(SRC_T) - 1)) == 0;
    const int last = first + VEC + OVERREAD;
    if (aligned && first >= 0 && last <= source.size.x * CN && y >= 0 && y + SOURCE_ROWS <= source.size.y)
        columnsInterior(source, y, first, TAPS, sum);
    else if (lx * VEC < LEAD + TILE + (FILTER_COLS - 1) * CN && y0 + ly * ROWS < dstSize.y)
        columnsBorder(source, y, first, TAPS, sum);
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
        filterLine(line, LEAD + at, TAPS, delta, outputs);
        if (whole)
            storeVector((__global DST_T *)out, outputs);
        else
            storeTail((__global DST_T *)out, outputs, scalars - s0 - at, false);
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
        filterLine(tile + row * PITCH, LEAD + at, TAPS, delta, outputs);
        storeTail(destinationRow(dst, dstStep, dstOffset, y0 + row) + s0 + at, outputs, scalars - s0 - at, alignedOutputs);
    }
#endif
}
