// SPDX-License-Identifier: Apache-2.0
//
// Register tile: the outputs that a work-item computes and keeps in registers, PX scalars of each of ROWS rows, for one
// filter (`specialized`) or one to eight (`direct`). The work-item slides down the source rows, holds the input
// window of one row at a time (input_window.cl), and adds it to each sum it belongs to: a source scalar is loaded once
// and used FILTERS*PX*ROWS times.
//
//      one work-item:        s0        s0+PX       input window: PX + (FILTER_COLS-1)*CN scalars
//                    +--------+---------+--------+
//      source rows   | halo   |         |  halo  |   ROWS + FILTER_ROWS - 1 of them
//                    +--------+---------+--------+
//                             | sums    |            FILTERS x ROWS x PX, in registers
//
// This file has the tile's place in the image, its prefetch and its stores; the sums are in direct.cl and
// specialized.cl.
//
// Border tiles get work-groups of their own: a warp with border and interior tiles diverges and runs both paths.
// The interior tiles are a rectangle, which the host computes (runtime/kernel_arguments.cpp); the launch has extra rows
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
// Border tiles take longest, as the loads of a row depend on its mapped coordinate. Their groups come first in the
// launch; if they came last, they would still run when all others are done (NVIDIA H200, 8K, 8UC1, 9x9: 164 us with
// border groups last, 139 us with border groups first).
//
// Options (host: implementations/gpu/register_tile.cpp): below; WG_X, WG_Y of interface.cl; PX, UNALIGNED_STORE,
// ALIGNED_OUTPUTS of memory.cl; HAS_PREFETCH of ptx.cl.

#ifndef CLCONV_REGISTER_TILE_CL
#define CLCONV_REGISTER_TILE_CL

#include "common/memory.cl"
#include "nvidia/ptx.cl"

#ifndef ROWS
#define ROWS 4 // rows that a work-item computes, 1..16
#endif
#define SOURCE_ROWS (ROWS + FILTER_ROWS - 1) // source rows under a tile

// dividend, divisor: not negative
INLINE int ceilDivide(int dividend, int divisor)
{
    return (int)((uint)(dividend + divisor - 1) / (uint)divisor);
}

typedef struct
{
    int unused;    // see Source (common/interface.cl)
    bool exists;   // false: the work-item has no tile
    bool interior; // all its input windows are inside the image
    int s0, y0;    // its first output: scalar and row of the output image
    int first, y;  // scalar and row of the source under the first tap of that output
} Tile;

INLINE Tile tileOf(Group place, TileRange interior, Source source, int2 dstSize)
{
    // row of interior work-groups; negative: a border work-group
    const int row = place.y - interior.borderGroupRows;
    int column, tileRow;
    Tile tile;
    if (row < 0)
    {
        const int group = place.y * place.columns + place.x;
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
        tile.exists = (sideIndex < 0) | (quotient < columns - interior.columns); // later ids have no tile
    }
    else
    {
        column = place.x * WG_X + (int)get_local_id(0);
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

// Interior groups prefetch rows further down. All work-items of a group take part, even those without a tile, since
// they prefetch for others.
INLINE void prefetchBelow(Group place, Tile tile, Source source, TileRange interior)
{
    const int lane = get_local_id(0), warps = WARPS_PER_PREFETCH(WG_X * PX, ROWS, WG_Y, min(WG_X, 32));
    bool prefetches = (place.y >= interior.borderGroupRows) & ((int)get_local_id(1) % warps == 0);
#if WG_X > 32
    prefetches = prefetches && lane < 32;
#endif
    if (prefetches)
        prefetchRows(source, tile.first - lane * PX, WG_X * PX, tile.y + interior.prefetchRows, ROWS * warps, lane);
}

// Whether a tile is stored as vectors: all of it is in the image and addresses are aligned.
// addresses: as for areAligned
INLINE bool usesVectorStores(Tile tile, int2 dstSize, INDEX_T addresses)
{
    return (tile.s0 + PX <= dstSize.x * CN) & (tile.y0 + ROWS <= dstSize.y) & areAligned(addresses);
}

// vectors: the result of usesVectorStores. One condition for all rows: one around each store costs more than the store.
INLINE void storeTile(Tile tile, Output output, int2 dstSize, bool vectors, ACC_T *sum)
{
    __global uchar *out = (__global uchar *)(outputRow(output, tile.y0) + tile.s0);
    const int rows = dstSize.y - tile.y0, count = dstSize.x * CN - tile.s0;
#ifdef AFTER
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (vectors || r < rows)
            applyStages(output, (__global const DST_T *)(out + r * output.step), count, PX, vectors, sum + r * PX);
#endif
#if PACKED
    PRIVATE_ARRAY(uint, packed, ROWS * STORE_WORDS);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        packOutputs(sum + r * PX, packed + r * STORE_WORDS);
#define STORE_VECTORS(r) storeAlignedWords((__global DST_T *)out, packed + (r) * STORE_WORDS)
#define STORE_SCALARS(r) storeBytes((__global DST_T *)out, packed + (r) * STORE_WORDS, count)
#else
#define STORE_VECTORS(r) storeVector((__global DST_T *)out, sum + (r) * PX)
#define STORE_SCALARS(r) storeTail((__global DST_T *)out, sum + (r) * PX, count, false)
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

#endif
