// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Writing a work-item's outputs: PX scalars side by side in a row. Where they make whole words of bytes or 16 bits they are packed
// first: compilers cut vectors of such types into single words, and what is not stored as one vector comes out of the words.
//
// Options (host: whoever includes it):
//   PX      scalars a work-item along the row
//   UNALIGNED_STORE  1: rows that begin at no addresses for vectors are to be expected: whole words are stored there too, put together
//           from neighbours. 0: scalars are stored one by one there
//   NVIDIA  of pixel.cl; from 72 on bytes are packed by an instruction of PTX 6.5

#include "common/border.cl"

#ifndef PX
#define PX 4
#endif
#ifndef UNALIGNED_STORE
#define UNALIGNED_STORE 0
#endif
#define PACKED (DST_BYTES < 4 && PX * DST_BYTES % 4 == 0)

#if NVIDIA >= 72 && DST_BYTES == 1 && JOIN(BYTES_, ACC_T) == 4
#define HAS_PACK_SAT2 1
#define PTX_uchar "u8"
#define PTX_char "s8"
#define PTX_DST JOIN(PTX_, DST_T)

INLINE int roundToInt(float value)
{
    int result;
    __asm__("cvt.rni.s32.f32 %0, %1;" : "=r"(result) : "f"(value)); // out of range it saturates
    return result;
}

// Two outputs' bytes before the lower two of `behind`: one instruction, where a conversion each and putting together are three.
INLINE uint packSat2(float low, float high, uint behind)
{
    uint bytes;
    __asm__("cvt.pack.sat." PTX_DST ".s32.b32 %0, %1, %2, %3;"
            : "=r"(bytes) : "r"(roundToInt(high)), "r"(roundToInt(low)), "r"(behind));
    return bytes;
}
#else
#define HAS_PACK_SAT2 0
#endif

#if PACKED
#define STORE_WORDS (PX * DST_BYTES / 4) // of PX outputs as they lie in memory
#if DST_BYTES == 1
#define PIECE_T uchar
#define PIECES_IN_WORD 4
#else
#define PIECE_T ushort
#define PIECES_IN_WORD 2
#endif

INLINE void packOutputs(const ACC_T *sum, uint *words)
{
#pragma unroll
    for (int w = 0; w < STORE_WORDS; ++w)
#if HAS_PACK_SAT2
        words[w] = packSat2(sum[4 * w], sum[4 * w + 1], packSat2(sum[4 * w + 2], sum[4 * w + 3], 0));
#else
        words[w] = as_uint(TO_DST(JOIN(vload, PIECES_IN_WORD)(w, sum), PIECES_IN_WORD));
#endif
}

INLINE PIECE_T pieceOf(const uint *words, int p)
{
    return (PIECE_T)(words[p / PIECES_IN_WORD] >> (p % PIECES_IN_WORD * DST_BYTES * 8));
}

// Words to any address where a scalar may lie. Those of memory that others write to as well go piece by piece.
INLINE void storeUnaligned(__global DST_T *out, const uint *words)
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

// As many of PX outputs as the row still has, at any address.
INLINE void storeBytes(__global DST_T *out, const uint *words, int count)
{
#if UNALIGNED_STORE
    if (count >= PX)
    {
        storeUnaligned(out, words);
        return;
    }
#endif
#pragma unroll
    for (int p = 0; p < PX; ++p)
        if (p < count)
            ((__global PIECE_T *)out)[p] = pieceOf(words, p);
}

// PX outputs at an aligned address
INLINE void storeAlignedWords(__global DST_T *out, const uint *words)
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
#else

// scalars in a vector: the largest power of two that divides PX
#if PX == 2 || PX == 4 || PX == 8 || PX == 16
#define STORE PX
#elif PX == 12
#define STORE 4
#elif PX == 6
#define STORE 2
#endif
#endif

// PX outputs at an aligned address
INLINE void storeVector(__global DST_T *out, const ACC_T *sum)
{
#if PACKED
    uint words[STORE_WORDS];
    packOutputs(sum, words);
    storeAlignedWords(out, words);
#elif HAS_PACK_SAT2 && PX % 2 == 0
#pragma unroll
    for (int p = 0; p < PX; p += 2)
        ((__global ushort *)out)[p / 2] = (ushort)packSat2(sum[p], sum[p + 1], 0);
#elif defined STORE
#pragma unroll
    for (int v = 0; v < PX / STORE; ++v)
        ((__global VECTOR(DST_T, STORE) *)out)[v] = TO_DST(JOIN(vload, STORE)(v, sum), STORE);
#else
#pragma unroll
    for (int p = 0; p < PX; ++p)
        out[p] = TO_DST(sum[p], );
#endif
}

// PX outputs of one row, or as many as the row still has; aligned: of areAligned
INLINE void storeTail(__global DST_T *out, const ACC_T *sum, int count, bool aligned)
{
#if PACKED
    uint words[STORE_WORDS];
    packOutputs(sum, words);
    if (aligned && count >= PX)
        storeAlignedWords(out, words);
    else
        storeBytes(out, words, count);
#else
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
#endif
}

// Whether every work-item's first output lies at an address for its vectors. PX & -PX: the largest power of two in PX
// addresses: steps and offsets or-ed together
INLINE bool areAligned(INDEX_T addresses)
{
    return (addresses & (INDEX_T)((PX & -PX) * sizeof(DST_T) - 1)) == 0;
}
