// SPDX-License-Identifier: Apache-2.0
//
// An outer product of a row and a column on a CPU device: each source row (line.cl) is filtered along the row as it is
// read, the line buffer keeps the sums, and the column pass runs over them. No local memory, no barriers.
//
//      source row -> line -> row pass --+
//                                       v
//      +--------------------+
//      | FILTER_ROWS-1 rows |   the circular line buffer in private memory: SOURCE_ROWS = ROWS + FILTER_ROWS-1 rows of
//      +--------------------+   BLOCK sums of the row pass
//      | ROWS new rows      |
//      +--------------------+
//
// Coefficients: the row factor's FILTER_COLS taps, then the column factor's FILTER_ROWS taps.
//
// Options (host: implementations/cpu/cpu_separable.cpp): those of line.cl.
// Work size: ceil(columns * CN / BLOCK) x ceil(rows / (ROWS * STEPS)) work-items, in groups of one. Local memory: none.
// Private memory: SOURCE_ROWS * BLOCK + BLOCK + HALO scalars of ACC_T and SOURCE_ROWS pointers for each work-item.
// Not supported: filters that are no outer product; line buffers larger than a thread's stack should hold (privateBytes
// in implementations/cpu/line_buffer.cpp).

#include "cpu/line.cl"

// Loops over more taps than this are not unrolled: a program for 1001 taps took 15 seconds to build (PoCL 3.1).
#define MAX_UNROLLED_TAPS 32

// The row pass over one line.
INLINE void filterLine(const ACC_T *line, TAPS_T taps, ACC_T *sums)
{
#if FILTER_COLS > MAX_UNROLLED_TAPS
#pragma unroll 1
#endif
    for (int s = 0; s < BLOCK; s += 2 * PX)
    {
        ACCV_T a = (ACCV_T)(0), b = (ACCV_T)(0); // two chains hide the latency of multiply-adds
#if FILTER_COLS > MAX_UNROLLED_TAPS
#pragma unroll 1
#else
#pragma unroll 8
#endif
        for (int i = 0; i < FILTER_COLS; ++i)
        {
            a += taps[i] * loadLine(line + s + i * CN);
            b += taps[i] * loadLine(line + s + PX + i * CN);
        }
        storeLine(a, sums + s);
        storeLine(b, sums + s + PX);
    }
}

// Adds line k under a step to the output rows that use it. full: a constant; all ROWS rows use it
INLINE void addSums(const ACC_T *line, int k, bool full, TAPS_T taps, ACCV_T *sum)
{
    const ACCV_T values = loadLine(line);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (full || (k - r >= 0 && k - r < FILTER_ROWS))
            sum[r] += taps[FILTER_COLS + k - r] * values;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu_separable(CLCONV_ARGUMENTS(__global const uchar *src))
{
    CLCONV_GROUP
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    const Tile tile = tileOf(group, dstSize);
    const int top = tile.top, block = tile.block, first = source.origin.x * CN + tile.begin;
    if (block <= 0 || top >= tile.bottom)
        return;

    ACC_T line[BLOCK + HALO];
    ACC_T lineBuffer[SOURCE_ROWS * BLOCK];
    int head = 0; // row of the line buffer under tap row 0 of the step's first output row
    int next = 0; // rows read so far
    for (int y = top; y < tile.bottom; y += ROWS)
    {
        for (; next < y - top + SOURCE_ROWS; ++next)
        {
            readLine(source, source.origin.y + top + next, first, block + HALO, line);
            filterLine(line, TAPS, lineBuffer + next % SOURCE_ROWS * BLOCK);
        }
        const ACC_T *lines[SOURCE_ROWS];
        for (int k = 0; k < SOURCE_ROWS; ++k)
            lines[k] = lineBuffer + (head + k) % SOURCE_ROWS * BLOCK;
        head = (head + ROWS) % SOURCE_ROWS;

        for (int s = 0; s < block; s += PX)
        {
            ACCV_T sum[ROWS];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                sum[r] = (ACCV_T)(delta);
#if FILTER_ROWS > MAX_UNROLLED_TAPS
            for (int k = 0; k < ROWS - 1; ++k)
                addSums(lines[k] + s, k, false, TAPS, sum);
#pragma unroll 1
            for (int k = ROWS - 1; k < FILTER_ROWS; ++k)
                addSums(lines[k] + s, k, true, TAPS, sum);
            for (int k = FILTER_ROWS; k < SOURCE_ROWS; ++k)
                addSums(lines[k] + s, k, false, TAPS, sum);
#else // written out: through addSums this loop takes twice the time (PoCL 3.1)
#pragma unroll
            for (int k = 0; k < SOURCE_ROWS; ++k)
            {
                const ACCV_T values = loadLine(lines[k] + s);
#pragma unroll
                for (int r = 0; r < ROWS; ++r)
                    if (k - r >= 0 && k - r < FILTER_ROWS)
                        sum[r] += TAPS[FILTER_COLS + k - r] * values;
            }
#endif
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                if (y + r < tile.bottom)
                    writeOutputs(sum[r], output, outputRow(output, y + r) + tile.begin + s, block - s);
        }
    }
}
