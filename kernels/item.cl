// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A work-item's strip: where in the image it lies, whether all its windows (window.cl) are inside, and how its outputs are stored.
//
// Where rows are aligned, only the first and the last work-items of a row are not inside. Were they to stay where they are,
// each warp at an edge would take both ways, one after the other. So the grid of `direct` has more rows of groups, in which
// work-items side by side are the edges of strips one below another:
//
//      +-------------------------------+
//      | edge groups                   |   numbered through; number = edge item * strips + strip
//      +---+-----------------------+---+
//      | - |  main groups          | - |   (item, strip) as they lie in the image; edges return at once
//      +---+-----------------------+---+
//
// Edges take longest, for their rows wait one for another. They begin first, the image's lower edge too: begun last, they would
// run on alone after everything else is done (NVIDIA H200, 8K, 8UC1, 9x9: 164 us so, 139 us with the edges first).
//
// Options (host: impls/window.cpp), beside those of window.cl:
//   ROWS    rows of outputs a work-item, 1 ... 16: the height of a strip
//   PREFETCH  of prefetch.cl
//   STORE_SHIFTED  of store.cl
//   WG_X, WG_Y  work-group, in work-items

#include "window.cl"

#define STRIP (ROWS + K_ROWS - 1) // source rows under a strip

// of numbers that are not negative
INLINE int ceilDivide(int dividend, int divisor)
{
    return (int)((uint)(dividend + divisor - 1) / (uint)divisor);
}

// The work-items of a row that are inside: from x on, before y; (0, 0) if none is. scalars: of a destination row
INLINE int2 itemsInside(INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int scalars)
{
    const int start = srcArea.x * CN - PHASE; // where the first one's cover begins
    const bool aligned = SHIFTED || (((srcStep | srcOffset) & (INDEX_T)(VEC * sizeof(SRC_T) - 1)) == 0 && (start & (VEC - 1)) == 0);
    const int room = srcArea.z * CN - start - ((PIECES - 1) * TAPS_X * CN + COVER + (SHIFTED ? VEC : 0));
    if (!aligned || room < 0)
        return (int2)(0, 0);
    const int from = (int)((uint)(PX - 1 - min(start, 0)) / PX);
    const int to = min((int)((uint)room / PX) + 1, ceilDivide(scalars, PX));
    return from < to ? (int2)(from, to) : (int2)(0, 0);
}

// What this work-item computes: x: its number in the row, y: its strip; negative: nothing. inside: of itemsInside
INLINE int2 placeInImage(int2 inside, int items, int strips)
{
    const int mainGroups = ceilDivide(strips, WG_Y);
    const int edgeGroups = (int)get_num_groups(1) - mainGroups;
    const int groupY = (int)get_group_id(1);
    if (groupY < edgeGroups)
    {
        const int group = groupY * (int)get_num_groups(0) + (int)get_group_id(0);
        const int number = (group * WG_Y + (int)get_local_id(1)) * WG_X + (int)get_local_id(0);
        const int edge = (int)((uint)number / (uint)strips);
        const int item = edge < inside.x ? edge : inside.y + edge - inside.x;
        return inside.y != 0 && item < items ? (int2)(item, number - edge * strips) : (int2)(-1, -1);
    }
    // The strips at the lower edge come first, then all others from the top.
    const int lower = min((K_ROWS + WG_Y * ROWS - 1) / (WG_Y * ROWS) + 1, mainGroups);
    const int order = groupY - edgeGroups;
    const int row = order < lower ? mainGroups - lower + order : order - lower;
    const int item = get_global_id(0), strip = row * WG_Y + (int)get_local_id(1);
    const bool mine = inside.y == 0 || (item >= inside.x && item < inside.y);
    return mine && item < items && strip < strips ? (int2)(item, strip) : (int2)(-1, -1);
}

// A work-item's strip.
typedef struct
{
    int s0, y0;   // its first output: scalar and row of the destination; s0 negative: it has none
    int first, y; // the scalar and row of the source under that one's first tap
    bool inside;  // whether all its windows are
} Item;

// The strip of this work-item; rows further down are asked for.
INLINE Item itemOf(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int2 dstSize)
{
    const int scalars = dstSize.x * CN;
    const int2 inside = itemsInside(srcStep, srcOffset, srcArea, scalars);
    const int2 place = placeInImage(inside, ceilDivide(scalars, PX), ceilDivide(dstSize.y, ROWS));
    Item item;
    item.s0 = place.x * PX;
    item.y0 = place.y * ROWS;
    item.first = srcArea.x * CN + item.s0;
    item.y = srcArea.y + item.y0;
    item.inside = place.x >= inside.x && place.x < inside.y && item.y >= 0 && item.y + STRIP <= srcArea.w;
    const int lane = get_local_id(0), warps = WARPS_ASKED_FOR(WG_X * PX, min(WG_X, 32));
    bool asks = place.x >= 0 && (int)get_local_id(1) % warps == 0;
#if WG_X > 32
    asks = asks && lane < 32;
#endif
    if (asks)
        prefetchRows(src, srcStep, srcOffset, srcArea, item.first - lane * PX, WG_X * PX, item.y, ROWS * warps, lane);
    return item;
}

// Whether a strip's rows are stored as vectors: they end in the image, and lie at addresses for them. addresses: of the outputs, steps
// and offsets or-ed together
INLINE bool storesVectors(Item item, int2 dstSize, INDEX_T addresses)
{
    return item.s0 + PX <= dstSize.x * CN && areAligned(addresses);
}

// vectors: of storesVectors. Asked once for all rows: a condition around each store costs more than the store.
INLINE void storeItem(Item item, Output output, int2 dstSize, bool vectors, ACC_T (*sum)[PX])
{
    __global uchar *out = (__global uchar *)(outputRow(output, item.y0) + item.s0);
    const int rows = dstSize.y - item.y0, count = dstSize.x * CN - item.s0;
#if PACKED
    uint packed[ROWS][STORE_WORDS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        packOutputs(sum[r], packed[r]);
#define STORE_VECTORS(r) storeWords((__global DST_T *)out, packed[r])
#define STORE_PIECES(r) storePacked((__global DST_T *)out, packed[r], count)
#else
#define STORE_VECTORS(r) storeWhole((__global DST_T *)out, sum[r])
#define STORE_PIECES(r) storeOutputs((__global DST_T *)out, sum[r], count, false)
#endif
    if (vectors)
    {
#pragma unroll
        for (int r = 0; r < ROWS; ++r, out += output.step)
            if (r < rows)
                STORE_VECTORS(r);
        return;
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r, out += output.step)
        if (r < rows)
            STORE_PIECES(r);
}
