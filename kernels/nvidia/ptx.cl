// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// All inline PTX of the library: NVIDIA instructions that OpenCL C has no function for. Other devices' compilers may
// abort on inline assembly, even in functions that are never called, so each function has another form for them:
// portable where its result is used (bytePermute), empty where it is a hint (prefetch) or where no kernel calls it
// (matrix products).
//
// Options (host: implementations/checks.cpp, implementations/nvidia/mma.cpp): below.

#include "common/interface.cl"

#ifndef PREFETCH
#define PREFETCH 0 // 1: work-groups prefetch rows that later groups read; the distance in rows is data (PREFETCH_ROWS)
#endif
#ifndef BORDER_PREFETCH
#define BORDER_PREFETCH 0 // 1: border tiles prefetch their own rows before they begin
#endif
#ifndef SRC_SIGNED
#define SRC_SIGNED 0 // 1: the pixels of matrix products are char, 0: uchar
#endif

// Selects four of the eight bytes of a (numbers 0 ... 3) and b (4 ... 7). Each hexadecimal digit of `selectors` is the
// number of one byte of the result, the lowest digit that of the lowest byte.
INLINE uint bytePermute(uint a, uint b, uint selectors)
{
    uint word = 0;
#if NVIDIA
    __asm__("prmt.b32 %0, %1, %2, %3;" : "=r"(word) : "r"(a), "r"(b), "r"(selectors));
#else
    const ulong bytes = (ulong)b << 32 | a;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        word |= (uint)(uchar)(bytes >> (selectors >> (4 * i) & 7) * 8) << (8 * i);
#endif
    return word;
}

#if NVIDIA >= 72 && DST_BYTES == 1 && JOIN(BYTES_, ACC_T) == 4 // PTX 6.5
#define HAS_PACK_SAT2 1
#define PTX_uchar "u8"
#define PTX_char "s8"
#define PTX_DST JOIN(PTX_, DST_T)

INLINE int roundToInt(float value)
{
    int result;
    __asm__("cvt.rni.s32.f32 %0, %1;" : "=r"(result) : "f"(value)); // saturates
    return result;
}

// Two outputs as bytes, followed by the lower two bytes of `upper`: one instruction, where conversions, shift and or
// take several.
INLINE uint packSat2(float low, float high, uint upper)
{
    uint bytes;
    __asm__("cvt.pack.sat." PTX_DST ".s32.b32 %0, %1, %2, %3;"
            : "=r"(bytes) : "r"(roundToInt(high)), "r"(roundToInt(low)), "r"(upper));
    return bytes;
}
#else
#define HAS_PACK_SAT2 0
#endif

#if FILTERS > 1 // a bank writes FILTERS images meanwhile, which would evict prefetched rows from the cache
#define PREFETCH_L2 "prefetch.global.L2::evict_last"
#define HAS_PREFETCH_L2 (NVIDIA >= 80) // PTX 7.4
#else
#define PREFETCH_L2 "prefetch.global.L2"
#define HAS_PREFETCH_L2 (NVIDIA > 0)
#endif

INLINE void prefetchL2(__global const SRC_T *address)
{
#if HAS_PREFETCH_L2
    __asm__ volatile(PREFETCH_L2 " [%0];" ::"l"(address));
#endif
}

INLINE void prefetchL1(__global const SRC_T *address)
{
#if NVIDIA
    __asm__ volatile("prefetch.global.L1 [%0];" ::"l"(address));
#endif
}

#define CACHE_LINE 128 // bytes
#define CACHE_LINES(scalars) (((scalars) * SRC_BYTES + CACHE_LINE - 1) / CACHE_LINE)

// The number of warps, one below the other in a work-group, for which one warp prefetches: each of its `lanes` lanes
// prefetches one cache line.
#define WARPS_PER_PREFETCH(scalars, lanes)                                                                            \
    (WG_Y % 4 == 0 && 4 * ROWS * CACHE_LINES(scalars) <= (lanes)   ? 4                                                \
     : WG_Y % 2 == 0 && 2 * ROWS * CACHE_LINES(scalars) <= (lanes) ? 2                                                \
                                                                   : 1)

// Prefetches into the L2 cache rows that work-groups further down will read: where loads are small or separated by much
// arithmetic, the registers of an NVIDIA H200 hold too few outstanding loads to saturate its memory. Lane l prefetches
// cache line l / rows of row y + l % rows.
// first: scalar of the rows where cache line 0 begins
INLINE void prefetchRows(Source source, int first, int scalars, int y, int rows, int lane)
{
#if PREFETCH && HAS_PREFETCH_L2
    const int2 size = source.size;
    const uint line = (uint)lane / (uint)rows;
    const int row = y + (int)((uint)lane % (uint)rows);
    const int scalar = first + (int)line * (CACHE_LINE / SRC_BYTES);
    if ((int)line * (CACHE_LINE / SRC_BYTES) < scalars && (uint)row < (uint)size.y &&
        (uint)scalar < (uint)(size.x * CN))
        prefetchL2(sourceRow(source, row) + scalar);
#endif
}

// Matrix products of a warp: sum += A * B, with A of 16 x 32 signed taps, B of 32 x 8 pixels and 16 x 8 sums
// (mma_operand.cl).
#if SRC_SIGNED
#define PTX_PIXELS "s8"
#else
#define PTX_PIXELS "u8"
#endif

INLINE void multiply32(int *sum, uint4 a, uint b0, uint b1)
{
#if NVIDIA >= 80
    __asm__ volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8." PTX_PIXELS ".s32 "
                     "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                     : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1));
#endif
}

// The same with A of 16 x 16 and B of 16 x 8.
INLINE void multiply16(int *sum, uint2 a, uint b)
{
#if NVIDIA >= 80
    __asm__ volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8." PTX_PIXELS ".s32 "
                     "{%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                     : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                     : "r"(a.x), "r"(a.y), "r"(b));
#endif
}

#if NVIDIA >= 80
// Exchanges values between lanes whose numbers differ in bit 2 alone.
INLINE uint shuffleXor4(uint value)
{
    uint result;
    __asm__ volatile("shfl.sync.bfly.b32 %0, %1, 4, 31, 0xffffffff;" : "=r"(result) : "r"(value));
    return result;
}
#endif
