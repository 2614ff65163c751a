// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A row window in registers: the scalars of one source row that a work-item's PX outputs need.
//
//            first                                   WINDOW = PX + (TAPS_X-1)*CN scalars from the row's scalar `first` on
//      +-------+---------------------------+---+
//      | PHASE | WINDOW                    |   |     COVER  = the same rounded out to whole vectors of VEC scalars
//      +-------+---------------------------+---+
//      ^ aligned address
//
// Two ways to fill it; which one is data, so that one program serves every address, step and anchor:
//   inside    whole vectors from aligned addresses: where COVER lies in the image, rows are aligned for VEC scalars, and the
//             window begins where a centred anchor puts it; or, SHIFTED, words from any address
//   anywhere  scalar by scalar through a map of the columns, made once for all rows
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
// Options (host: impls/window.cpp):
//   PX      scalars a work-item along the row, 1 ... 16; a multiple of VEC
//   VEC     scalars in an aligned load: 1, 2, 4, 8, 16
//   TAPS_X  tap columns that one window serves: K_COLS, or fewer where a row is taken in pieces; then TAPS_X*CN is a multiple of VEC
//   ROWS    rows of outputs a work-item, 1 ... 16: the height of a strip
//   SHIFTED 1: rows lie at any addresses: words of VEC scalars are put together from aligned ones (shifted.cl)
//   PHASE   scalars from the aligned address before the window to the window, for a centred anchor; 0 if SHIFTED
//   PREFETCH  of prefetch.cl
//   WG_X, WG_Y  work-group, in work-items

#include "shifted.cl"

#ifndef VEC
#define VEC 1
#endif
#ifndef SHIFTED
#define SHIFTED 0
#endif
#ifndef PHASE
#define PHASE 0
#endif
#ifndef TAPS_X
#define TAPS_X K_COLS
#endif
#define WINDOW (PX + (TAPS_X - 1) * CN)
#define VECTORS ((PHASE + WINDOW + VEC - 1) / VEC)
#define COVER (VECTORS * VEC)
#define PIECES ((K_COLS + TAPS_X - 1) / TAPS_X)
#define STRIP (ROWS + K_ROWS - 1) // source rows under a strip

// The work-items of a row that are inside: from x on, before y; (0, 0) if none is. scalars: of a destination row
INLINE int2 itemsInside(INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int scalars)
{
    const int start = srcArea.x * CN - PHASE; // where the first one's cover begins
    const bool aligned = SHIFTED || (((srcStep | srcOffset) & (INDEX_T)(VEC * sizeof(SRC_T) - 1)) == 0 && (start & (VEC - 1)) == 0);
    const int room = srcArea.z * CN - start - ((PIECES - 1) * TAPS_X * CN + COVER + (SHIFTED ? VEC : 0));
    if (!aligned || room < 0)
        return (int2)(0, 0);
    const int from = start < 0 ? (PX - 1 - start) / PX : 0;
    const int to = min(room / PX + 1, (scalars + PX - 1) / PX);
    return from < to ? (int2)(from, to) : (int2)(0, 0);
}

// What this work-item computes: x: its number in the row, y: its strip; negative: nothing. inside: of itemsInside
INLINE int2 placeInImage(int2 inside, int items, int strips)
{
    const int mainGroups = (strips + WG_Y - 1) / WG_Y;
    const int edgeGroups = (int)get_num_groups(1) - mainGroups;
    const int groupY = (int)get_group_id(1);
    if (groupY < edgeGroups)
    {
        const int group = groupY * (int)get_num_groups(0) + (int)get_group_id(0);
        const int number = (group * WG_Y + (int)get_local_id(1)) * WG_X + (int)get_local_id(0);
        const int edge = number / strips;
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
    const int2 place = placeInImage(inside, (scalars + PX - 1) / PX, (dstSize.y + ROWS - 1) / ROWS);
    Item item;
    item.s0 = place.x * PX;
    item.y0 = place.y * ROWS;
    item.first = srcArea.x * CN + item.s0;
    item.y = srcArea.y + item.y0;
    item.inside = place.x >= inside.x && place.x < inside.y && item.y >= 0 && item.y + STRIP <= srcArea.w;
    if (place.x >= 0 && get_local_id(0) < 32)
        prefetchRows(src, srcStep, srcOffset, srcArea, item.first - (int)get_local_id(0) * PX, WG_X * PX, item.y,
                     get_local_id(0));
    return item;
}

INLINE void storeItem(Item item, Output output, int2 dstSize, ACC_T (*sum)[PX])
{
    const bool aligned = outputsAreAligned(output.step, output.offset);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (item.y0 + r < dstSize.y)
            storeOutputs(outputRow(output, item.y0 + r) + item.s0, sum[r], dstSize.x * CN - item.s0, aligned);
}

// The vectors of an aligned window as they lie in memory; row: at the row's first scalar.
#if VEC > 1
#define RAW_T VECTOR(SRC_T, VEC)
#else
#define RAW_T SRC_T
#endif

INLINE void loadVectors(__global const SRC_T *row, int first, RAW_T *raw)
{
#if SHIFTED
    uint words[VECTORS];
    loadShifted((__global const uchar *)(row + first), VECTORS, words);
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        raw[v] = JOIN(as_, RAW_T)(words[v]);
#else
    __global const RAW_T *vectors = (__global const RAW_T *)(row + (first - PHASE));
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        raw[v] = vectors[v];
#endif
}

// window: COVER operands, the first tap's at PHASE
INLINE void convertVectors(const RAW_T *raw, ACC_T *window)
{
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#if VEC > 1
        JOIN(vstore, VEC)(TO_ACC(raw[v], VEC), v, window);
#else
        window[v] = TO_ACC(raw[v], );
#endif
}

INLINE void loadInside(__global const SRC_T *row, int first, ACC_T *window)
{
    RAW_T raw[VECTORS];
    loadVectors(row, first, raw);
    convertVectors(raw, window);
}

// column: index in the row of each of the window's scalars, -1: zero
INLINE void mapWindow(int4 srcArea, int first, int *column)
{
    const bool contiguous = first >= 0 && first + WINDOW <= srcArea.z * CN;
#pragma unroll
    for (int i = 0; i < WINDOW; ++i)
        column[i] = contiguous ? first + i : borderIndex(first + i, srcArea.z);
}

// The window of row y, which may lie outside.
INLINE void loadAnywhere(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int y, const int *column,
                         ACC_T *window)
{
    const int mapped = borderCoordinate(y, srcArea.w);
    __global const SRC_T *row = sourceRow(src, srcStep, srcOffset, max(mapped, 0));
#pragma unroll
    for (int i = 0; i < WINDOW; ++i)
        window[PHASE + i] = mapped < 0 || column[i] < 0 ? (ACC_T)0 : TO_ACC(row[column[i]], );
}
