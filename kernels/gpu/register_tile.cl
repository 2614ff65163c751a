// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Register tile: the outputs that a work-item computes and keeps in registers, PX scalars of each of ROWS rows, for one
// filter (`direct`, `specialized`) or several (`bank`). The work-item slides down the source rows, holds the input
// window of one row at a time, and adds it to each sum it belongs to: a source scalar is loaded once and used
// FILTERS*PX*ROWS times.
//
//      one work-item:        s0        s0+PX       input window: PX + (FILTER_COLS-1)*CN scalars
//                    +--------+---------+--------+
//      source rows   | halo   |         |  halo  |   ROWS + FILTER_ROWS - 1 of them
//                    +--------+---------+--------+
//                             | sums    |            FILTERS x ROWS x PX, in registers
//
// This file has four parts: the input window; the tile of a work-item; its outputs; its sums (`specialized` has its
// own). The taps of each filter follow those of the one before.
//
// Parameters (host: implementations/gpu/register_tile.cpp): WG_X, WG_Y, FILTERS, DENORM_OPERANDS of interface.cl; PX,
// UNALIGNED_STORE of memory.cl; PREFETCH, BORDER_PREFETCH of ptx.cl; and those below.

#include "common/interface.cl"
#include "common/border.cl"
#include "common/memory.cl"
#include "nvidia/ptx.cl"

#ifndef VEC
#define VEC 1 // scalars of a vector load: 1, 2, 4, 8 or 16; divides PX
#endif
#ifndef ROWS
#define ROWS 4 // rows that a work-item computes, 1..16
#endif
#ifndef UNALIGNED_LOAD
#define UNALIGNED_LOAD 0 // 1: rows begin at any address; words of VEC scalars are combined from aligned ones
#endif
#ifndef LEAD
#define LEAD 0 // scalars from the aligned address before the window to the window, for a centred anchor: 0..VEC-1
#endif
#ifndef TAPS_PER_CHUNK
#define TAPS_PER_CHUNK FILTER_COLS // tap columns in registers at a time: all, or fewer: TAPS_PER_CHUNK*CN % VEC == 0
#endif
#ifndef UNROLL
#define UNROLL 0 // 1: the loop over source rows is fully unrolled: coefficients have constant addresses
#endif
#ifndef DOUBLE_BUFFER
#define DOUBLE_BUFFER 0 // 1: a row is loaded before the previous one is added; with UNROLL=0, all taps in a chunk
#endif

// ---- Input window: the scalars of one source row that PX outputs need for TAPS_PER_CHUNK tap columns
//
//            first
//      +-------+---------------------------+---+     WINDOW_WIDTH = PX + (TAPS_PER_CHUNK-1)*CN scalars from scalar
//      | LEAD  | WINDOW_WIDTH              |   |     `first` of the row on
//      +-------+---------------------------+---+     LOAD_WIDTH = LEAD and these, rounded up to whole loads
//      ^ aligned address
//
// It is loaded in one of two ways; which one depends on data, so one program serves every address, step and anchor:
//   interior  LOADS vectors of VEC scalars from aligned addresses, where all LOAD_WIDTH scalars are in the image, rows
//             are aligned for VEC scalars and the anchor is centred; with UNALIGNED_LOAD, words from any address
//   border    scalar by scalar at column indices that are computed once for all rows

#define WINDOW_WIDTH (PX + (TAPS_PER_CHUNK - 1) * CN)
#define LOADS ((LEAD + WINDOW_WIDTH + VEC - 1) / VEC)
#define LOAD_WIDTH (LOADS * VEC)
#define CHUNKS ((FILTER_COLS + TAPS_PER_CHUNK - 1) / TAPS_PER_CHUNK)

// The loaded scalars before conversion: RAW_COUNT vectors, or words for 8- and 16-bit types (memory.cl)
#define LOAD_AS_WORDS (SRC_BYTES < 4 && SRC_BYTES * VEC >= 4)
#if LOAD_AS_WORDS
#define RAW_T uint
#define VEC_WORDS (SRC_BYTES * VEC / 4)
#define RAW_COUNT (LOADS * VEC_WORDS)
#else
#define RAW_COUNT LOADS
#if VEC > 1
#define RAW_T VECTOR(SRC_T, VEC)
#else
#define RAW_T SRC_T
#endif
#endif

#if LOAD_AS_WORDS && !UNALIGNED_LOAD
// Of the first and last vector only the words that the window overlaps
INLINE void loadWords(__global const uint *words, uint *raw)
{
#pragma unroll
    for (int v = 0; v < LOADS; ++v)
    {
        if (v * VEC >= LEAD && (v + 1) * VEC <= LEAD + WINDOW_WIDTH)
        {
            loadAligned((__global const uchar *)(words + v * VEC_WORDS), VEC_WORDS, raw + v * VEC_WORDS);
            continue;
        }
#pragma unroll
        for (int w = v * VEC_WORDS; w < (v + 1) * VEC_WORDS; ++w)
            raw[w] = (w + 1) * SRC_PER_WORD > LEAD && w * SRC_PER_WORD < LEAD + WINDOW_WIDTH ? words[w] : 0;
    }
}
#endif

INLINE void loadVectors(__global const SRC_T *row, int first, RAW_T *raw)
{
#if UNALIGNED_LOAD
    loadUnaligned((__global const uchar *)(row + first), LOADS, raw);
#elif LOAD_AS_WORDS
    loadWords((__global const uint *)(row + (first - LEAD)), raw);
#else
    __global const RAW_T *vectors = (__global const RAW_T *)(row + (first - LEAD));
#pragma unroll
    for (int v = 0; v < LOADS; ++v)
        raw[v] = vectors[v];
#endif
}

// window: LOAD_WIDTH operands; window[LEAD] is under the first tap of the first output
INLINE void convertVectors(const RAW_T *raw, ACC_T *window)
{
#if LOAD_AS_WORDS
#pragma unroll
    for (int i = 0; i < LOAD_WIDTH; ++i)
        window[i] = wordOperand(raw, i);
#elif DENORM_OPERANDS // vectors of less than a word
    SRC_T scalars[LOAD_WIDTH];
#pragma unroll
    for (int v = 0; v < LOADS; ++v)
#if VEC > 1
        JOIN(vstore, VEC)(raw[v], v, scalars);
#else
        scalars[v] = raw[v];
#endif
#pragma unroll
    for (int i = 0; i < LOAD_WIDTH; ++i)
        window[i] = OPERAND(scalars[i]);
#else
#pragma unroll
    for (int v = 0; v < LOADS; ++v)
#if VEC > 1
        JOIN(vstore, VEC)(TO_ACC(raw[v], VEC), v, window);
#else
        window[v] = TO_ACC(raw[v], );
#endif
#endif
}

INLINE void loadInterior(__global const SRC_T *row, int first, ACC_T *window)
{
    RAW_T raw[RAW_COUNT];
    loadVectors(row, first, raw);
    convertVectors(raw, window);
}

// The index in its row of each scalar of the window, -1: zero
INLINE void mapWindow(int columns, int first, int *column)
{
    const bool contiguous = first >= 0 && first + WINDOW_WIDTH <= columns * CN;
#pragma unroll
    for (int i = 0; i < WINDOW_WIDTH; ++i)
        column[i] = contiguous ? first + i : borderIndex(first + i, columns);
}

// The window of row y, which may be outside the image
INLINE void loadBorder(Source source, int y, const int *column, ACC_T *window)
{
    const int mapped = borderCoordinate(y, source.size.y);
    __global const SRC_T *row = sourceRow(source, max(mapped, 0));
#pragma unroll
    for (int i = 0; i < WINDOW_WIDTH; ++i)
        window[LEAD + i] = mapped < 0 || column[i] < 0 ? (ACC_T)0 : OPERAND(row[column[i]]);
}

// ---- The tile of a work-item
//
// Border tiles get work-groups of their own: a warp with border and interior tiles diverges and runs both paths.
// The interior tiles are a rectangle, which the host computes (runtime/interior_tiles.cpp); the launch has extra rows
// of work-groups for the tiles around it: those above and below in the order of the image, then those left and right
// of it, column by column.
//
//      +-------------------------------+
//      | border work-groups            |   their tiles: above, below, left, right
//      +---+-----------------------+---+
//      | - | -     -     -     -   | - |   interior work-groups: a tile for each position in the image; work-items
//      | - | interior              | - |   whose tile is not interior return at once
//      | - | -     -     -     -   | - |
//      +---+-----------------------+---+
//
// Border tiles take longest, as the loads of one row depend on its mapped coordinate. Their groups are the first of the
// launch; the last ones would still run when all others are done (NVIDIA H200, 8K, 8UC1, 9x9: 164 us with border groups
// last, 139 us with border groups first).

#define SOURCE_ROWS (ROWS + FILTER_ROWS - 1) // source rows under a tile

// dividend, divisor: not negative
INLINE int ceilDivide(int dividend, int divisor)
{
    return (int)((uint)(dividend + divisor - 1) / (uint)divisor);
}

typedef struct
{
    bool exists;   // false: the work-item has no tile
    bool interior; // all its input windows are inside the image
    int s0, y0;    // its first output: scalar and row of the output image
    int first, y;  // scalar and row of the source under the first tap of that output
} Tile;

INLINE Tile tileOf(TileRange interior, Source source, int2 dstSize)
{
    // row of interior work-groups; negative: a border work-group
    const int row = (int)get_group_id(1) - interior.borderGroupRows;
    int column, tileRow;
    Tile tile;
    if (row < 0)
    {
        const int group = (int)get_group_id(1) * (int)get_num_groups(0) + (int)get_group_id(0);
        const int index = (group * WG_Y + (int)get_local_id(1)) * WG_X + (int)get_local_id(0);
        const int columns = ceilDivide(dstSize.x * CN, PX), tileRows = ceilDivide(dstSize.y, ROWS);
        // the index among the tiles left and right of the interior; negative: above or below
        const int sideIndex = index - (tileRows - interior.rows) * columns;
        const uint dividend = sideIndex < 0 ? index : sideIndex;
        const uint divisor = sideIndex < 0 ? columns : interior.rows;
        const int quotient = (int)(dividend / divisor), remainder = (int)(dividend - quotient * divisor);
        column = sideIndex < 0                     ? remainder
                 : quotient < interior.firstColumn ? quotient
                                                   : quotient + interior.columns;
        tileRow = sideIndex >= 0                 ? interior.firstRow + remainder
                  : quotient < interior.firstRow ? quotient
                                                 : quotient + interior.rows;
        tile.exists = (sideIndex < 0) | (quotient < columns - interior.columns); // a column past the last may overflow
    }
    else
    {
        column = (int)get_group_id(0) * WG_X + (int)get_local_id(0);
        tileRow = row * WG_Y + (int)get_local_id(1);
        tile.exists = ((uint)(column - interior.firstColumn) < (uint)interior.columns) &
                      ((uint)(tileRow - interior.firstRow) < (uint)interior.rows);
    }
    tile.interior = (row >= 0) & (interior.borderGroupRows > 0);
    tile.s0 = column * PX;
    tile.y0 = tileRow * ROWS;
    tile.first = source.origin.x * CN + tile.s0;
    tile.y = source.origin.y + tile.y0;
    return tile;
}

// Interior groups prefetch rows further down. All work-items of a group take part, also those without a tile: they
// prefetch for others.
INLINE void prefetchBelow(Tile tile, Source source, TileRange interior)
{
    const int lane = get_local_id(0), warps = WARPS_PER_PREFETCH(WG_X * PX, min(WG_X, 32));
    bool prefetches = ((int)get_group_id(1) >= interior.borderGroupRows) & ((int)get_local_id(1) % warps == 0);
#if WG_X > 32
    prefetches = prefetches && lane < 32;
#endif
    if (prefetches)
        prefetchRows(source, tile.first - lane * PX, WG_X * PX, tile.y + interior.prefetchRows, ROWS * warps, lane);
}

// ---- The outputs of a tile

// Whether a tile is stored as vectors: all of it is in the image and addresses are aligned.
// addresses: as for areAligned
INLINE bool usesVectorStores(Tile tile, int2 dstSize, INDEX_T addresses)
{
    return (tile.s0 + PX <= dstSize.x * CN) & (tile.y0 + ROWS <= dstSize.y) & areAligned(addresses);
}

// vectors: the result of usesVectorStores. One condition for all rows: one around each store costs more than the store.
INLINE void storeTile(Tile tile, Output output, int2 dstSize, bool vectors, ACC_T (*sum)[PX])
{
    __global uchar *out = (__global uchar *)(outputRow(output, tile.y0) + tile.s0);
    const int rows = dstSize.y - tile.y0, count = dstSize.x * CN - tile.s0;
#if PACKED
    uint packed[ROWS][STORE_WORDS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        packOutputs(sum[r], packed[r]);
#define STORE_VECTORS(r) storeAlignedWords((__global DST_T *)out, packed[r])
#define STORE_SCALARS(r) storeBytes((__global DST_T *)out, packed[r], count)
#else
#define STORE_VECTORS(r) storeVector((__global DST_T *)out, sum[r])
#define STORE_SCALARS(r) storeTail((__global DST_T *)out, sum[r], count, false)
#endif
    if (vectors)
    {
#pragma unroll
        for (int r = 0; r < ROWS; ++r, out += output.step)
            STORE_VECTORS(r);
        return;
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r, out += output.step)
        if (r < rows)
            STORE_SCALARS(r);
}

// ---- The sums of a tile

#define SUMS (FILTERS * ROWS)

// Adds source row k of the tile, under the tap columns i0 ... i0+TAPS_PER_CHUNK-1, to the sums it belongs to.
INLINE void addChunk(const ACC_T *window, int k, int i0, TAPS_T taps, ACC_T (*sum)[PX])
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
            const ACC_T tap = taps[(filter * FILTER_ROWS + row) * FILTER_COLS + i0 + i];
#pragma unroll
            for (int p = 0; p < PX; ++p)
                sum[s][p] += tap * window[LEAD + p + i * CN];
        }
    }
}

// The sums of an interior tile. Unrolled it has no branches, and the compiler moves loads ahead of their use.
INLINE void filterInterior(Source source, int y, int first, TAPS_T taps, ACC_T (*sum)[PX])
{
#if DOUBLE_BUFFER
    RAW_T next[RAW_COUNT];
    loadVectors(sourceRow(source, y), first, next);
#pragma unroll 1
    for (int k = 0; k < SOURCE_ROWS; ++k)
    {
        ACC_T window[LOAD_WIDTH];
        convertVectors(next, window);
        loadVectors(sourceRow(source, y + min(k + 1, SOURCE_ROWS - 1)), first, next);
        addChunk(window, k, 0, taps, sum);
    }
#else
    const INDEX_T step = source.step;
    // Incrementing the row's address takes two instructions, computing it anew four; but pixels of 16 bytes need more
    // registers for it.
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
            ACC_T window[LOAD_WIDTH];
            loadInterior((__global const SRC_T *)row, first + chunk * (TAPS_PER_CHUNK * CN), window);
            addChunk(window, k, chunk * TAPS_PER_CHUNK, taps, sum);
        }
        row = SRC_BYTES * CN < 16 ? row + step : start + (INDEX_T)(k + 1) * step;
    }
#endif
}

// The sums of any tile: rows and columns are mapped. Not unrolled, so it needs no more registers than filterInterior.
INLINE void filterBorder(Source source, int y, int first, TAPS_T taps, ACC_T (*sum)[PX])
{
#pragma unroll 1
    for (int chunk = 0; chunk < CHUNKS; ++chunk)
    {
        int column[WINDOW_WIDTH];
        mapWindow(source.size.x, first + chunk * (TAPS_PER_CHUNK * CN), column);
#if BORDER_PREFETCH // the loads of one row wait for those of the row before: request all rows first
#pragma unroll 1
        for (int k = 0; k < SOURCE_ROWS; ++k)
            prefetchL1(sourceRow(source, clamp(y + k, 0, source.size.y - 1)) + max(column[WINDOW_WIDTH / 2], 0));
#endif
#pragma unroll 1
        for (int k = 0; k < SOURCE_ROWS; ++k)
        {
            ACC_T window[LOAD_WIDTH];
            loadBorder(source, y + k, column, window);
            addChunk(window, k, chunk * TAPS_PER_CHUNK, taps, sum);
        }
    }
}

// The sums of a tile
INLINE void filterTile(Tile tile, Source source, TAPS_T taps, ACC_T delta, ACC_T (*sum)[PX])
{
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[s][p] = DENORM_OPERANDS ? 0 : delta;
    if (tile.interior)
        filterInterior(source, tile.y, tile.first, taps, sum);
    else
        filterBorder(source, tile.y, tile.first, taps, sum);
#if DENORM_OPERANDS
#pragma unroll
    for (int s = 0; s < SUMS; ++s)
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[s][p] = fma(sum[s][p], taps[FILTER_COLS * FILTER_ROWS], delta);
#endif
}
