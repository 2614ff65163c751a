// SPDX-License-Identifier: Apache-2.0
//
// Included by every program: element types and their conversions, the source, the outputs, and the one order of kernel
// arguments.
//
// An interleaved image row is processed as a row of scalars: channel c of pixel x is scalar x*CN + c, and horizontal
// taps of one channel are CN scalars apart.
//
// The host defines the following (problem/build_options.cpp, planner/make_plan.cpp); the defaults let each file compile
// alone. Without a default:
//   WIDE_INDEX             defined: byte offsets need 64 bits, for images beyond 2^31 - 1 bytes
//   USE_FP64               defined: ACC_T is double
//   COEFFICIENTS_BY_VALUE  defined: the coefficients are a struct of COEFFICIENT_COUNT numbers among the arguments
//   COEFFICIENTS_CONSTANT  defined: they are in a __constant buffer
//   COEFFICIENTS_GLOBAL    defined: they are in a __global buffer, as without any of the three

#ifndef CLCONV_INTERFACE_CL
#define CLCONV_INTERFACE_CL

#include "common/shared_structs.cl"

#ifndef SRC_T
#define SRC_T float // element type of the source: uchar char ushort short int binary16 float double
#endif
#ifndef DST_T
#define DST_T float // element type of the outputs, one of the same
#endif
#ifndef SRC_BINARY16
#define SRC_BINARY16 0 // 1: SRC_T is binary16
#endif
#ifndef DST_BINARY16
#define DST_BINARY16 0 // 1: DST_T is binary16
#endif
#ifndef ACC_T
#define ACC_T float // type of coefficients and sums: double if SRC_T or DST_T is double or sums need it, else float
#endif
#ifndef DST_ROUNDS
#define DST_ROUNDS 0 // 1: DST_T is an integer, sums are rounded half to even and saturated, e.g. 254.5 to 254
#endif
#ifndef DST_FLOORS
#define DST_FLOORS 0 // 1: sums are exact and rounded down instead, e.g. 254.5 plus a delta of 0.5 to 255
#endif
#ifndef DST_AVERAGES
#define DST_AVERAGES 0 // 1: exact sums are divided by the number of taps, correctly rounded; 2: so are sums of floats
#endif
#ifndef CN
#define CN 1 // channels, e.g. 3 for BGR
#endif
#ifndef FILTER_COLS
#define FILTER_COLS 3 // width of the filter in taps; in reference.cl, local.cl it is data
#endif
#ifndef FILTER_ROWS
#define FILTER_ROWS 3 // height of the filter in taps; in reference.cl, local.cl it is data
#endif
#ifndef CHANNEL_FILTERS
#define CHANNEL_FILTERS 0 // 1: each channel has a filter of its own; their taps are interleaved as pixels are
#endif
#ifndef FILTERS
#define FILTERS 1 // filters in one launch, and as many outputs: 1..8 in direct.cl and cpu.cl
#endif
#ifndef WG_X
#define WG_X 32 // work-items of a work-group along a row; compiled in, so that the compiler can budget registers
#endif
#ifndef WG_Y
#define WG_Y 8 // work-items of a work-group along a column
#endif
#ifndef NO_REQD_GROUP_SIZE
#define NO_REQD_GROUP_SIZE 0 // 1: no reqd_work_group_size: with it NVIDIA's compiler ignores -cl-nv-maxrregcount
#endif
#ifndef NVIDIA
#define NVIDIA 0 // compute capability of an NVIDIA GPU times ten, e.g. 90: inline PTX; 0: any other device
#endif
#ifndef NO_FMA
#define NO_FMA 0 // 1: the device has no fused multiply-add: a product is rounded before it is added
#endif
#ifndef DENORM_OPERANDS
#define DENORM_OPERANDS 0 // 1: uchar and ushort are read as denormal floats; the host scales taps (denorm_scaling.hpp)
#endif
#ifndef BATCH
#define BATCH 0 // 1: a launch filters several images (batch.cl)
#endif
#ifndef COEFFICIENT_COUNT // for COEFFICIENTS_BY_VALUE, e.g. 9 for 3x3
#define COEFFICIENT_COUNT (FILTERS * FILTER_COLS * FILTER_ROWS * (CHANNEL_FILTERS ? CN : 1))
#endif

#if NO_FMA
#define fma(a, b, c) ((a) * (b) + (c))
#endif

#if NO_REQD_GROUP_SIZE
#define GROUP_SIZE
#else
#define GROUP_SIZE __attribute__((reqd_work_group_size(WG_X, WG_Y, 1)))
#endif

#if defined USE_FP64 && defined cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#ifdef WIDE_INDEX
#define INDEX_T long
#else
#define INDEX_T int
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define VECTOR(type, lanes) JOIN(type, lanes)

// Arrays passed to a function stay in registers only if it is inlined; PoCL does not inline every `inline` function.
#define INLINE inline __attribute__((always_inline))

// An array that an inlined function passes to another one. Its first element is not used (see Source).
#define PRIVATE_ARRAY(type, name, count)                                                                              \
    type name##Memory[1 + (count)];                                                                                   \
    type *const name = &name##Memory[1]

// For functions rarely called in a kernel short of registers: inlining one changes how NVIDIA's compiler allocates
// registers to the rest of the kernel.
#if NVIDIA
#define OUTLINE static __attribute__((noinline))
#else
#define OUTLINE INLINE
#endif

// Bytes of the element types, also for #if
#define BYTES_uchar 1
#define BYTES_char 1
#define BYTES_ushort 2
#define BYTES_short 2
#define BYTES_int 4
#define BYTES_binary16 2
#define BYTES_float 4
#define BYTES_double 8
#define SRC_BYTES JOIN(BYTES_, SRC_T)
#define DST_BYTES JOIN(BYTES_, DST_T)

// The result before conversion, for scalars (lanes left empty) and vectors; for an average, the sum divided by the
// taps. The remainder of an exact sum is exact, so a quotient that lies halfway between two integers is exact, too.
#ifndef TAP_COUNT
#define TAP_COUNT ((long)FILTER_COLS * FILTER_ROWS) // of the filter; in reference.cl, local.cl it is data
#endif
#define TAPS_IN_ALL(lanes) ((VECTOR(ACC_T, lanes))((ACC_T)TAP_COUNT))
#define PART(lanes) (1 / TAPS_IN_ALL(lanes))
#if NO_FMA
#define AVERAGE(sum, lanes) ((sum) / TAPS_IN_ALL(lanes))
#else
#define AVERAGE(sum, lanes)                                                                                           \
    fma(fma(-(sum) * PART(lanes), TAPS_IN_ALL(lanes), (sum)), PART(lanes), (sum) * PART(lanes))
#endif
#if DST_AVERAGES == 2 && !NO_FMA
#define FILTER_RESULT(sum, lanes) ((sum) * PART(lanes))
#elif DST_AVERAGES
#define FILTER_RESULT(sum, lanes) (AVERAGE(sum, lanes) + (DST_FLOORS ? (ACC_T)0.5f : 0))
#else
#define FILTER_RESULT(sum, lanes) (sum)
#endif
#ifdef AFTER // FILTERED, the first of its stages, has divided
#define RESULT(sum, lanes) (sum)
#else
#define RESULT(sum, lanes) FILTER_RESULT(sum, lanes)
#endif

// Half floats are kept as their bits: without the extension cl_khr_fp16, OpenCL has no variables of type half, only
// functions that convert halves in memory.
typedef ushort binary16;
typedef ushort2 binary162;
typedef ushort4 binary164;
typedef ushort8 binary168;
typedef ushort16 binary1616;
#define BINARY16_FUNCTIONS(lanes)                                                                                     \
    INLINE VECTOR(float, lanes) JOIN(floatOf, lanes)(VECTOR(ushort, lanes) bits)                                      \
    {                                                                                                                 \
        return JOIN(vload_half, lanes)(0, (const half *)&bits);                                                       \
    }                                                                                                                 \
    INLINE VECTOR(ushort, lanes) JOIN(binary16Of, lanes)(VECTOR(ACC_T, lanes) number)                                 \
    {                                                                                                                 \
        VECTOR(ushort, lanes) bits;                                                                                   \
        JOIN(JOIN(vstore_half, lanes), _rte)(number, 0, (half *)&bits);                                               \
        return bits;                                                                                                  \
    }
#if SRC_BINARY16 || DST_BINARY16
BINARY16_FUNCTIONS()
BINARY16_FUNCTIONS(2)
BINARY16_FUNCTIONS(4)
BINARY16_FUNCTIONS(8)
BINARY16_FUNCTIONS(16)
#endif

// Conversions, for scalars (lanes left empty) and vectors
#define TO_ACC(value, lanes) JOIN(convert_, VECTOR(ACC_T, lanes))(value)
#if SRC_BINARY16
#define FROM_SRC(value, lanes) TO_ACC(JOIN(floatOf, lanes)(value), lanes)
#else
#define FROM_SRC(value, lanes) TO_ACC(value, lanes)
#endif
#if DST_BINARY16
#define TO_DST(value, lanes) JOIN(binary16Of, lanes)(RESULT(value, lanes))
#elif DST_FLOORS
#define TO_DST(value, lanes) JOIN(JOIN(convert_, VECTOR(DST_T, lanes)), _sat_rtz)(RESULT(value, lanes))
#elif DST_ROUNDS
#define TO_DST(value, lanes) JOIN(JOIN(convert_, VECTOR(DST_T, lanes)), _sat_rte)(RESULT(value, lanes))
#else
#define TO_DST(value, lanes) JOIN(convert_, VECTOR(DST_T, lanes))(RESULT(value, lanes))
#endif

// A source scalar as operand of the sums. Read as a denormal float, its bits are its value times a power of two.
#if DENORM_OPERANDS
#define OPERAND(scalar) as_float((uint)(scalar) << (24 - 8 * SRC_BYTES))
#else
#define OPERAND(scalar) FROM_SRC(scalar, )
#endif

// Coefficients: COEFFICIENTS_T is the type of the kernel's argument, TAPS_T that of a function's parameter, TAPS the
// argument as a TAPS_T: a struct passed by value would be copied into private memory.
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
#if BATCH
#define TAPS (coefficients + image->firstCoefficient)
#else
#define TAPS coefficients
#endif
#endif

// TAP_AT: a tap, or the taps of all channels at a place. TAP_OF: the one for `scalar` of a row from channel 0 on
#if CHANNEL_FILTERS
#define TAP_T TAPS_T
#define TAP_AT(taps, index) ((taps) + (index) * CN)
#define TAP_OF(tap, scalar) tap[(scalar) % CN]
#else
#define TAP_T const ACC_T
#define TAP_AT(taps, index) taps[index]
#define TAP_OF(tap, scalar) tap
#endif

// use(f) for f = 1 ... FILTERS-1: the outputs of a bank after the first
#define EACH_1(use)
#define EACH_2(use) EACH_1(use) use(1)
#define EACH_3(use) EACH_2(use) use(2)
#define EACH_4(use) EACH_3(use) use(3)
#define EACH_5(use) EACH_4(use) use(4)
#define EACH_6(use) EACH_5(use) use(5)
#define EACH_7(use) EACH_6(use) use(6)
#define EACH_8(use) EACH_7(use) use(7)
#define EACH_MORE(use) JOIN(EACH_, FILTERS)(use)

// A work-group's place in its image
typedef struct
{
    int unused;  // see Source
    int x, y;    // in groups
    int columns; // groups in a row
} Group;

// The arguments of every kernel (set by runtime/kernel_arguments.cpp, nowhere else):
//   source        buffer or image with the readable image: the parent of the source, or the source if isolated
//   srcStep       bytes from row to row
//   srcOffset     bytes to the first pixel of the readable image
//   srcArea       x, y: its pixel under the filter's first element for the first output; z, w: its columns and rows
//   dst, dstStep, dstOffset, dstSize (columns, rows)   the output, as above
//   tileRange     the fields of TileRange, or of CallData where the size of the filter is data
//   coefficients, delta
//   dst1, dstStep1, dstOffset1, ... up to FILTERS-1: OpenCL does not pass arrays of buffers
//   numbers       of stages behind the filter (after.cl)
//   second, secondStep, secondOffset   the second image that they read
#ifndef AFTER
#define AFTER_ARGUMENTS
#define AFTER_VALUES
#define AFTER_FIELDS
#elif AFTER_SECOND
#define AFTER_ARGUMENTS                                                                                               \
    , __global const ACC_T *numbers, __global const uchar *second, const INDEX_T secondStep, const INDEX_T secondOffset
#define AFTER_VALUES , numbers, second, secondOffset - dstOffset
#define AFTER_FIELDS                                                                                                  \
    , output[0].numbers = numbers, output[0].second = second, output[0].toSecond = secondOffset - dstOffset
#else
#define AFTER_ARGUMENTS , __global const ACC_T *numbers
#define AFTER_VALUES , numbers, 0, 0
#define AFTER_FIELDS , output[0].numbers = numbers
#endif
#if BATCH
#include "common/batch.cl"
#else
#define CLCONV_ARGUMENTS(source)                                                                                      \
    source, const INDEX_T srcStep, const INDEX_T srcOffset, const int4 srcArea, __global uchar *dst,                  \
        const INDEX_T dstStep, const INDEX_T dstOffset, const int2 dstSize, const int8 tileRange,                     \
        COEFFICIENTS_T coefficients, const ACC_T delta EACH_MORE(OUTPUT_ARGUMENTS) AFTER_ARGUMENTS
#define OUTPUT_ARGUMENTS(f) , __global uchar *dst##f, const INDEX_T dstStep##f, const INDEX_T dstOffset##f

// First statement of the kernels that also filter batches: it declares `group`.
#define CLCONV_GROUP const Group group = {0, get_group_id(0), get_group_id(1), get_num_groups(0)};
#endif

// The readable image: the arguments src, srcStep, srcOffset, srcArea, and the border. Clang 14 keeps a struct in memory
// until its function is inlined. Where fields are used behind a condition or in an unrolled loop, reading them once at
// the head of the function can save instructions (prefetchRows, mma 8U to 32F, CN=2, 10x3: 26 of 3,001 PTX
// instructions).
//
// In direct, separable and specialized, functions use neither the first field of a struct nor the first element of an
// array that another function declares. Inlined, these have the address of the whole under a second type, and Mesa's
// compilers (26.2) then keep the whole in scratch memory. So do rows of a two-dimensional array that are passed on, and
// a struct with padding that has an initial value. What the kernel itself declares, and what only it reads (CallData),
// is exempt. With this order of the fields NVIDIA's compiler keeps one copy of a
// Source for functions that are not inlined; with two copies fft is 2 to 7 % slower.
typedef struct
{
    long unused;
    __global const uchar *data;
    INDEX_T step, offset; // bytes
    int2 origin;          // its pixel under the filter's first element for the first output
    int2 size;            // columns, rows
    int border;           // OpenCV's number (border.cl)
    int padding;
} Source;

// The initial value of a Source. The border has the same place in TileRange and in CallData.
#define SOURCE_VALUES {0, src, srcStep, srcOffset, srcArea.xy, srcArea.zw, tileRange.s6, 0}

typedef struct
{
    long unused; // see Source
    __global uchar *data;
    INDEX_T step, offset; // bytes
#ifdef AFTER
    __global const ACC_T *numbers;
    __global const uchar *second;
    INDEX_T toSecond; // bytes from the place of an output in `data` to that of its scalar in `second`
#endif
} Output;

// The initial value of a TileRange, or of a CallData: the argument tileRange by its names
#define FIELDS_OF(numbers)                                                                                            \
    {numbers.s0, numbers.s1, numbers.s2, numbers.s3, numbers.s4, numbers.s5, numbers.s6, numbers.s7}

// The initial value of an Output
#define OUTPUT_VALUES {0, dst, dstStep, dstOffset AFTER_VALUES}

// Declares `output`, an array of all outputs
#define CLCONV_OUTPUTS                                                                                                \
    PRIVATE_ARRAY(Output, output, FILTERS);                                                                           \
    output[0].data = dst, output[0].step = dstStep, output[0].offset = dstOffset AFTER_FIELDS;                        \
    EACH_MORE(OUTPUT_FIELDS)
#define OUTPUT_FIELDS(f) output[f].data = dst##f, output[f].step = dstStep##f, output[f].offset = dstOffset##f;

// The first scalar of a row
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

#endif
