// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Filters that are the outer product of a column and a row: both passes in one launch. Each work-item filters VEC
// columns in registers, sliding down the source as in direct.cl; only these sums go to local memory, no halo rows. Then
// the rows are filtered from there.
//
//      s0-LEAD                                        WG_X*VEC columns, VEC for each work-item
//      +-----+----------------------------+------+
//      |     | TILE scalars               | halo |     WG_Y*ROWS rows of column sums, in local memory
//      +-----+----------------------------+------+
//
// Column pass: ROWS + FILTER_ROWS - 1 loads of VEC scalars, each converted once and added to up to ROWS sums.
// Row pass: PX outputs from one pass over PX + (FILTER_COLS-1)*CN column sums, four at a time. Adjacent work-items read
// local memory PX sums apart, which is an odd number of vectors of four: no bank conflicts. Where PX is VEC, a
// work-item stays in its columns and steps down; otherwise the outputs of the group are numbered row by row.
//
// Coefficients: the FILTER_COLS taps of the row factor, then the FILTER_ROWS taps of the column factor.
//
// Parameters (host: implementations/gpu/separable.cpp): WG_X, WG_Y; DENORM_OPERANDS of interface.cl; PREFETCH and
// BORDER_PREFETCH of ptx.cl; PX and UNALIGNED_STORE of memory.cl: PX, 4 or 12, is what the row pass computes at a time;
// and those below.
// Work size: ceil(columns*CN / TILE)*WG_X x ceil(rows / ROWS) work-items, rounded up to whole groups.
// Local memory: WG_Y*ROWS * PITCH * 4*sizeof(ACC_T) bytes (localBytes in separable.cpp).
// Not supported: filters that are no outer product; rows of taps that are as wide as a tile.

#include "common/interface.cl"
#include "common/border.cl"
#include "common/memory.cl"
#include "nvidia/ptx.cl"

#ifndef ROWS
#define ROWS 4 // rows of a work-item in the column pass, 1..16
#endif
#ifndef VEC
#define VEC 4 // scalars of a work-item in the column pass: 4, 8 or 16
#endif
#ifndef LEAD
#define LEAD 0 // scalars from the aligned address before the first tap to that tap, for a centred anchor: 0..VEC-1
#endif
#ifndef TILE
#define TILE (WG_X * VEC / 2) // outputs of a group along a row, a multiple of PX and VEC, e.g. 240
#endif
#ifndef ALIGNED
#define ALIGNED 1 // 1: rows begin at addresses aligned for VEC scalars, for a centred anchor; 0: at any address
#endif
#ifndef UNROLL
#define UNROLL 1 // 1: the column pass of interior tiles is fully unrolled
#endif
#ifndef TAPS_PER_CHUNK
#define TAPS_PER_CHUNK FILTER_COLS // taps of a row that are unrolled: all, or fewer with TAPS_PER_CHUNK*CN % 4 == 0
#endif
#ifndef SPAN
#define SPAN (TILE / PX) // if PX is not VEC: work-items for a row in the row pass, a few idle, e.g. 64 for TILE/PX = 60
#endif
#if SRC_BYTES < 4 && !ALIGNED
#define OVERREAD_SCALARS SRC_PER_WORD // that loadUnaligned may read after the last one needed
#else
#define OVERREAD_SCALARS 0
#endif
#define SOURCE_ROWS (ROWS + FILTER_ROWS - 1) // source rows under the rows of a work-item
#define GROUP_ITEMS (WG_X * WG_Y)
#define GROUP_ROWS (WG_Y * ROWS)
#define VECTOR_SUMS 4                     // column sums in a vector of local memory
#define PITCH (WG_X * VEC / VECTOR_SUMS)  // vectors in a row of the tile
#define FIRST_SUM (LEAD % VECTOR_SUMS)    // position of the first sum of a row pass in its first vector
// Vectors under TAPS_PER_CHUNK taps of PX outputs
#define ROW_VECTORS ((FIRST_SUM + PX + (TAPS_PER_CHUNK - 1) * CN + VECTOR_SUMS - 1) / VECTOR_SUMS)
#define ACC4_T VECTOR(ACC_T, 4)

// Adds VEC scalars of source row k of the work-item to the sums of the output rows that they belong to
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

// VEC adjacent scalars as operands
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

// The column pass where all loads are inside the image. first: scalar of the source row
INLINE void columnsInterior(Source source, int y, int first, TAPS_T taps, ACC_T (*sum)[VEC])
{
    // Incrementing the address takes two instructions a row, computing it anew five.
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

// The column pass anywhere: rows and columns are mapped.
INLINE void columnsBorder(Source source, int y, int first, TAPS_T taps, ACC_T (*sum)[VEC])
{
    int column[VEC];
#pragma unroll
    for (int v = 0; v < VEC; ++v)
        column[v] = borderIndex(first + v, source.size.x);
#if BORDER_PREFETCH // the loads of one row wait for those of the row before: request all rows first
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

// Adds the taps i0 ... i0+TAPS_PER_CHUNK-1 of the row to PX outputs. from: the vector with the sum under the first of
// these taps for the first output
INLINE void filterRow(__local const ACC4_T *row, int from, int i0, TAPS_T taps, ACC_T *outputs)
{
#pragma unroll
    for (int v = 0; v < ROW_VECTORS; ++v)
    {
        ACC_T sums[VECTOR_SUMS];
        // The last chunk may have fewer taps: vectors that it does not need may be beyond the tile.
        const int vector = FILTER_COLS % TAPS_PER_CHUNK != 0 ? min(from + v, PITCH - 1) : from + v;
        vstore4(row[vector], 0, sums);
#pragma unroll
        for (int e = 0; e < VECTOR_SUMS; ++e)
#pragma unroll
            for (int p = 0; p < PX; ++p)
            {
                const int distance = v * VECTOR_SUMS + e - FIRST_SUM - p, i = distance / CN;
                if (distance < 0 || distance % CN != 0 || i >= TAPS_PER_CHUNK)
                    continue;
                if (FILTER_COLS % TAPS_PER_CHUNK != 0 && i0 + i >= FILTER_COLS)
                    continue;
                outputs[p] += taps[i0 + i] * sums[e];
            }
    }
}

// PX outputs from a row of the tile; column: of the sum under the first tap of the first
INLINE void filterLine(__local const ACC4_T *row, int column, TAPS_T taps, ACC_T delta, ACC_T *outputs)
{
#pragma unroll
    for (int p = 0; p < PX; ++p)
        outputs[p] = delta;
#pragma unroll 1
    for (int i0 = 0; i0 < FILTER_COLS; i0 += TAPS_PER_CHUNK)
        filterRow(row, (column + i0 * CN) / VECTOR_SUMS, i0, taps, outputs);
}

__kernel GROUP_SIZE
void clconv_separable(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    __local ACC4_T tile[GROUP_ROWS * PITCH];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int s0 = get_group_id(0) * TILE;
    const int y0 = get_group_id(1) * GROUP_ROWS;

    const int start = source.origin.x * CN + s0 - LEAD; // first column of the tile, in scalars of the source
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
    const int last = first + VEC + OVERREAD_SCALARS;
    if (aligned && first >= 0 && last <= source.size.x * CN && y >= 0 && y + SOURCE_ROWS <= source.size.y)
        columnsInterior(source, y, first, TAPS, sum);
    else if (lx * VEC < LEAD + TILE + (FILTER_COLS - 1) * CN && y0 + ly * ROWS < dstSize.y)
        columnsBorder(source, y, first, TAPS, sum);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int v = 0; v < VEC; v += VECTOR_SUMS)
            tile[(ly * ROWS + r) * PITCH + (lx * VEC + v) / VECTOR_SUMS] = vload4(0, sum[r] + v);
    barrier(CLK_LOCAL_MEM_FENCE);

    const int scalars = dstSize.x * CN;
    const bool alignedOutputs = areAligned(dstStep | dstOffset);
#if PX == VEC // a work-item stays in its columns: no division, and addresses are incremented
    const int at = lx * PX;
    if (at >= TILE || s0 + at >= scalars)
        return;
    const bool whole = alignedOutputs && s0 + at + PX <= scalars;
    __local const ACC4_T *line = tile + ly * PITCH;
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
        const bool fixedColumns = GROUP_ITEMS % SPAN == 0;
        const int row = fixedColumns ? item / SPAN + n * (GROUP_ITEMS / SPAN) : (item + n * GROUP_ITEMS) / SPAN;
        const int at = (fixedColumns ? item % SPAN : (item + n * GROUP_ITEMS) % SPAN) * PX;
        if (row >= GROUP_ROWS || y0 + row >= dstSize.y || at >= TILE || s0 + at >= scalars)
            continue;
        ACC_T outputs[PX];
        filterLine(tile + row * PITCH, LEAD + at, TAPS, delta, outputs);
        __global DST_T *out = destinationRow(dst, dstStep, dstOffset, y0 + row) + s0 + at;
        storeTail(out, outputs, scalars - s0 - at, alignedOutputs);
    }
#endif
}
