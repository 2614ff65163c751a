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
#define MIXED_PHASES (ROWS - 1 < K_ROWS ? ROWS - 1 : K_ROWS)
#define MOST_UNROLLED 9 // taps of a row: PoCL, AVX2, 7x7 a fifth faster unrolled; 1001 take seconds to build

// Adds one line's taps to each of the ROWS x VECTORS sums. In phase p output row r takes the one of its K_ROWS lines whose
// place in the ring is p modulo K_ROWS: from phase ROWS-1 on all rows take line p. Before that some take line p, the others
// line p + K_ROWS: so many sums are always under way that none waits for the one before it. A literal `common` says that
// all rows take line p.
INLINE void addPhase(const ACC_T *const *lines, int s, int phase, bool common, TAPS_T taps, ACCV_T (*sum)[VECTORS])
{
#if K_COLS > MOST_UNROLLED
#pragma unroll 1
#else
#pragma unroll
#endif
    for (int i = 0; i < K_COLS; ++i)
    {
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
        {
            const int tapRow = common ? phase - r : (phase + ROWS * K_ROWS - r) % K_ROWS;
            const ACC_T tap = taps[tapRow * K_COLS + i];
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
                sum[r][v] += tap * loadLine(lines[tapRow + r] + s + i * CN + v * PX);
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
            for (int phase = 0; phase < MIXED_PHASES; ++phase)
                addPhase(lines, s, phase, false, TAPS, sum);
#pragma unroll 1
            for (int phase = ROWS - 1; phase < K_ROWS; ++phase)
                addPhase(lines, s, phase, true, TAPS, sum);
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
