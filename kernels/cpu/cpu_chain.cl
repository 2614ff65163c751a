// SPDX-License-Identifier: Apache-2.0
//
// A chain of stages in one launch (common/stages.cl) on a CPU device. A work-item computes a tile of at most PIXELS
// columns and ROWS rows, in vectors; the rows that its stages keep stay in the cache.
//
// The last tile of a row ends at the image's edge. It overlaps the tile before it, which leaves the common columns to
// it. So both edges of the image are at the ends of tiles.
//
// Options (host: implementations/cpu/cpu_chain.cpp): those of stages.cl; PX of line.cl, the lanes of a vector; below.
// Work size: ceil(columns / PIXELS) x ceil(rows / ROWS) work-items, in groups of one. Local memory: none.
// Private memory: the rows that stages keep and compute (privateBytes in implementations/cpu/cpu_chain.cpp).
// Not supported: images with fewer columns or rows than a filter needs.

#include "cpu/line.cl"
#define EDGES 1
#include "common/kept_rows.cl"

// Reads `count` scalars of a row from scalar `first` on; the row (null) and the scalars may be outside the image.
INLINE void readRow(Source source, __global const SRC_T *row, int first, int count, int channels, ACC_T *values)
{
    const int left = clamp(-first, 0, count), right = clamp(source.size.x * channels - first, left, count);
    int i = 0;
    for (; i < left; ++i)
    {
        const int index = borderIndexOf(source, first + i, channels);
        values[i] = index < 0 ? (ACC_T)0 : TO_ACC(row[index], );
    }
    for (; i + PX <= right; i += PX)
        STORE_VALUES(loadSource(row + first + i), values + i);
    for (; i < right; ++i)
        values[i] = TO_ACC(row[first + i], );
    for (; i < count; ++i)
    {
        const int index = borderIndexOf(source, first + i, channels);
        values[i] = index < 0 ? (ACC_T)0 : TO_ACC(row[index], );
    }
}

#define PRIME_0(n, line, left, right, channels)
#define LOAD_0(n, line, left, right, channels)                                                                        \
    {                                                                                                                 \
        const int mapped = borderRow(source, source.origin.y + (line));                                               \
        const int count = (pixels + (left) + (right)) * (channels);                                                   \
        if (mapped < 0)                                                                                               \
            for (int i = 0; i < count; ++i)                                                                           \
                value##n[i] = 0;                                                                                      \
        else                                                                                                          \
            readRow(source, sourceRow(source, mapped), (source.origin.x + x0 - (left)) * (channels), count, channels, \
                    value##n);                                                                                        \
    }

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu_chain(CLCONV_ARGUMENTS(__global const uchar *src) SECOND_ARGUMENTS)
{
    CLCONV_GROUP
    const Source source = CHAIN_SOURCE;
    const int columns = dstSize.x, pixels = min(PIXELS, columns), y0 = group.y * ROWS;
    if (group.x * PIXELS >= columns || y0 >= dstSize.y)
        return;
    const int x0 = min(group.x * PIXELS, columns - pixels);
    const bool isLast = x0 + pixels == columns;
    const int stored = (isLast ? pixels : min(pixels, columns - pixels - x0)) * OUTPUT_CN;
    const Place place = {0, x0 == 0, isLast, dstSize.y};
    const int walk = min(ROWS, dstSize.y - y0) + ABOVE + BELOW;
#define MEANING DECLARE
    CHAIN
#undef MEANING
#define MEANING STEP
    for (int step = 0; step < walk; ++step)
    {
        const int y = y0 - ABOVE + step;
        CHAIN
        if (step < ABOVE + BELOW)
            continue;
        __global DST_T *out = destinationRow(dst, dstStep, dstOffset, y - BELOW) + x0 * OUTPUT_CN;
        if (OUTPUT_CN == CN)
            for (int s = 0; s < stored; s += PX)
                storePart(LOAD_VALUES(JOIN(value, CHAIN_RESULT) + s), out + s, stored - s);
        else
            for (int p = 0; p < stored; ++p)
                out[p] = TO_DST(OUTPUT_VALUE(p), );
    }
}
