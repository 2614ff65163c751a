// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several kernels over one source, for CPU devices. A work-item computes BLOCK scalars of STEPS rows. It holds FILTERS x VECTORS
// sums in registers while it runs over all taps: each vector of the source is read, and converted, once a tap for all kernels.
//
//      source rows     +-----[ vectors ]-----------+    K_ROWS x K_COLS places of VECTORS vectors, read where they lie: what a CPU's
//                      +-----[         ]-----------+    cache holds anyway needs no lines of our own
//                              |
//           sums of kernel 0, 1, ... FILTERS-1          FILTERS x VECTORS
//
// Vectors whose window is not inside the image go through a line (line.cl) in which borders are resolved.
//
// Parameters (host: impls/cpu_bank.cpp), beside those of line.cl, ROWS being 1:
//   FILTERS  kernels, 1 ... 8
//   VECTORS  vectors of PX scalars computed at a time, 1 ... 4
// Work size: ceil(columns*CN / BLOCK) x ceil(rows / STEPS) work-items, groups of one. Local memory: none.
// Private memory: a line of PX*VECTORS + HALO scalars of ACC_T.
// Not supported: more than 8 kernels a launch.

#ifndef FILTERS
#define FILTERS 2
#endif
#ifndef ROWS
#define ROWS 1
#endif

#include "line.cl"

#ifndef VECTORS
#define VECTORS 2
#endif
#define SPAN (PX * VECTORS)
#define FILTER_TAPS (K_ROWS * K_COLS)

// Adds the values under one tap, number t of each kernel, to all sums.
INLINE void addValues(const ACCV_T *values, int t, TAPS_T taps, ACCV_T (*sum)[VECTORS])
{
#pragma unroll
    for (int f = 0; f < FILTERS; ++f)
    {
        const ACC_T tap = taps[f * FILTER_TAPS + t];
#pragma unroll
        for (int v = 0; v < VECTORS; ++v)
            sum[f][v] += tap * values[v];
    }
}

// Adds tap row k, whose window begins at `row`.
INLINE void addInside(__global const SRC_T *row, int k, TAPS_T taps, ACCV_T (*sum)[VECTORS])
{
#if K_COLS > 32 // unrolled, programs of wide kernels take seconds to build
#pragma unroll 1
#else
#pragma unroll 4
#endif
    for (int i = 0; i < K_COLS; ++i)
    {
        ACCV_T values[VECTORS];
#pragma unroll
        for (int v = 0; v < VECTORS; ++v)
            values[v] = loadSource(row + i * CN + v * PX);
        addValues(values, k * K_COLS + i, taps, sum);
    }
}

// The same out of a line.
INLINE void addLine(const ACC_T *line, int k, TAPS_T taps, ACCV_T (*sum)[VECTORS])
{
#pragma unroll 1
    for (int i = 0; i < K_COLS; ++i)
    {
        ACCV_T values[VECTORS];
#pragma unroll
        for (int v = 0; v < VECTORS; ++v)
            values[v] = loadLine(line + i * CN + v * PX);
        addValues(values, k * K_COLS + i, taps, sum);
    }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu_bank(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Output output[FILTERS] = OUTPUTS;
    const int begin = get_global_id(0) * BLOCK;
    const int end = min(begin + BLOCK, dstSize.x * CN);
    const int top = get_global_id(1) * STEPS;
    const int bottom = min(top + STEPS, dstSize.y);
    const int shift = srcArea.x * CN; // from an output's scalar to the first of its window
    for (int y = top; y < bottom; ++y)
        for (int s = begin; s < end; s += SPAN)
        {
            ACCV_T sum[FILTERS][VECTORS];
#pragma unroll
            for (int f = 0; f < FILTERS; ++f)
#pragma unroll
                for (int v = 0; v < VECTORS; ++v)
                    sum[f][v] = (ACCV_T)(delta);
            const int first = shift + s;
            const bool inside = first >= 0 && first + SPAN + HALO <= srcArea.z * CN;
            for (int k = 0; k < K_ROWS; ++k)
            {
                const int mapped = borderCoordinate(srcArea.y + y + k, srcArea.w);
                if (mapped < 0)
                    continue;
                if (inside)
                    addInside(sourceRow(src, srcStep, srcOffset, mapped) + first, k, TAPS, sum);
                else
                {
                    ACC_T line[SPAN + HALO];
                    readLine(src, srcStep, srcOffset, srcArea, mapped, first, SPAN + HALO, line);
                    addLine(line, k, TAPS, sum);
                }
            }
#pragma unroll
            for (int f = 0; f < FILTERS; ++f)
#pragma unroll
                for (int v = 0; v < VECTORS; ++v)
                    if (s + v * PX < end)
                        writeOutputs(sum[f][v], outputRow(output[f], y) + s + v * PX, end - s - v * PX);
        }
}
