// SPDX-License-Identifier: Apache-2.0
//
// All inline PTX of the library: NVIDIA instructions that OpenCL C has no function for. Other devices' compilers may
// abort on inline assembly, even in functions that are never called, so each function has another form for them:
// portable where its result is used (bytePermute), empty where it is a hint (prefetch) or where no kernel calls it
// (matrix products).
//
// Options: below. The host sets HAS_PREFETCH in implementations/checks.cpp, BORDER_PREFETCH in gpu/direct.cpp
// and gpu/separable.cpp, SRC_SIGNED in nvidia/mma.cpp, HALF_OPERANDS and COPY_BYTES in nvidia/separable_mma.cpp.

#ifndef CLCONV_PTX_CL
#define CLCONV_PTX_CL

#include "common/interface.cl"

#ifndef HAS_PREFETCH
#define HAS_PREFETCH 0 // 1: work-groups prefetch rows that later groups read, TileRange.prefetchRows further down
#endif
#ifndef BORDER_PREFETCH
#define BORDER_PREFETCH 0 // 1: border tiles prefetch their own rows before they begin
#endif
#ifndef SRC_SIGNED
#define SRC_SIGNED 0 // 1: the pixels of matrix products are char, 0: uchar
#endif
#ifndef HALF_OPERANDS
#define HALF_OPERANDS 0 // 1: operands of matrix products of floats are half floats (the source is uchar), 0: tf32
#endif
#ifndef COPY_BYTES
#define COPY_BYTES 16 // of an asynchronous copy to local memory, 8 or 16
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

#if NVIDIA
// a + b, rounded towards minus infinity
INLINE float addRoundedDown(float a, float b)
{
    float sum;
    __asm__("add.rm.f32 %0, %1, %2;" : "=f"(sum) : "f"(a), "f"(b));
    return sum;
}
#endif

#if NVIDIA >= 72 && DST_BYTES == 1 && JOIN(BYTES_, ACC_T) == 4 // PTX 6.5
#define HAS_PACK_SAT2 1
#define PTX_uchar "u8"
#define PTX_char "s8"
#define PTX_DST JOIN(PTX_, DST_T)

// Half to even, or down where DST_FLOORS
INLINE int roundToInt(float value)
{
    int result;
#if DST_FLOORS
    __asm__("cvt.rzi.s32.f32 %0, %1;" : "=r"(result) : "f"(value)); // saturates
#else
    __asm__("cvt.rni.s32.f32 %0, %1;" : "=r"(result) : "f"(value)); // saturates
#endif
    return result;
}

// Two outputs as bytes, followed by the lower two bytes of `upper`: one instruction, where conversions, shift and or
// take several.
INLINE uint packSat2(float low, float high, uint upper)
{
    uint bytes;
    __asm__("cvt.pack.sat." PTX_DST ".s32.b32 %0, %1, %2, %3;"
            : "=r"(bytes) : "r"(roundToInt(RESULT(high, ))), "r"(roundToInt(RESULT(low, ))), "r"(upper));
    return bytes;
}
#else
#define HAS_PACK_SAT2 0
#endif

#if FILTERS > 1 // a bank writes FILTERS images meanwhile, which would evict prefetched rows from the cache
#define PREFETCH_L2 "prefetch.global.L2::evict_last"
#define CAN_PREFETCH_L2 (NVIDIA >= 80) // PTX 7.4
#else
#define PREFETCH_L2 "prefetch.global.L2"
#define CAN_PREFETCH_L2 (NVIDIA > 0)
#endif

INLINE void prefetchL2(__global const SRC_T *address)
{
#if CAN_PREFETCH_L2
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

// The number of warps that one warp prefetches for, among `warps` warps one below the other in a work-group: each of
// its `lanes` lanes prefetches one cache line. scalars, rows: of the tile of a warp
#define WARPS_PER_PREFETCH(scalars, rows, warps, lanes)                                                               \
    ((warps) % 4 == 0 && 4 * (rows) * CACHE_LINES(scalars) <= (lanes)   ? 4                                           \
     : (warps) % 2 == 0 && 2 * (rows) * CACHE_LINES(scalars) <= (lanes) ? 2                                           \
                                                                        : 1)

// Prefetches into the L2 cache rows that work-groups further down will read: where loads are small or separated by much
// arithmetic, the registers of an NVIDIA H200 hold too few outstanding loads to saturate its memory. Lane l prefetches
// cache line l / rows of row y + l % rows.
// first: scalar of the rows where cache line 0 begins
INLINE void prefetchRows(Source source, int first, int scalars, int y, int rows, int lane)
{
#if HAS_PREFETCH && CAN_PREFETCH_L2
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

// The same with A of 16 x 64, B of 64 x 8 and a lane's word of metadata: two of any four adjacent elements of A are
// zero and left out, and the metadata state where the other two are (sparseMetadata in mma_operand.cl).
INLINE void multiplySparse64(int *sum, uint4 a, uint metadata, uint b0, uint b1, uint b2, uint b3)
{
#if NVIDIA >= 80
    __asm__ volatile("mma.sp.sync.aligned.m16n8k64.row.col.s32.s8." PTX_PIXELS ".s32 "
                     "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0;"
                     : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                     : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1), "r"(b2), "r"(b3), "r"(metadata));
#endif
}

// The same with A of 16 x 32, half of the former; lanes 0 and 1 of every four provide the metadata.
INLINE void multiplySparse32(int *sum, uint2 a, uint metadata, uint b0, uint b1)
{
#if NVIDIA >= 80
    __asm__ volatile("mma.sp.sync.aligned.m16n8k32.row.col.s32.s8." PTX_PIXELS ".s32 "
                     "{%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 0;"
                     : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                     : "r"(a.x), "r"(a.y), "r"(b0), "r"(b1), "r"(metadata));
#endif
}

#if HALF_OPERANDS
#define PTX_FLOATS "m16n8k16.row.col.f32.f16.f16.f32"
#else
#define PTX_FLOATS "m16n8k8.row.col.f32.tf32.tf32.f32"
#endif

// The same for floats of fewer bits, as half floats (HALF_OPERANDS: A of 16 x 16, B of 16 x 8) or tf32 (16 x 8, 8 x 8).
// first: sum = A * B
INLINE void multiplyFloats(float *sum, bool first, uint4 a, uint b0, uint b1)
{
#if NVIDIA >= 80
    if (first)
        __asm__("mma.sync.aligned." PTX_FLOATS " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
                : "=f"(sum[0]), "=f"(sum[1]), "=f"(sum[2]), "=f"(sum[3])
                : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1), "f"(0.f));
    else
        __asm__("mma.sync.aligned." PTX_FLOATS " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1));
#endif
}

// Two floats as half floats, `low` in the lower bits
INLINE uint packHalf2(float low, float high)
{
    uint both = 0;
#if NVIDIA >= 80
    __asm__("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
#endif
    return both;
}

// Copies COPY_BYTES bytes to local memory without waiting; both addresses are multiples of COPY_BYTES
#define PTX_COPY JOIN(PTX_COPY_, COPY_BYTES)
#define PTX_COPY_16 "cp.async.cg.shared.global [%0], [%1], 16;"
#define PTX_COPY_8 "cp.async.ca.shared.global [%0], [%1], 8;" // no form bypasses the L1 cache

INLINE void copyAsync(__local uchar *to, __global const uchar *from)
{
#if NVIDIA >= 80
    __asm__ volatile(PTX_COPY ::"l"((size_t)to), "l"(from) : "memory");
#endif
}

// Ends a batch of copies
INLINE void commitCopies(void)
{
#if NVIDIA >= 80
    __asm__ volatile("cp.async.commit_group;" ::: "memory");
#endif
}

// Waits for the copies of this work-item, except those of the last `batches` batches, a constant
#if NVIDIA >= 80
#define WAIT_FOR_COPIES(batches)                                                                                      \
    {                                                                                                                 \
        __asm__ volatile("cp.async.wait_group %0;" ::"n"(batches) : "memory");                                        \
    }
#else
#define WAIT_FOR_COPIES(batches)
#endif

#if NVIDIA >= 80
// Exchanges values between lanes whose numbers differ in bit 2 alone.
INLINE uint shuffleXor4(uint value)
{
    uint result;
    __asm__ volatile("shfl.sync.bfly.b32 %0, %1, 4, 31, 0xffffffff;" : "=r"(result) : "r"(value));
    return result;
}
#endif

#endif
