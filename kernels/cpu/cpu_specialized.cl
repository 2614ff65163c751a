// SPDX-License-Identifier: Apache-2.0
//
// A program for one filter, whose taps are compiled in (common/specialized_taps.cl), on a CPU device. Explicit vectors
// along the row are loaded from the source and added to ROWS x VECTORS sums in registers. Few taps use each scalar, so
// only border rows are first copied to lines, in private memory.
//
//      a step: STEP_WIDTH outputs in each of ROWS rows, from STEP_WIDTH + HALO scalars of the source rows under taps
//
// Options (host: implementations/cpu/cpu_specialized.cpp): those of line.cl and of common/specialized_taps.cl.
// Work size: ceil(columns * CN / BLOCK) x ceil(rows / (ROWS * STEPS)) work-items, in groups of one. Local memory: none.
// Private memory, used at borders: SOURCE_ROWS * (STEP_WIDTH + HALO) scalars of ACC_T for each work-item.
// Not supported: filters with more than 400 non-zero taps or without any; taps that are not finite.

#include "common/specialized_taps.cl"
#include "cpu/line.cl"

// The macros of common/specialized_taps.cl: TO selects the sums of an output row, SOURCE a source row, TAP adds a tap.
#define TO(r, taps)                                                                                                   \
    {                                                                                                                 \
        ACCV_T *to = sum[r];                                                                                          \
        taps                                                                                                          \
    }

// Adds the tap times source scalars, which are read in place from `row` on.
INLINE void addTap(__global const SRC_T *row, ACC_T tap, ACCV_T *sum)
{
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        sum[v] += tap * loadSource(row + v * PX);
}

// A step whose input window lies inside the image.
INLINE void filterInterior(Source source, int y, int first, ACCV_T (*sum)[VECTORS])
{
#define TAP(i, value) addTap(row + (i) * CN, value, to);
#define SOURCE(k, sums)                                                                                               \
    {                                                                                                                 \
        __global const SRC_T *row = sourceRow(source, y + (k)) + first;                                               \
        sums                                                                                                          \
    }
    TILE_ROWS
#undef TAP
#undef SOURCE
}

// Adds the tap times scalars of a line in private memory.
INLINE void addLineTap(const ACC_T *line, ACC_T tap, ACCV_T *sum)
{
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        sum[v] += tap * loadLine(line + v * PX);
}

// Any other step: copies the source rows under taps to lines first.
INLINE void filterBorder(Source source, int y, int first, ACCV_T (*sum)[VECTORS])
{
    ACC_T lines[SOURCE_ROWS][STEP_WIDTH + HALO];
#define SOURCE(k, sums) (k),
    const int used[] = {TILE_ROWS};
#undef SOURCE
    for (int n = 0; n < (int)(sizeof(used) / sizeof(used[0])); ++n)
        readLine(source, y + used[n], first, STEP_WIDTH + HALO, lines[used[n]]);
#define TAP(i, value) addLineTap(line + (i) * CN, value, to);
#define SOURCE(k, sums)                                                                                               \
    {                                                                                                                 \
        const ACC_T *line = lines[k];                                                                                 \
        sums                                                                                                          \
    }
    TILE_ROWS
#undef TAP
#undef SOURCE
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu_specialized(CLCONV_ARGUMENTS(__global const uchar *src))
{
    CLCONV_GROUP
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    const Tile tile = tileOf(group, dstSize);
    for (int y = tile.top; y < tile.bottom; y += ROWS)
        for (int s = 0; s < tile.block; s += STEP_WIDTH)
        {
            ACCV_T sum[ROWS][VECTORS];
#pragma unroll
            for (int i = 0; i < ROWS * VECTORS; ++i)
                sum[i / VECTORS][i % VECTORS] = (ACCV_T)(delta);
            const int row = source.origin.y + y, first = source.origin.x * CN + tile.begin + s;
            // One loop for both: PoCL 3.1 moves all taps out of a loop of interior steps alone, into memory, and it is
            // up to three times as slow.
            const int columns = source.size.x * CN, rows = source.size.y;
            if (row >= 0 && row + SOURCE_ROWS <= rows && first >= 0 && first + STEP_WIDTH + HALO <= columns)
                filterInterior(source, row, first, sum);
            else
                filterBorder(source, row, first, sum);
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                writeVectors(sum[r], output, tile, s, y + r);
        }
}
