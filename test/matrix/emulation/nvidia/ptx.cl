// SPDX-License-Identifier: Apache-2.0
//
// Replaces kernels/nvidia/ptx.cl when kernels for matrix units run on the host (emulation.hpp): the instructions are
// functions of that program, which has a thread for each lane.

#ifndef CLCONV_PTX_CL
#define CLCONV_PTX_CL

#include "common/interface.cl"

#ifndef SRC_SIGNED
#define SRC_SIGNED 0 // as in kernels/nvidia/ptx.cl
#endif
#ifndef HALF_OPERANDS
#define HALF_OPERANDS 0 // as in kernels/nvidia/ptx.cl
#endif
#ifndef COPY_BYTES
#define COPY_BYTES 16 // as in kernels/nvidia/ptx.cl
#endif

void emulatedFloatProduct(float *sum, int isHalf, int first, uint a0, uint a1, uint a2, uint a3, uint b0, uint b1);
void emulatedByteProduct(int *sum, int depth, int isSigned, uint a0, uint a1, uint a2, uint a3, uint b0, uint b1);
void emulatedSparseProduct(int *sum, int depth, int isSigned, const uint *a, uint metadata, const uint *b);
uint emulatedHalfPair(float low, float high);
uint emulatedShuffleXor4(uint value);
uint emulatedPackSat2(int isSigned, float low, float high, uint upper);
float emulatedAddRoundedDown(float a, float b);

INLINE float addRoundedDown(float a, float b)
{
    return emulatedAddRoundedDown(a, b);
}

#if DST_BYTES == 1
#define HAS_PACK_SAT2 1
#define SIGNED_uchar 0
#define SIGNED_char 1

INLINE uint packSat2(float low, float high, uint upper)
{
    return emulatedPackSat2(JOIN(SIGNED_, DST_T), low, high, upper);
}
#else
#define HAS_PACK_SAT2 0
#endif

#define WARPS_PER_PREFETCH(scalars, rows, warps, lanes) 1

INLINE void prefetchRows(Source source, int first, int scalars, int y, int rows, int lane) {}

INLINE uint bytePermute(uint a, uint b, uint selectors)
{
    uint word = 0;
    const ulong bytes = (ulong)b << 32 | a;
    for (int i = 0; i < 4; ++i)
        word |= (uint)(uchar)(bytes >> (selectors >> (4 * i) & 7) * 8) << (8 * i);
    return word;
}

INLINE void multiply32(int *sum, uint4 a, uint b0, uint b1)
{
    emulatedByteProduct(sum, 32, SRC_SIGNED, a.x, a.y, a.z, a.w, b0, b1);
}

INLINE void multiply16(int *sum, uint2 a, uint b)
{
    emulatedByteProduct(sum, 16, SRC_SIGNED, a.x, a.y, 0, 0, b, 0);
}

INLINE void multiplySparse64(int *sum, uint4 a, uint metadata, uint b0, uint b1, uint b2, uint b3)
{
    const uint left[4] = {a.x, a.y, a.z, a.w}, right[4] = {b0, b1, b2, b3};
    emulatedSparseProduct(sum, 64, SRC_SIGNED, left, metadata, right);
}

INLINE void multiplySparse32(int *sum, uint2 a, uint metadata, uint b0, uint b1)
{
    const uint left[4] = {a.x, a.y, 0, 0}, right[4] = {b0, b1, 0, 0};
    emulatedSparseProduct(sum, 32, SRC_SIGNED, left, metadata, right);
}

INLINE uint shuffleXor4(uint value)
{
    return emulatedShuffleXor4(value);
}

INLINE void multiplyFloats(float *sum, bool first, uint4 a, uint b0, uint b1)
{
    emulatedFloatProduct(sum, HALF_OPERANDS, first, a.x, a.y, a.z, a.w, b0, b1);
}

INLINE uint packHalf2(float low, float high)
{
    return emulatedHalfPair(low, high);
}

INLINE void copyAsync(__local uchar *to, __global const uchar *from)
{
    for (int i = 0; i < COPY_BYTES / 4; ++i)
        ((__local uint *)to)[i] = ((__global const uint *)from)[i];
}

INLINE void commitCopies(void) {}
#define WAIT_FOR_COPIES(batches)

#endif
