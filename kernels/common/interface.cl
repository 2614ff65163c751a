// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Included by every program: element types and their conversions, scalar access to image rows, and the one order
// of kernel arguments.
//
// An interleaved image row is taken as a row of scalars: pixel x, channel c is scalar x*CN + c, and the horizontal taps
// of one channel stand CN scalars apart.
//
// Options, all set by the host (build_options.cpp, plan.cpp):
//   SRC_T, DST_T   element types of source and destination: uchar char ushort short int float double
//   ACC_T          type of coefficients and sums: float, or double as soon as SRC_T or DST_T is
//   DST_ROUNDS     1 where DST_T is an integer: sums are rounded half to even and saturated
//   CN             channels
//   WIDE_INDEX     defined where byte offsets need 64 bits
//   FILTER_COLS, FILTER_ROWS size of the kernel in taps, for the implementations that compile it in
//   FILTERS        kernels, and as many outputs; more than 1 only for those who filter banks
//   WG_X, WG_Y     work-group in work-items; kernels are compiled for it, so that the compiler knows how many registers there are
//   NO_REQD_GROUP_SIZE     1: kernels do not say what groups they run in. A compiler that is told how many registers to use does not
//                  listen otherwise
//   COEFFICIENTS_BY_VALUE        the coefficients come as a struct of COEFFICIENT_COUNT numbers among the arguments
//   COEFFICIENTS_CONSTANT     ... in a __constant buffer
//   COEFFICIENTS_GLOBAL       ... in a __global buffer
//   DENORM_OPERANDS      1: sources of uchar or ushort are not converted. Their bits, below the 24th of a float, are a tiny number, subnormal
//                  for the most part, of proportional value, and cost multiply-adds nothing. Taps come scaled for it (`scaled` and
//                  `denormFactors` in scaled.hpp). Where the host says so
//   NVIDIA         compute capability of an NVIDIA GPU, times ten: inline PTX; 0 for all other devices

#ifndef SRC_T
#define SRC_T float
#endif
#ifndef DST_T
#define DST_T float
#endif
#ifndef ACC_T
#define ACC_T float
#endif
#ifndef DST_ROUNDS
#define DST_ROUNDS 0
#endif
#ifndef CN
#define CN 1
#endif
#ifndef FILTER_COLS
#define FILTER_COLS 3
#endif
#ifndef FILTER_ROWS
#define FILTER_ROWS 3
#endif
#ifndef FILTERS
#define FILTERS 1
#endif
#ifndef WG_X
#define WG_X 32
#endif
#ifndef WG_Y
#define WG_Y 8
#endif
#ifndef NO_REQD_GROUP_SIZE
#define NO_REQD_GROUP_SIZE 0
#endif
#ifndef NVIDIA
#define NVIDIA 0
#endif
#ifndef DENORM_OPERANDS
#define DENORM_OPERANDS 0
#endif
#ifndef COEFFICIENT_COUNT
#define COEFFICIENT_COUNT (FILTERS * FILTER_COLS * FILTER_ROWS)
#endif

#if NO_REQD_GROUP_SIZE
#define GROUP_SIZE
#else
#define GROUP_SIZE __attribute__((reqd_work_group_size(WG_X, WG_Y, 1)))
#endif

#ifdef USE_FP64
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#endif

#ifdef WIDE_INDEX
#define INDEX_T long
#else
#define INDEX_T int
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define VECTOR(type, lanes) JOIN(type, lanes)

// Arrays of sums passed to a function stay in registers only if the call disappears; PoCL leaves plain `inline` to chance.
#define INLINE inline __attribute__((always_inline))

// bytes of the element types, also for #if
#define BYTES_uchar 1
#define BYTES_char 1
#define BYTES_ushort 2
#define BYTES_short 2
#define BYTES_int 4
#define BYTES_float 4
#define BYTES_double 8
#define SRC_BYTES JOIN(BYTES_, SRC_T)
#define DST_BYTES JOIN(BYTES_, DST_T)

// Conversions, for scalars (lanes left empty) and vectors
#define TO_ACC(value, lanes) JOIN(convert_, VECTOR(ACC_T, lanes))(value)
#if DST_ROUNDS
#define TO_DST(value, lanes) JOIN(JOIN(convert_, VECTOR(DST_T, lanes)), _sat_rte)(value)
#else
#define TO_DST(value, lanes) JOIN(convert_, VECTOR(DST_T, lanes))(value)
#endif

// A scalar of the source as operand of the sums
#if DENORM_OPERANDS
#define OPERAND(scalar) as_float((uint)(scalar) << (24 - 8 * SRC_BYTES))
#else
#define OPERAND(scalar) TO_ACC(scalar, )
#endif

// Coefficients: COEFFICIENTS_T is the kernel's argument, TAPS_T what functions take (a struct passed on by value would be
// copied into private memory), TAPS makes the one from the other.
#if defined COEFFICIENTS_BY_VALUE
typedef struct
{
    ACC_T tap[COEFFICIENT_COUNT];
} Coefficients;
#define COEFFICIENTS_T const Coefficients
#define TAPS_T const ACC_T*
#define TAPS coefficients.tap
#elif defined COEFFICIENTS_CONSTANT
#define COEFFICIENTS_T __constant const ACC_T*
#define TAPS_T __constant const ACC_T*
#define TAPS coefficients
#else
#define COEFFICIENTS_T __global const ACC_T*
#define TAPS_T __global const ACC_T*
#define TAPS coefficients
#endif

// use(f) for each output behind the first, which are 1 ... FILTERS-1
#define EACH_1(use)
#define EACH_2(use) EACH_1(use) use(1)
#define EACH_3(use) EACH_2(use) use(2)
#define EACH_4(use) EACH_3(use) use(3)
#define EACH_5(use) EACH_4(use) use(4)
#define EACH_6(use) EACH_5(use) use(5)
#define EACH_7(use) EACH_6(use) use(6)
#define EACH_8(use) EACH_7(use) use(7)
#define EACH_MORE(use) JOIN(EACH_, FILTERS)(use)

// The arguments of every kernel (set by launch.cpp, nowhere else):
//   source        the buffer or image that holds the readable image: the source's parent, or the source if isolated
//   srcStep       bytes from row to row
//   srcOffset     bytes to the readable image's first pixel
//   srcArea       x, y: its pixel under the filter's first element for the first output; z, w: its columns and rows
//   dst, dstStep, dstOffset, dstSize (columns, rows)
//   tileRange     the fields of TileRange
//   coefficients, delta
//   dst1, dstStep1, dstOffset1, ... up to FILTERS-1: OpenCL passes no array of buffers
#define CLCONV_ARGUMENTS(source)                                                                                      \
    source, const INDEX_T srcStep, const INDEX_T srcOffset, const int4 srcArea, __global uchar *dst,                  \
        const INDEX_T dstStep, const INDEX_T dstOffset, const int2 dstSize, const int8 tileRange,                     \
        COEFFICIENTS_T coefficients, const ACC_T delta EACH_MORE(OUTPUT_ARGUMENTS)
#define OUTPUT_ARGUMENTS(f) , __global uchar *dst##f, const INDEX_T dstStep##f, const INDEX_T dstOffset##f

// The readable image: the arguments src, srcStep, srcOffset, srcArea. Functions that need a field in a loop or behind a
// condition read it once before: compilers (clang 14) keep a struct in memory until its function is inlined, and load
// the field again each time.
typedef struct
{
    __global const uchar *data;
    INDEX_T step, offset; // bytes
    int2 origin;          // its pixel under the filter's first element for the first output
    int2 size;            // columns, rows
} Source;

typedef struct
{
    __global uchar *data;
    INDEX_T step, offset;
} Output;

// What the host computes once for all work-items (runtime/interior_tiles.hpp has the same struct), by kernels:
//   direct, bank, specialized   firstColumn, firstRow, columns, rows: the rectangle of interior tiles, in tiles
//                               borderGroupRows: rows of work-groups reserved for border tiles, before all others; 0: no
//                               tile is interior, and the rectangle has all tiles
//   these, separable, mma       prefetchRows: rows from those that a work-group reads to those that it prefetches
//   reference                   filterCols, filterRows: the filter's size in taps
typedef struct
{
    int firstColumn, firstRow, columns, rows;
    int borderGroupRows;
    int filterCols, filterRows;
    int prefetchRows;
} TileRange;

// The argument of the kernel by its names
INLINE TileRange tileRangeOf(int8 numbers)
{
    const TileRange range = {numbers.s0, numbers.s1, numbers.s2, numbers.s3,
                             numbers.s4, numbers.s5, numbers.s6, numbers.s7};
    return range;
}

// All outputs, as the initial value of an array
#define OUTPUTS {{dst, dstStep, dstOffset} EACH_MORE(OUTPUT_VALUES)}
#define OUTPUT_VALUES(f) , {dst##f, dstStep##f, dstOffset##f}

// first scalar of a row
INLINE __global const SRC_T *sourceRow(Source source, int y)
{
    return (__global const SRC_T *)(source.data + ((INDEX_T)y * source.step + source.offset));
}

INLINE __global DST_T *destinationRow(__global uchar *dst, INDEX_T dstStep, INDEX_T dstOffset, int y)
{
    return (__global DST_T *)(dst + ((INDEX_T)y * dstStep + dstOffset));
}

INLINE __global DST_T *outputRow(Output output, int y)
{
    return destinationRow(output.data, output.step, output.offset, y);
}
