// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Writing a work-item's outputs: PX scalars side by side in a row, as one vector where the address allows it.
//
// Options (host: whoever includes it):
//   PX      scalars a work-item along the row
//   STORE_SHIFTED  1: rows that begin at no addresses for vectors are to be expected: scalars of DST_BYTES, 1 or 2, are put together
//           to words there. 0: they are stored one by one

#include "border.cl"

#ifndef PX
#define PX 4
#endif
#ifndef STORE_SHIFTED
#define STORE_SHIFTED 0
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

#if STORE_SHIFTED
#define STORE_WORDS (PX * DST_BYTES / 4) // of PX outputs as they lie in memory
#if DST_BYTES == 1
#define PIECE_T uchar
#define PIECES_IN_WORD 4
#else
#define PIECE_T ushort
#define PIECES_IN_WORD 2
#endif

INLINE PIECE_T pieceOf(const uint *words, int p)
{
    return (PIECE_T)(words[p / PIECES_IN_WORD] >> (p % PIECES_IN_WORD * DST_BYTES * 8));
}

// Words to any address where a scalar may lie. Those of memory that others write to as well go piece by piece.
INLINE void storeShifted(__global DST_T *out, const uint *words)
{
    const uint over = (uint)(size_t)out & 3, shift = over * 8;
    __global uint *whole = (__global uint *)((__global uchar *)out - over);
#pragma unroll
    for (int i = 1; i < STORE_WORDS; ++i)
        whole[i] = (uint)(((ulong)words[i] << 32 | words[i - 1]) >> (32 - shift));
    if (over == 0)
    {
        whole[0] = words[0];
        return;
    }
    __global PIECE_T *head = (__global PIECE_T *)out, *tail = (__global PIECE_T *)(whole + STORE_WORDS);
    const uint last = words[STORE_WORDS - 1] >> (32 - shift);
#pragma unroll
    for (uint p = 0; p + 1 < PIECES_IN_WORD; ++p)
    {
        if (p * DST_BYTES + over < 4)
            head[p] = pieceOf(words, p);
        if (p * DST_BYTES < over)
            tail[p] = pieceOf(&last, p);
    }
}

// ... or as many of their outputs as the row still has.
INLINE void storePacked(__global DST_T *out, const uint *words, int count)
{
    if (count >= PX)
    {
        storeShifted(out, words);
        return;
    }
#pragma unroll
    for (int p = 0; p < PX; ++p)
        if (p < count)
            ((__global PIECE_T *)out)[p] = pieceOf(words, p);
}

// Words to an aligned address.
INLINE void storeWords(__global DST_T *out, const uint *words)
{
#if STORE_WORDS % 4 == 0
#pragma unroll
    for (int i = 0; i < STORE_WORDS / 4; ++i)
        ((__global uint4 *)out)[i] = vload4(i, words);
#elif STORE_WORDS % 2 == 0
#pragma unroll
    for (int i = 0; i < STORE_WORDS / 2; ++i)
        ((__global uint2 *)out)[i] = vload2(i, words);
#else
#pragma unroll
    for (int i = 0; i < STORE_WORDS; ++i)
        ((__global uint *)out)[i] = words[i];
#endif
}
#endif

// PX outputs of one row, or as many as the row still has; aligned: of outputsAreAligned. One conversion for both kinds of address:
// with one each, 8UC4 3x3 takes 163 instead of 131 us (NVIDIA H200, 8K)
INLINE void storeOutputs(__global DST_T *out, const ACC_T *sum, int count, bool aligned)
{
#if STORE_SHIFTED
    if (count >= PX)
    {
        uint words[STORE_WORDS];
#pragma unroll
        for (int w = 0; w < STORE_WORDS; ++w)
            words[w] = as_uint(TO_DST(JOIN(vload, PIECES_IN_WORD)(w, sum), PIECES_IN_WORD));
        if (aligned)
            storeWords(out, words);
        else
            storeShifted(out, words);
        return;
    }
#elif defined STORE
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
