// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A work-item's strip: where in the image it lies, whether all its windows (window.cl) are inside, and how its outputs are stored.
//
// Most strips are inside: a rectangle of them, which the host computes (strip_grid.cpp). Were those at its sides to stay where they are,
// each warp there would take both ways, one after the other. So a launch has more rows of groups for the strips around the rectangle:
// those above and below side by side as in the image, and after them those at the sides, one below another:
//
//      +-------------------------------+
//      | edge groups                   |   numbered through: above, below, left, right
//      +---+-----------------------+---+
//      | - | -     -     -     -   | - |   main groups: (item, strip) as they lie in the image; those not inside return at once
//      | - | inside                | - |
//      | - | -     -     -     -   | - |
//      +---+-----------------------+---+
//
// Edges take longest, for their rows wait one for another. They begin first: begun last, they would run on alone after everything else
// is done (NVIDIA H200, 8K, 8UC1, 9x9: 164 us so, 139 us with the edges first).
//
// Options (host: impls/window.cpp), beside those of window.cl:
//   ROWS    rows of outputs a work-item, 1 ... 16: the height of a strip
//   PREFETCH  of prefetch.cl
//   UNALIGNED_STORE  of store.cl
//   WG_X, WG_Y  work-group, in work-items

#include "gpu/window.cl"

#define SOURCE_ROWS (ROWS + FILTER_ROWS - 1) // source rows under a strip

// of numbers that are not negative
INLINE int ceilDivide(int dividend, int divisor)
{
    return (int)((uint)(dividend + divisor - 1) / (uint)divisor);
}

// A work-item's strip.
typedef struct
{
    bool exists;  // else there is nothing to do
    bool inside;  // whether all its windows are
    int s0, y0;   // its first output: scalar and row of the destination
    int first, y; // the scalar and row of the source under that one's first tap
} Tile;

// The strip of this work-item. grid: `special` of pixel.cl
INLINE Tile tileOf(int8 grid, int4 srcArea, int2 dstSize)
{
    const int row = (int)get_group_id(1) - grid.s4; // of groups; negative: of edge groups
    int number, strip;
    Tile item;
    if (row < 0)
    {
        const int group = (int)get_group_id(1) * (int)get_num_groups(0) + (int)get_group_id(0);
        const int all = (group * WG_Y + (int)get_local_id(1)) * WG_X + (int)get_local_id(0);
        const int items = ceilDivide(dstSize.x * CN, PX), tiles = ceilDivide(dstSize.y, ROWS);
        const int sides = all - (tiles - grid.s3) * items; // number at the left and right edge; negative: above or below
        const uint dividend = sides < 0 ? all : sides, divisor = sides < 0 ? items : grid.s3;
        const int quotient = (int)(dividend / divisor), remainder = (int)(dividend - quotient * divisor);
        number = sides < 0 ? remainder : quotient < grid.s0 ? quotient : quotient + grid.s2;
        strip = sides >= 0 ? grid.s1 + remainder : quotient < grid.s1 ? quotient : quotient + grid.s3;
        item.exists = (sides < 0) | (quotient < items - grid.s2); // numbers behind the last one may not fit an int
    }
    else
    {
        number = (int)get_group_id(0) * WG_X + (int)get_local_id(0);
        strip = row * WG_Y + (int)get_local_id(1);
        item.exists = ((uint)(number - grid.s0) < (uint)grid.s2) & ((uint)(strip - grid.s1) < (uint)grid.s3);
    }
    item.inside = (row >= 0) & (grid.s4 > 0);
    item.s0 = number * PX;
    item.y0 = strip * ROWS;
    item.first = srcArea.x * CN + item.s0;
    item.y = srcArea.y + item.y0;
    return item;
}

// Main groups ask for rows further down. All of a group's work-items come here: those whose strips are at an edge ask for others.
INLINE void prefetchBelow(Tile item, __global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int8 special)
{
    const int lane = get_local_id(0), warps = WARPS_PER_PREFETCH(WG_X * PX, min(WG_X, 32));
    bool asks = ((int)get_group_id(1) >= special.s4) & ((int)get_local_id(1) % warps == 0);
#if WG_X > 32
    asks = asks && lane < 32;
#endif
    if (asks)
        prefetchRows(src, srcStep, srcOffset, srcArea, item.first - lane * PX, WG_X * PX, item.y + PREFETCH_ROWS(special), ROWS * warps, lane);
}

// Whether a strip is stored as vectors: all of it is in the image, at addresses for them. addresses: of the outputs, steps and offsets
// or-ed together
INLINE bool usesVectorStores(Tile item, int2 dstSize, INDEX_T addresses)
{
    return (item.s0 + PX <= dstSize.x * CN) & (item.y0 + ROWS <= dstSize.y) & areAligned(addresses);
}

// vectors: of usesVectorStores. Asked once for all rows: a condition around each store costs more than the store.
INLINE void storeTile(Tile item, Output output, int2 dstSize, bool vectors, ACC_T (*sum)[PX])
{
    __global uchar *out = (__global uchar *)(outputRow(output, item.y0) + item.s0);
    const int rows = dstSize.y - item.y0, count = dstSize.x * CN - item.s0;
#if PACKED
    uint packed[ROWS][STORE_WORDS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        packOutputs(sum[r], packed[r]);
#define STORE_VECTORS(r) storeAlignedWords((__global DST_T *)out, packed[r])
#define STORE_PIECES(r) storeBytes((__global DST_T *)out, packed[r], count)
#else
#define STORE_VECTORS(r) storeVector((__global DST_T *)out, sum[r])
#define STORE_PIECES(r) storeTail((__global DST_T *)out, sum[r], count, false)
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
            STORE_PIECES(r);
}
