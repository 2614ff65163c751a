// SPDX-License-Identifier: Apache-2.0
//
// Filters that are the outer product of a column and a row, or the sum of RANK of them: all passes in one launch. Each
// work-item filters VEC columns in registers, sliding down the source as in register_tile.cl; only these sums go to
// local memory, no halo rows. Then the rows are filtered from there (row_pass.cl).
//
//      s0-LEAD                                        WG_X*VEC columns, VEC for each work-item
//      +-----+----------------------------+------+
//      |     | TILE outputs               | halo |     WG_Y*ROWS rows of column sums, in local memory
//      +-----+----------------------------+------+
//
// Column pass: ROWS + FILTER_ROWS - 1 loads of VEC scalars, each converted once and added to up to ROWS sums.
//
// A sum of outer products has a tile of column sums for each product; the row pass adds them.
//
// Coefficients: for each product the FILTER_COLS taps of the row factor, then the FILTER_ROWS taps of the column
// factor.
//
// Options (host: implementations/gpu/separable.cpp): below, and those of row_pass.cl; HAS_PREFETCH and BORDER_PREFETCH
// of ptx.cl; the border of border.cl.
// Work size: ceil(columns*CN / TILE)*WG_X x ceil(rows / ROWS) work-items, rounded up to whole groups.
// Local memory: RANK * WG_Y*ROWS * PITCH * 4*sizeof(ACC_T) bytes (localBytes in separable.cpp).
// Not supported: other filters; rows of taps so long that lead and halo leave no outputs of the WG_X*VEC columns
// (tileOf in separable.cpp).

// With a function call in the column pass, images of VGA size take a tenth longer (H100).
#define FAR_BORDERS INLINE

#include "common/border.cl"
// Rows of bytes at any address take a fifth fewer instructions on Intel's GPUs (compiled, not timed). Sums of 16 bits
// in double, and the register tiles of direct, would spill.
#if defined INTEL_DEVICE && SRC_BYTES == 1 && !defined ANY_ADDRESS
#define ANY_ADDRESS 1
#endif
#include "common/memory.cl"
#include "gpu/row_pass.cl"
#include "nvidia/ptx.cl"

#ifndef ALIGNED
#define ALIGNED 1 // 1: rows begin at addresses aligned for VEC scalars, for a centred anchor; 0: at any address
#endif
#ifndef UNROLL
#define UNROLL 1 // 1: the column pass of interior tiles is fully unrolled; 0: only rows that not all sums need are
#endif
#if SRC_BYTES < 4 && !ALIGNED
#define OVERREAD_SCALARS SRC_PER_WORD // that loadUnaligned may read after the last one needed
#else
#define OVERREAD_SCALARS 0
#endif
#define SOURCE_ROWS (ROWS + FILTER_ROWS - 1) // source rows under the rows of a work-item

// Adds VEC scalars of a source row to the sums of output row r
INLINE void addTap(const ACC_T *values, ACC_T tap, int r, ACC_T (*sum)[VEC])
{
#pragma unroll
    for (int v = 0; v < VEC; ++v)
        sum[r][v] += tap * values[v];
}

// Adds VEC scalars of source row k of the work-item to the sums of the output rows that they belong to.
// all: a constant; they belong to all sums, so nothing is compared
INLINE void addRow(const ACC_T *values, int k, bool all, TAPS_T taps, ACC_T (*sum)[VEC])
{
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (all || (k - r >= 0 && k - r < FILTER_ROWS))
            addTap(values, taps[FILTER_COLS + k - r], r, sum);
}

// VEC adjacent scalars as operands
INLINE void loadColumns(__global const SRC_T *from, ACC_T *values)
{
#if SRC_BYTES < 4
    PRIVATE_ARRAY(uint, words, VEC * SRC_BYTES / 4);
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
    JOIN(vstore, VEC)(FROM_SRC(columns, VEC), 0, values);
#endif
}

// The column pass where all loads are inside the image. first: scalar of the source row
INLINE void columnsInterior(Source source, int y, int first, TAPS_T taps, ACC_T (*sum)[VEC])
{
    // Incrementing the address takes two instructions a row, computing it anew five.
    __global const uchar *row = (__global const uchar *)(sourceRow(source, y) + first);
    PRIVATE_ARRAY(ACC_T, values, VEC);
    const int head = UNROLL ? SOURCE_ROWS : min(ROWS, FILTER_ROWS) - 1;
    const int tail = UNROLL ? SOURCE_ROWS : max(ROWS, FILTER_ROWS);
#pragma unroll
    for (int k = 0; k < head; ++k, row += source.step)
    {
        loadColumns((__global const SRC_T *)row, values);
        addRow(values, k, false, taps, sum);
    }
#pragma unroll 8
    for (int k = head; k < tail; ++k, row += source.step)
    {
        loadColumns((__global const SRC_T *)row, values);
        addRow(values, k, FILTER_ROWS >= ROWS, taps, sum);
    }
#pragma unroll
    for (int k = tail; k < SOURCE_ROWS; ++k, row += source.step)
    {
        loadColumns((__global const SRC_T *)row, values);
        addRow(values, k, false, taps, sum);
    }
}

// The column pass of any work-item: rows and columns are mapped.
INLINE void columnsBorder(Source source, int y, int first, TAPS_T taps, ACC_T (*sum)[VEC])
{
    int column[VEC];
#pragma unroll
    for (int v = 0; v < VEC; ++v)
        column[v] = borderIndex(source, first + v);
#if BORDER_PREFETCH // the loads of one row wait for those of the row before: request all rows first
#pragma unroll 1
    for (int k = 0; k < SOURCE_ROWS; ++k)
        prefetchL1(sourceRow(source, clamp(y + k, 0, source.size.y - 1)) + max(column[0], 0));
#endif
#pragma unroll 1
    for (int k = 0; k < SOURCE_ROWS; ++k)
    {
        const int mapped = borderRow(source, y + k);
        __global const SRC_T *row = sourceRow(source, max(mapped, 0));
        PRIVATE_ARRAY(ACC_T, values, VEC);
#pragma unroll
        for (int v = 0; v < VEC; ++v)
            values[v] = mapped < 0 || column[v] < 0 ? (ACC_T)0 : OPERAND(row[column[v]]);
        addRow(values, k, false, taps, sum);
    }
}

__kernel GROUP_SIZE
void clconv_separable(CLCONV_ARGUMENTS(__global const uchar *src))
{
    CLCONV_GROUP
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    const TileRange range = FIELDS_OF(tileRange);
    __local ACC4_T sums[RANK * GROUP_ROWS * PITCH];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int s0 = group.x * TILE, y0 = group.y * GROUP_ROWS;
    const int start = source.origin.x * CN + s0 - LEAD;
    const int first = start + lx * VEC;
    const int y = source.origin.y + y0 + ly * ROWS;
    prefetchRows(source, start, WG_X * VEC, y + range.prefetchRows, ROWS, lx);
    const INDEX_T addresses = source.step | (source.offset + (INDEX_T)start * (INDEX_T)sizeof(SRC_T));
    const bool aligned = !ALIGNED || (addresses & (INDEX_T)(VEC * sizeof(SRC_T) - 1)) == 0;
    const int last = first + VEC + OVERREAD_SCALARS;
    const bool interior =
        aligned && first >= 0 && last <= source.size.x * CN && y >= 0 && y + SOURCE_ROWS <= source.size.y;
    // Not a function of its own, in which clang 14 converts unaligned 16-bit words less well (16S 39x34: 3,108 PTX
    // instructions instead of 3,041).
#pragma unroll 1
    for (int product = 0; product < RANK; ++product)
    {
        ACC_T sum[ROWS][VEC];
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
#pragma unroll
            for (int v = 0; v < VEC; ++v)
                sum[r][v] = 0;
        if (interior)
            columnsInterior(source, y, first, TAPS + product * PRODUCT_TAPS, sum);
        else if (lx * VEC < LEAD + TILE + (FILTER_COLS - 1) * CN && y0 + ly * ROWS < dstSize.y)
            columnsBorder(source, y, first, TAPS + product * PRODUCT_TAPS, sum);
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
#pragma unroll
            for (int v = 0; v < VEC; v += VECTOR_SUMS)
                sums[product * (GROUP_ROWS * PITCH) + (ly * ROWS + r) * PITCH + (lx * VEC + v) / VECTOR_SUMS] =
                    vload4(0, sum[r] + v);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    rowPass(sums, source, lx, ly, s0, y0, TAPS, delta, output, dstSize);
}
