// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// For one kernel alone, whose taps are compiled in (literals.cl), on CPU devices: explicit vectors along the row, taken straight
// from the source and added to the ROWS x VECTORS sums in registers. Few taps use each scalar, so no line is copied first; but
// at the image's edges, where all lines under a strip are made up in private memory.
//
//      a step:  SPAN = PX*VECTORS outputs of each of ROWS rows, from SPAN + HALO scalars of the rows that have taps
//
// Parameters (host: impls/cpu_literal.cpp), beside those of line.cl:
//   VECTORS  vectors of PX scalars computed at a time, 1 ... 4; BLOCK is a multiple of PX*VECTORS
// Work size: ceil(columns*CN / BLOCK) x ceil(rows / (ROWS*STEPS)) work-items, groups of one. Local memory: none.
// Private memory, used at edges: STRIP * (SPAN + HALO) scalars of ACC_T a work-item.
// Not supported: kernels of more than 400 taps that are not zero, or without any; taps that are not finite.

#include "line.cl"
#include "literals.cl"

#ifndef VECTORS
#define VECTORS 2
#endif
#define SPAN (PX * VECTORS)

#define TO(r, taps)                                                                                                   \
    {                                                                                                                 \
        ACCV_T *to = sum[r];                                                                                          \
        taps                                                                                                          \
    }

// Where all source scalars of a step lie inside; row: at the first one's scalar
INLINE void addTap(__global const SRC_T *row, ACC_T tap, ACCV_T *sum)
{
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        sum[v] += tap * loadSource(row + v * PX);
}

INLINE void filterInside(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int y, int first,
                         ACCV_T (*sum)[VECTORS])
{
#define TAP(i, value) addTap(row + (i) * CN, value, to);
#define SOURCE(k, sums)                                                                                               \
    {                                                                                                                 \
        __global const SRC_T *row = sourceRow(src, srcStep, srcOffset, y + (k)) + first;                              \
        sums                                                                                                          \
    }
    STRIP_ROWS
#undef TAP
#undef SOURCE
}

// The same from a line in private memory
INLINE void addLineTap(const ACC_T *line, ACC_T tap, ACCV_T *sum)
{
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        sum[v] += tap * loadLine(line + v * PX);
}

INLINE void filterAnywhere(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int y, int first,
                           ACCV_T (*sum)[VECTORS])
{
    ACC_T lines[STRIP][SPAN + HALO];
#define SOURCE(k, sums) (k),
    const int used[] = {STRIP_ROWS};
#undef SOURCE
    for (int n = 0; n < (int)(sizeof(used) / sizeof(used[0])); ++n)
        readLine(src, srcStep, srcOffset, srcArea, y + used[n], first, SPAN + HALO, lines[used[n]]);
#define TAP(i, value) addLineTap(line + (i) * CN, value, to);
#define SOURCE(k, sums)                                                                                               \
    {                                                                                                                 \
        const ACC_T *line = lines[k];                                                                                 \
        sums                                                                                                          \
    }
    STRIP_ROWS
#undef TAP
#undef SOURCE
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu_literal(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const int begin = get_global_id(0) * BLOCK;
    const int end = min(begin + BLOCK, dstSize.x * CN);
    const int top = get_global_id(1) * (ROWS * STEPS);
    const int bottom = min(top + ROWS * STEPS, dstSize.y);
    for (int y0 = top; y0 < bottom; y0 += ROWS)
        for (int s0 = begin; s0 < end; s0 += SPAN)
        {
            ACCV_T sum[ROWS][VECTORS];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
#pragma unroll
                for (int v = 0; v < VECTORS; ++v)
                    sum[r][v] = (ACCV_T)(delta);
            const int y = srcArea.y + y0, first = srcArea.x * CN + s0;
            if (y >= 0 && y + STRIP <= srcArea.w && first >= 0 && first + SPAN + HALO <= srcArea.z * CN)
                filterInside(src, srcStep, srcOffset, y, first, sum);
            else
                filterAnywhere(src, srcStep, srcOffset, srcArea, y, first, sum);
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
#pragma unroll
                for (int v = 0; v < VECTORS; ++v)
                    if (y0 + r < bottom && s0 + v * PX < end)
                        writeOutputs(sum[r][v], destinationRow(dst, dstStep, dstOffset, y0 + r) + s0 + v * PX,
                                     end - s0 - v * PX);
        }
}
