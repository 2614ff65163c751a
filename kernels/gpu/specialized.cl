// SPDX-License-Identifier: Apache-2.0
//
// Specialized for one filter: its taps are compiled in (common/specialized_taps.cl). As in direct.cl a work-item slides
// down the source rows and adds the input window of each to the sums it belongs to; but source rows without taps are
// skipped, and so are vectors of a window without taps: the compiler removes loads whose result is not used.
//
//      source rows of a work-item, for taps in the columns 0 and 4 and the rows 0 and 4 of a filter of 5x5
//                    +----+        +----+
//                    | ## |        | ## |    loaded
//                    +----+        +----+
//                                            not read
//                    +----+        +----+
//                    | ## |        | ## |    loaded
//                    +----+        +----+
//
// Border tiles read the taps as data, in a loop that maps the coordinates of every scalar.
//
// Options (host: implementations/gpu/specialized.cpp): TILE_ROWS and TAPS_j of specialized_taps.cl; those of
// register_tile.cl, and of input_window.cl with TAPS_PER_CHUNK=FILTER_COLS; the border of border.cl.
// Work size: that of direct.cl. Local memory: none.
// Not supported: filters with more than 400 non-zero taps, or none; taps that are not finite.

#include "common/border.cl"
#include "common/specialized_taps.cl"
#include "gpu/input_window.cl"
#include "gpu/register_tile.cl"

// window: from the scalar under the tap for the first output
INLINE void addTap(const ACC_T *window, ACC_T tap, ACC_T *sum)
{
#pragma unroll
    for (int p = 0; p < PX; ++p)
        sum[p] += tap * window[p];
}

// The sums of an interior tile
INLINE void addTapsInterior(Source source, int y, int first, ACC_T *sum)
{
#define TAP(i, value) addTap(window + LEAD + (i) * CN, value, to);
#define TO(r, taps)                                                                                                   \
    {                                                                                                                 \
        ACC_T *to = sum + (r) * PX;                                                                                   \
        taps                                                                                                          \
    }
#define SOURCE(k, sums)                                                                                               \
    {                                                                                                                 \
        PRIVATE_ARRAY(ACC_T, window, LOAD_WIDTH);                                                                     \
        loadInterior(sourceRow(source, y + (k)), first, window);                                                      \
        sums                                                                                                          \
    }
    TILE_ROWS
#undef TAP
#undef TO
#undef SOURCE
}

// The sums of any tile, tap by tap
INLINE void addTapsBorder(Source source, int y, int first, TAPS_T taps, ACC_T *sum)
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
            column[p] = borderIndex(source, first + p + i * CN);
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
        {
            const int mapped = borderRow(source, y + j + r);
            __global const SRC_T *row = sourceRow(source, max(mapped, 0));
#pragma unroll
            for (int p = 0; p < PX; ++p)
                sum[r * PX + p] += tap * (mapped < 0 || column[p] < 0 ? (ACC_T)0 : FROM_SRC(row[column[p]], ));
        }
    }
}

__kernel GROUP_SIZE
void clconv_specialized(CLCONV_ARGUMENTS(__global const uchar *src))
{
    CLCONV_GROUP
    const Source source = SOURCE_VALUES;
    const TileRange interior = FIELDS_OF(tileRange);
    const Tile tile = tileOf(group, interior, source, dstSize);
    prefetchBelow(group, tile, source, interior);
    if (!tile.exists)
        return;
    ACC_T sum[ROWS * PX];
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int p = 0; p < PX; ++p)
            sum[r * PX + p] = delta;
    if (tile.interior)
        addTapsInterior(source, tile.y, tile.first, sum);
    else
        addTapsBorder(source, tile.y, tile.first, TAPS, sum);
    const Output output = OUTPUT_VALUES;
    storeTile(tile, output, dstSize, usesVectorStores(tile, dstSize, dstStep | dstOffset), sum);
}
