// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// For one kernel alone, whose taps are compiled in (literals.cl). As in direct.cl a work-item slides down the source rows and
// adds the window of each to the sums it belongs to; but it passes over rows without taps, and of a window it loads the vectors
// that taps need: what nobody uses the compiler leaves out.
//
//      a work-item's source rows, for taps in the columns 0 and 4 and the rows 0 and 4 of a kernel of 5x5
//                    +----+        +----+
//                    | ## |        | ## |    loaded
//                    +----+        +----+
//                                            not read
//                    +----+        +----+
//                    | ## |        | ## |    loaded
//                    +----+        +----+
//
// At the image's edges the taps are data again: a loop over them, every scalar mapped.
//
// Parameters (host: impls/literal.cpp): those of item.cl, TAPS_PER_CHUNK being FILTER_COLS.
// Work size: that of direct.cl. Local memory: none.
// Not supported: kernels of more than 400 taps that are not zero, or without any; taps that are not finite.

#include "common/interface.cl"
#include "common/border.cl"
#include "common/specialized_taps.cl"
#include "gpu/register_tile.cl"

// window: at the tap's scalar for the first output
INLINE void addTap(const ACC_T *window, ACC_T tap, ACC_T *sum)
{
#pragma unroll
    for (int p = 0; p < PX; ++p)
        sum[p] += tap * window[p];
}

// A strip whose windows all lie inside.
INLINE void addTapsInterior(Source source, int y, int first, ACC_T (*sum)[PX])
{
#define TAP(i, value) addTap(window + LEAD + (i) * CN, value, to);
#define TO(r, taps)                                                                                                   \
    {                                                                                                                 \
        ACC_T *to = sum[r];                                                                                           \
        taps                                                                                                          \
    }
#define SOURCE(k, sums)                                                                                               \
    {                                                                                                                 \
        ACC_T window[LOAD_WIDTH];                                                                                     \
        loadInterior(sourceRow(source, y + (k)), first, window);                                                      \
        sums                                                                                                          \
    }
    TILE_ROWS
#undef TAP
#undef TO
#undef SOURCE
}

// Any strip, tap by tap.
INLINE void addTapsBorder(Source source, int y, int first, TAPS_T taps, ACC_T (*sum)[PX])
{
#pragma unroll 1
    for (int t = 0; t < FILTER_ROWS * FILTER_COLS; ++t)
    {
        const ACC_T tap = taps[t];
        if (tap == 0)
            continue;
        const int j = t / FILTER_COLS, i = t - j * FILTER_COLS;
        int column[PX];
#pragma unroll
        for (int p = 0; p < PX; ++p)
            column[p] = borderIndex(first + p + i * CN, source.size.x);
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
        {
            const int mapped = borderCoordinate(y + j + r, source.size.y);
            __global const SRC_T *row = sourceRow(source, max(mapped, 0));
#pragma unroll
            for (int p = 0; p < PX; ++p)
                sum[r][p] += tap * (mapped < 0 || column[p] < 0 ? (ACC_T)0 : TO_ACC(row[column[p]], ));
        }
    }
}

__kernel GROUP_SIZE
void clconv_specialized(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    const TileRange interior = tileRangeOf(tileRange);
    const Tile tile = tileOf(interior, source, dstSize);
    prefetchBelow(tile, source, interior);
    if (!tile.exists)
        return;
    ACC_T sum[ROWS][PX];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[r][p] = delta;
    if (tile.interior)
        addTapsInterior(source, tile.y, tile.first, sum);
    else
        addTapsBorder(source, tile.y, tile.first, TAPS, sum);
    const Output output = {dst, dstStep, dstOffset};
    storeTile(tile, output, dstSize, usesVectorStores(tile, dstSize, dstStep | dstOffset), sum);
}
