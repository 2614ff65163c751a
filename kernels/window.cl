// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A row window in registers: the scalars of one source row that a work-item's PX outputs need.
//
//            first                                   WINDOW = PX + (TAPS_X-1)*CN scalars from the row's scalar `first` on
//      +-------+---------------------------+---+
//      | PHASE | WINDOW                    |   |     COVER  = the same rounded out to whole vectors of VEC scalars
//      +-------+---------------------------+---+
//      ^ aligned address
//
// Three ways to fill it; which one is data, so that one program serves every address, step and anchor:
//   aligned     whole vectors from aligned addresses: where COVER lies in the image, rows are aligned for VEC scalars, and the
//               window begins where a centred anchor puts it
//   contiguous  scalar by scalar: any other address, region or anchor
//   gathered    through a map of the columns, made by borderCoordinate once for all rows: across the left or right edge
//
// Options (host: impls/window.cpp):
//   PX      scalars a work-item along the row; a multiple of VEC
//   VEC     scalars in an aligned load: 1, 2, 4, 8, 16
//   TAPS_X  tap columns that one window serves: K_COLS, or fewer where a row is taken in pieces
//   PHASE   scalars from the aligned address before the window to the window, for a centred anchor

#include "border.cl"

#ifndef PX
#define PX 4
#endif
#ifndef VEC
#define VEC 1
#endif
#ifndef PHASE
#define PHASE 0
#endif
#ifndef TAPS_X
#define TAPS_X K_COLS
#endif
#define WINDOW (PX + (TAPS_X - 1) * CN)
#define VECTORS ((PHASE + WINDOW + VEC - 1) / VEC)
#define COVER (VECTORS * VEC)

typedef enum
{
    WINDOW_ALIGNED,
    WINDOW_CONTIGUOUS,
    WINDOW_GATHERED
} WindowKind;

// first: the row's scalar under the first output's first tap; last: the same of the row's last window
INLINE WindowKind windowKind(INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int first, int last)
{
    const int scalars = srcArea.z * CN;
    const bool alignedRows = ((srcStep | srcOffset) & (INDEX_T)(VEC * sizeof(SRC_T) - 1)) == 0;
    if (alignedRows && ((srcArea.x * CN - PHASE) & (VEC - 1)) == 0 && first >= PHASE && last - PHASE + COVER <= scalars)
        return WINDOW_ALIGNED;
    return first >= 0 && last + WINDOW <= scalars ? WINDOW_CONTIGUOUS : WINDOW_GATHERED;
}

// column: index in the row of each of the window's scalars, -1: zero
INLINE void mapWindow(int4 srcArea, int first, int *column)
{
#pragma unroll
    for (int i = 0; i < WINDOW; ++i)
        column[i] = borderIndex(first + i, srcArea.z);
}

// window: COVER operands, the first tap's at PHASE, from an aligned address on; row: at the row's first scalar
INLINE void loadAligned(__global const SRC_T *row, int first, ACC_T *window)
{
#if VEC > 1
    __global const VECTOR(SRC_T, VEC) *vectors = (__global const VECTOR(SRC_T, VEC) *)(row + (first - PHASE));
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        JOIN(vstore, VEC)(TO_ACC(vectors[v], VEC), v, window);
#else
#pragma unroll
    for (int i = 0; i < COVER; ++i)
        window[i] = TO_ACC(row[first + i], );
#endif
}

// column: of mapWindow; read only where the window is gathered
INLINE void loadAnywhere(__global const SRC_T *row, int first, WindowKind kind, const int *column, ACC_T *window)
{
    if (kind == WINDOW_ALIGNED)
        loadAligned(row, first, window);
    else if (kind == WINDOW_CONTIGUOUS)
    {
#pragma unroll
        for (int i = 0; i < WINDOW; ++i)
            window[PHASE + i] = TO_ACC(row[first + i], );
    }
    else
    {
#pragma unroll
        for (int i = 0; i < WINDOW; ++i)
            window[PHASE + i] = column[i] < 0 ? (ACC_T)0 : TO_ACC(row[column[i]], );
    }
}

// PX outputs of one row, or as many as the row still has; aligned: their address is one for a vector of PX
INLINE void storeOutputs(__global DST_T *out, const ACC_T *sum, int count, bool aligned)
{
#if PX == 2 || PX == 4 || PX == 8 || PX == 16
    if (count >= PX)
    {
        const VECTOR(DST_T, PX) result = TO_DST(JOIN(vload, PX)(0, sum), PX);
        if (aligned)
            *(__global VECTOR(DST_T, PX) *)out = result;
        else
            JOIN(vstore, PX)(result, 0, out);
        return;
    }
#endif
#pragma unroll
    for (int p = 0; p < PX; ++p)
        if (p < count)
            out[p] = TO_DST(sum[p], );
}

INLINE bool outputsAreAligned(INDEX_T dstStep, INDEX_T dstOffset)
{
    return ((dstStep | dstOffset) & (INDEX_T)(PX * sizeof(DST_T) - 1)) == 0;
}
