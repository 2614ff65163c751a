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
// Two ways to fill it:
//   aligned   whole vectors from aligned addresses: where COVER lies in the image and the window begins where a centred
//             anchor puts it (which is the same for all work-items)
//   gathered  scalar by scalar: windows that cross the left or right edge, other anchors and regions. The columns are mapped
//             through borderCoordinate once for all rows
//
// Options (host: impls/window.cpp):
//   PX      scalars a work-item along the row; a multiple of VEC
//   VEC     scalars in an aligned load: 1, 2, 4, 8, 16
//   TAPS_X  tap columns that one window serves: K_COLS, or fewer where a row is taken in pieces
//   PHASE   scalars from the aligned address before the window to the window, for a centred anchor
//   STORE_ALIGNED  defined where PX outputs begin at an address aligned for a vector of PX

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

// first: the row's scalar under the first output's first tap; last: the same of the row's last window
inline bool windowIsAligned(int4 srcArea, int first, int last)
{
    return ((srcArea.x * CN - PHASE) & (VEC - 1)) == 0 && first >= PHASE && last - PHASE + COVER <= srcArea.z * CN;
}

// column: index in the row of each of the window's scalars, -1: zero
inline void mapWindow(int4 srcArea, int first, int *column)
{
#pragma unroll
    for (int i = 0; i < WINDOW; ++i)
        column[i] = borderIndex(first + i, srcArea.z);
}

// window: COVER operands, the first tap's at PHASE, from an aligned address on; row: at the row's first scalar
inline void loadAligned(__global const SRC_T *row, int first, ACC_T *window)
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

inline void loadGathered(__global const SRC_T *row, const int *column, ACC_T *window)
{
#pragma unroll
    for (int i = 0; i < WINDOW; ++i)
        window[PHASE + i] = column[i] < 0 ? (ACC_T)0 : TO_ACC(row[column[i]], );
}

// PX outputs of one row, or as many as the row still has
inline void storeOutputs(__global DST_T *out, const ACC_T *sum, int count)
{
#if PX == 2 || PX == 4 || PX == 8 || PX == 16
    if (count >= PX)
    {
        const VECTOR(DST_T, PX) result = TO_DST(JOIN(vload, PX)(0, sum), PX);
#ifdef STORE_ALIGNED
        *(__global VECTOR(DST_T, PX) *)out = result;
#else
        JOIN(vstore, PX)(result, 0, out);
#endif
        return;
    }
#endif
#pragma unroll
    for (int p = 0; p < PX; ++p)
        if (p < count)
            out[p] = TO_DST(sum[p], );
}
