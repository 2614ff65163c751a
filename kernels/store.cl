// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Writing a work-item's outputs: PX scalars side by side in a row, as one vector where the address allows it.
//
// Options (host: whoever includes it):
//   PX      scalars a work-item along the row

#include "border.cl"

#ifndef PX
#define PX 4
#endif

// scalars in a vector: the largest power of two that divides PX
#if PX == 2 || PX == 4 || PX == 8 || PX == 16
#define STORE PX
#elif PX == 12
#define STORE 4
#elif PX == 6
#define STORE 2
#endif

// PX outputs at an aligned address
INLINE void storeWhole(__global DST_T *out, const ACC_T *sum)
{
#ifdef STORE
#pragma unroll
    for (int v = 0; v < PX / STORE; ++v)
        ((__global VECTOR(DST_T, STORE) *)out)[v] = TO_DST(JOIN(vload, STORE)(v, sum), STORE);
#else
#pragma unroll
    for (int p = 0; p < PX; ++p)
        out[p] = TO_DST(sum[p], );
#endif
}

// PX outputs of one row, or as many as the row still has; aligned: of outputsAreAligned. One conversion for both kinds of address:
// with one each, 8UC4 3x3 takes 163 instead of 131 us (NVIDIA H200, 8K)
INLINE void storeOutputs(__global DST_T *out, const ACC_T *sum, int count, bool aligned)
{
#ifdef STORE
    if (count >= PX)
    {
#pragma unroll
        for (int v = 0; v < PX / STORE; ++v)
        {
            const VECTOR(DST_T, STORE) result = TO_DST(JOIN(vload, STORE)(v, sum), STORE);
            if (aligned)
                ((__global VECTOR(DST_T, STORE) *)out)[v] = result;
            else
                JOIN(vstore, STORE)(result, v, out);
        }
        return;
    }
#endif
#pragma unroll
    for (int p = 0; p < PX; ++p)
        if (p < count)
            out[p] = TO_DST(sum[p], );
}

// Whether every work-item's first output lies at an address for its vectors. PX & -PX: the largest power of two in PX
INLINE bool outputsAreAligned(INDEX_T dstStep, INDEX_T dstOffset)
{
    return ((dstStep | dstOffset) & (INDEX_T)((PX & -PX) * sizeof(DST_T) - 1)) == 0;
}
