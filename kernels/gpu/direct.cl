// SPDX-License-Identifier: Apache-2.0
//
// A work-item computes a tile of ROWS rows of PX scalars in registers, for one filter or for the FILTERS of a bank, all
// of one size and anchor (the host pads others). It walks down the source rows under its tile, loads the window of each
// row once, and adds it to every sum that needs it (register_tile.cl draws the tile, input_window.cl the window).
//
//      source row k of a tile of ROWS = 3, for a filter of three rows: window times tap row j is added to sum r
//
//      k         0    1    2    3    4
//      sum 0    j=0  j=1  j=2
//      sum 1         j=0  j=1  j=2
//      sum 2              j=0  j=1  j=2
//
// A bank writes an output for each filter; the taps of each filter follow those of the one before. If each channel has
// a filter of its own, tiles begin with a pixel, so it is constant which tap belongs to a sum.
//
// Options (host: implementations/gpu/direct.cpp): below; VEC, LEAD, UNALIGNED_LOAD, TAPS_PER_CHUNK of input_window.cl;
// ROWS of register_tile.cl; PX, UNALIGNED_STORE, ALIGNED_OUTPUTS of memory.cl; HAS_PREFETCH, BORDER_PREFETCH of ptx.cl
// (inline PTX, for NVIDIA only); WG_X, WG_Y, DENORM_OPERANDS of interface.cl; the border of border.cl.
// Work size: ceil(columns*CN / PX) x ceil(rows / ROWS) work-items, rounded up to whole groups, and the border
// work-groups of register_tile.cl. Local memory: none.
// Not supported: more than 8 filters in a launch; CHANNEL_FILTERS where PX % CN is not 0. The input window,
// PX + (TAPS_PER_CHUNK-1)*CN operands, stays in registers up to windowRegisterMaximum words, together with the sums of
// a bank up to tileRegisterMaximum (util/device_constants.hpp).

#include "common/border.cl"
#include "common/memory.cl"
#include "gpu/input_window.cl"
#include "gpu/register_tile.cl"
#include "nvidia/ptx.cl"

#ifndef UNROLL
#define UNROLL 0 // 1: the loop over source rows is fully unrolled: coefficients have constant addresses
#endif
#ifndef DOUBLE_BUFFER
#define DOUBLE_BUFFER 0 // 1: a row is loaded before the previous one is added; with UNROLL=0, all taps in a chunk
#endif
#define SUMS (FILTERS * ROWS)

// Adds source row k of the tile, under the tap columns i0 ... i0+TAPS_PER_CHUNK-1, to the sums it belongs to.
INLINE void addChunk(const ACC_T *window, int k, int i0, TAPS_T taps, ACC_T *sum)
{
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
    {
        const int filter = s / ROWS, row = k - s % ROWS;
        if (row < 0 || row >= FILTER_ROWS)
            continue;
#pragma unroll
        for (int i = 0; i < TAPS_PER_CHUNK; ++i)
        {
            if (FILTER_COLS % TAPS_PER_CHUNK != 0 && i0 + i >= FILTER_COLS)
                break;
            TAP_T tap = TAP_AT(taps, (filter * FILTER_ROWS + row) * FILTER_COLS + i0 + i);
#pragma unroll
            for (int p = 0; p < PX; ++p)
                sum[s * PX + p] += TAP_OF(tap, p) * window[LEAD + p + i * CN];
        }
    }
}

// The sums of an interior tile. When unrolled, it has no branches, and the compiler moves loads ahead of their use.
INLINE void filterInterior(Source source, int y, int first, TAPS_T taps, ACC_T *sum)
{
#if DOUBLE_BUFFER
    PRIVATE_ARRAY(RAW_T, next, RAW_COUNT);
    loadVectors(sourceRow(source, y), first, next);
#pragma unroll 1
    for (int k = 0; k < SOURCE_ROWS; ++k)
    {
        PRIVATE_ARRAY(ACC_T, window, LOAD_WIDTH);
        convertVectors(next, window);
        loadVectors(sourceRow(source, y + min(k + 1, SOURCE_ROWS - 1)), first, next);
        addChunk(window, k, 0, taps, sum);
    }
#else
    const INDEX_T step = source.step;
    // Incrementing the row's address takes two instructions, computing it anew four; but with pixels of 16 bytes the
    // incremented address needs more registers.
    __global const uchar *start = (__global const uchar *)sourceRow(source, y), *row = start;
#if UNROLL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (int k = 0; k < SOURCE_ROWS; ++k)
    {
#pragma unroll 1
        for (int chunk = 0; chunk < CHUNKS; ++chunk)
        {
            PRIVATE_ARRAY(ACC_T, window, LOAD_WIDTH);
            loadInterior((__global const SRC_T *)row, first + chunk * (TAPS_PER_CHUNK * CN), window);
            addChunk(window, k, chunk * TAPS_PER_CHUNK, taps, sum);
        }
        row = SRC_BYTES * CN < 16 ? row + step : start + (INDEX_T)(k + 1) * step;
    }
#endif
}

#if NVIDIA
// The sums of any tile: rows and columns are mapped. Not unrolled, so it needs no more registers than filterInterior.
INLINE void filterBorder(Source source, int y, int first, TAPS_T taps, ACC_T *sum)
{
#pragma unroll 1
    for (int chunk = 0; chunk < CHUNKS; ++chunk)
    {
        PRIVATE_ARRAY(int, column, WINDOW_WIDTH);
        mapWindow(source, first + chunk * (TAPS_PER_CHUNK * CN), column);
#if BORDER_PREFETCH // the loads of one row wait for those of the row before: request all rows first
#pragma unroll 1
        for (int k = 0; k < SOURCE_ROWS; ++k)
            prefetchL1(sourceRow(source, clamp(y + k, 0, source.size.y - 1)) + max(column[WINDOW_WIDTH / 2], 0));
#endif
#pragma unroll 1
        for (int k = 0; k < SOURCE_ROWS; ++k)
        {
            PRIVATE_ARRAY(ACC_T, window, LOAD_WIDTH);
            loadBorder(source, y + k, column, window);
            addChunk(window, k, chunk * TAPS_PER_CHUNK, taps, sum);
        }
    }
}
#else
// Adds source row k of the tile, under tap column i, to the sums it belongs to.
// scalars: under the column, for each output of a row
INLINE void addColumn(const ACC_T *scalars, int k, int i, TAPS_T taps, ACC_T *sum)
{
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
    {
        const int filter = s / ROWS, row = k - s % ROWS;
        if (row < 0 || row >= FILTER_ROWS)
            continue;
        TAP_T tap = TAP_AT(taps, (filter * FILTER_ROWS + row) * FILTER_COLS + i);
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[s * PX + p] += TAP_OF(tap, p) * scalars[p];
    }
}

// The sums of any tile: rows and columns are mapped. It takes one column of taps at a time: a window with its mapped
// columns would need more registers than filterInterior, and only NVIDIA's compiler accepts a cap for the whole kernel.
INLINE void filterBorder(Source source, int y, int first, TAPS_T taps, ACC_T *sum)
{
#pragma unroll 1
    for (int k = 0; k < SOURCE_ROWS; ++k)
    {
        const int mapped = borderRow(source, y + k);
        __global const SRC_T *row = sourceRow(source, max(mapped, 0));
#pragma unroll 1
        for (int i = 0; i < FILTER_COLS; ++i)
        {
            PRIVATE_ARRAY(ACC_T, scalars, PX);
#pragma unroll
            for (int p = 0; p < PX; ++p)
            {
                const int index = borderIndex(source, first + p + i * CN);
                scalars[p] = mapped < 0 || index < 0 ? (ACC_T)0 : OPERAND(row[max(index, 0)]);
            }
            addColumn(scalars, k, i, taps, sum);
        }
    }
}
#endif

// The sums of a tile
INLINE void filterTile(Tile tile, Source source, TAPS_T taps, ACC_T delta, ACC_T *sum)
{
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[s * PX + p] = DENORM_OPERANDS ? 0 : delta;
    if (tile.interior)
        filterInterior(source, tile.y, tile.first, taps, sum);
    else
        filterBorder(source, tile.y, tile.first, taps, sum);
#if DENORM_OPERANDS
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[s * PX + p] = fma(sum[s * PX + p], taps[FILTER_COLS * FILTER_ROWS], delta);
#endif
}

// Stores the tile of every output
INLINE void storeAll(Tile tile, const Output *output, int2 dstSize, bool vectors, ACC_T *sum)
{
#pragma unroll
    for (int f = 0; f < FILTERS; ++f)
        storeTile(tile, output[f], dstSize, vectors, sum + f * ROWS * PX);
}

__kernel GROUP_SIZE
void clconv_direct(CLCONV_ARGUMENTS(__global const uchar *src))
{
    CLCONV_GROUP
    const Source source = SOURCE_VALUES;
    const TileRange interior = FIELDS_OF(tileRange);
    const Tile tile = tileOf(group, interior, source, dstSize);
    prefetchBelow(group, tile, source, interior);
    if (!tile.exists)
        return;
    ACC_T sum[SUMS * PX];
    filterTile(tile, source, TAPS, delta, sum);
    CLCONV_OUTPUTS
    INDEX_T addresses = 0;
#pragma unroll
    for (int f = 0; f < FILTERS; ++f)
        addresses |= output[f].step | output[f].offset;
    const bool vectors = usesVectorStores(tile, dstSize, addresses);
    if (FILTERS > 1 && vectors) // one condition for all outputs
        storeAll(tile, output, dstSize, true, sum);
    else
        storeAll(tile, output, dstSize, vectors, sum);
}
