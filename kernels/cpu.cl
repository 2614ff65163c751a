// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// For CPU devices: no local memory, no barriers, explicit vectors along the row. A work-item computes a strip of ROWS rows
// and BLOCKS vectors of PX scalars, one vector column after the other.
//
//      |<- BLOCKS vectors of PX scalars, one after the other ->|
//      +--------+--------+-- ... --+--------+
//      | ROWS   |        |         |        |    sums of one vector column: ROWS vectors, in registers
//      +--------+--------+-- ... --+--------+
//
// Rows outside the image are mapped once a row and vector column. Vectors whose taps cross the left or right edge are
// gathered scalar by scalar through borderCoordinate; so is the row's ragged end.
//
// Parameters (host: impls/cpu.cpp):
//   PX      scalars in a vector: 4, 8 or 16
//   ROWS    rows a work-item, 1 ... 8
//   BLOCKS  vectors a work-item along the row
// Work size: ceil(columns*CN / (PX*BLOCKS)) x ceil(rows / ROWS) work-items, groups of one. Local memory: none.
// Not supported: nothing.

#include "border.cl"

#ifndef PX
#define PX 16
#endif
#ifndef ROWS
#define ROWS 2
#endif
#ifndef BLOCKS
#define BLOCKS 64
#endif
#define SRCV_T VECTOR(SRC_T, PX)
#define ACCV_T VECTOR(ACC_T, PX)
#define LOAD(p) TO_ACC(JOIN(vload, PX)(0, p), PX)

// the PX scalars from s on, some of them outside the image
inline ACCV_T gather(__global const SRC_T *row, int s, int columns)
{
    ACC_T lanes[PX];
    for (int p = 0; p < PX; ++p)
        lanes[p] = borderScalar(row, s + p, columns);
    return JOIN(vload, PX)(0, lanes);
}

__kernel void clconv_cpu(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const int scalars = dstSize.x * CN;
    const int y0 = get_global_id(1) * ROWS;
    const int begin = get_global_id(0) * (PX * BLOCKS);
    const int end = min(begin + PX * BLOCKS, scalars);

    for (int s = begin; s < end; s += PX)
    {
        ACCV_T sum[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
            sum[r] = (ACCV_T)(delta);

        const int first = srcArea.x * CN + s;
        const bool inside = first >= 0 && first + PX + (K_COLS - 1) * CN <= srcArea.z * CN;
        for (int k = 0; k < ROWS + K_ROWS - 1; ++k)
        {
            const int y = borderCoordinate(srcArea.y + y0 + k, srcArea.w);
            if (y < 0)
                continue;
            __global const SRC_T *row = sourceRow(src, srcStep, srcOffset, y);
            for (int i = 0; i < K_COLS; ++i)
            {
                const ACCV_T values =
                    inside ? LOAD(row + first + i * CN) : gather(row, first + i * CN, srcArea.z);
#pragma unroll
                for (int r = 0; r < ROWS; ++r)
                    if (k - r >= 0 && k - r < K_ROWS)
                        sum[r] += TAPS[(k - r) * K_COLS + i] * values;
            }
        }

        for (int r = 0; r < ROWS && y0 + r < dstSize.y; ++r)
        {
            __global DST_T *out = destinationRow(dst, dstStep, dstOffset, y0 + r) + s;
            const VECTOR(DST_T, PX) result = TO_DST(sum[r], PX);
            if (s + PX <= scalars)
                JOIN(vstore, PX)(result, 0, out);
            else
            {
                DST_T lanes[PX];
                JOIN(vstore, PX)(result, 0, lanes);
                for (int p = 0; s + p < scalars; ++p)
                    out[p] = lanes[p];
            }
        }
    }
}
