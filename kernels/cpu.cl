// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// For CPU devices: no local memory, no barriers, explicit vectors along the row. A work-item computes BLOCK scalars of
// ROWS*STEPS rows. It keeps the lines (line.cl) under ROWS output rows in a ring, reads ROWS new ones a step, and holds
// ROWS x VECTORS sums in registers while it runs over all taps.
//
//      +-------------------+----+
//      | K_ROWS-1 lines    |    |   the ring: STRIP = ROWS + K_ROWS-1 lines of BLOCK + HALO scalars, in private memory
//      +-------------------+    |
//      | ROWS new lines      halo
//      +-------------------+----+
//
// Parameters (host: impls/cpu.cpp), beside those of line.cl:
//   VECTORS  vectors of PX scalars computed at a time, 1 ... 4; BLOCK is a multiple of PX*VECTORS
// Work size: ceil(columns*CN / BLOCK) x ceil(rows / (ROWS*STEPS)) work-items, groups of one. Local memory: none.
// Private memory: STRIP * (BLOCK + HALO) scalars of ACC_T and STRIP pointers a work-item.
// Not supported: rings larger than a thread's stack can hold (impls/line.cpp: privateBytes).

#include "line.cl"

#ifndef VECTORS
#define VECTORS 2
#endif
#define LINE (BLOCK + HALO)

// Adds tap row by tap row of one line, line k of the ring, to the ROWS x VECTORS sums it belongs to. A literal `full` says
// that it belongs to all of them.
INLINE void addLine(const ACC_T *line, int k, bool full, TAPS_T taps, ACCV_T (*sum)[VECTORS])
{
#pragma unroll 1
    for (int i = 0; i < K_COLS; ++i)
    {
        ACCV_T values[VECTORS];
#pragma unroll
        for (int v = 0; v < VECTORS; ++v)
            values[v] = loadLine(line + i * CN + v * PX);
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
            if (full || (k - r >= 0 && k - r < K_ROWS))
            {
                const ACC_T tap = taps[(k - r) * K_COLS + i];
#pragma unroll
                for (int v = 0; v < VECTORS; ++v)
                    sum[r][v] += tap * values[v];
            }
    }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const int begin = get_global_id(0) * BLOCK;
    const int block = min(BLOCK, dstSize.x * CN - begin);
    const int top = get_global_id(1) * (ROWS * STEPS);
    const int bottom = min(top + ROWS * STEPS, dstSize.y);
    const int first = srcArea.x * CN + begin;
    const int count = block + HALO;
    if (block <= 0 || top >= bottom)
        return;

    ACC_T ring[STRIP * LINE];
    int head = 0; // of the ring: the line under tap row 0 of the step's first output row
    for (int k = 0; k < K_ROWS - 1; ++k)
        readLine(src, srcStep, srcOffset, srcArea, srcArea.y + top + k, first, count, ring + k * LINE);
    for (int y = top; y < bottom; y += ROWS)
    {
        const ACC_T *lines[STRIP];
        for (int k = 0; k < STRIP; ++k)
            lines[k] = ring + (head + k) % STRIP * LINE;
        for (int k = K_ROWS - 1; k < STRIP; ++k)
            readLine(src, srcStep, srcOffset, srcArea, srcArea.y + y + k, first, count,
                     ring + (head + k) % STRIP * LINE);
        head = (head + ROWS) % STRIP;

        for (int s = 0; s < block; s += PX * VECTORS)
        {
            ACCV_T sum[ROWS][VECTORS];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
#pragma unroll
                for (int v = 0; v < VECTORS; ++v)
                    sum[r][v] = (ACCV_T)(delta);
#pragma unroll
            for (int k = 0; k < ROWS - 1; ++k)
                addLine(lines[k] + s, k, false, TAPS, sum);
#pragma unroll 1
            for (int k = ROWS - 1; k < K_ROWS; ++k)
                addLine(lines[k] + s, k, true, TAPS, sum);
#pragma unroll
            for (int k = max(ROWS - 1, K_ROWS); k < STRIP; ++k)
                addLine(lines[k] + s, k, false, TAPS, sum);
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
#pragma unroll
                for (int v = 0; v < VECTORS; ++v)
                    if (y + r < bottom && s + v * PX < block)
                        writeOutputs(sum[r][v], destinationRow(dst, dstStep, dstOffset, y + r) + begin + s + v * PX,
                                     block - s - v * PX);
        }
    }
}
