// SPDX-License-Identifier: Apache-2.0
//
// Included by study.cl: sums over the taps, with the coefficients, vectors and loops of the five studies.
//
// Options (host: steps/kernel_options.cpp): below, and
//   COEFFICIENTS_CONSTANT or COEFFICIENTS_GLOBAL  the address space of the coefficients (common/interface.cl)
//   SPECIALIZED_TAPS  if defined, the coefficients as program text: CONSTANT_TAP(column,row,a,b) for each element of
//                     the filter where tap a of the first filter or b of the second is not zero

#include "study_source.cl"

// UNROLL_MODE
#define UNROLL_NONE 0    // two loops, not unrolled
#define UNROLL_4_LOOP 1  // the inner loop by 4, a second loop for the remaining taps
#define UNROLL_4_IF 2    // the inner loop by 4, conditions for the remaining taps
#define UNROLL_4_KNOWN 3 // the inner loop by 4, the number of remaining taps compiled in (COLS_MOD_4)
#define UNROLL_INNER 4   // the inner loop fully
#define UNROLL_FULL 5    // both loops fully

#ifndef CHANNEL_COEFFICIENTS
#define CHANNEL_COEFFICIENTS 0 // 1: each tap has a coefficient for each channel (CN=4)
#endif
#ifndef UNROLL_MODE
#define UNROLL_MODE UNROLL_NONE // how the loops over the taps are unrolled, see above
#endif
#ifndef COLS_MOD_4
#define COLS_MOD_4 0 // columns of the filter modulo 4, for UNROLL_4_KNOWN
#endif

#ifdef COEFFICIENTS_CONSTANT
#define COEFFICIENT_SPACE __constant
#else
#define COEFFICIENT_SPACE __global
#endif
#if CHANNEL_COEFFICIENTS
#define COEFFICIENT(t) ((COEFFICIENT_SPACE const PIXEL_T *)coefficients)[t]
#else
#define COEFFICIENT(t) coefficients[t]
#endif

// PIXEL_AT(column, row): the pixel of the work-item's input window under that element of the filter.
#if FILL_MODE == FILL_NONE
#define WINDOW_PARAMETERS SOURCE_PARAMETERS, const int2 first
#define WINDOW_ARGUMENTS src, srcStep, srcSize, layer, first
#define PIXEL_AT(i, j) sourcePixel(src, srcStep, srcSize, layer, first.x + (i), first.y + (j))
#else
#define WINDOW_PARAMETERS __local const PIXEL_T *window
#define WINDOW_ARGUMENTS window
#define PIXEL_AT(i, j) window[(j) * LOCAL_COLS + (i)]
#endif

#if defined SPECIALIZED_TAPS

INLINE void addConstantTap(PIXEL_T pixel, ACC_T a, ACC_T b, PIXEL_T *sum)
{
    if (a != 0)
        sum[0] += a * pixel;
    if (FILTERS > 1 && b != 0)
        sum[FILTERS - 1] += b * pixel;
}

INLINE void addTaps(WINDOW_PARAMETERS, COEFFICIENTS_T coefficients, int2 size, PIXEL_T *sum)
{
#define CONSTANT_TAP(i, j, a, b) addConstantTap(PIXEL_AT(i, j), a, b, sum);
    SPECIALIZED_TAPS
#undef CONSTANT_TAP
}

#else

// Adds the tap in column i, row j.
INLINE void addTap(WINDOW_PARAMETERS, COEFFICIENTS_T coefficients, int2 size, int i, int j, PIXEL_T *sum)
{
    const int t = j * TAP_COLS + i;
#if SCALAR_CHANNELS
    __global const SRC_T *pixel = src + ((first.y + j) * srcStep + first.x + i) * CN;
    sum[0].s0 += coefficients[CN * t] * TO_ACC(pixel[0], );
    sum[0].s1 += coefficients[CN * t + 1] * TO_ACC(pixel[1], );
    sum[0].s2 += coefficients[CN * t + 2] * TO_ACC(pixel[2], );
    sum[0].s3 += coefficients[CN * t + 3] * TO_ACC(pixel[3], );
#else
    const PIXEL_T pixel = PIXEL_AT(i, j);
    sum[0] += COEFFICIENT(t) * pixel;
#if FILTERS > 1
    sum[1] += COEFFICIENT(TAP_ROWS * TAP_COLS + t) * pixel;
#endif
#endif
}

INLINE void addRow(WINDOW_PARAMETERS, COEFFICIENTS_T coefficients, int2 size, int j, PIXEL_T *sum)
{
    int i = 0;
#if UNROLL_MODE == UNROLL_4_LOOP || UNROLL_MODE == UNROLL_4_IF || UNROLL_MODE == UNROLL_4_KNOWN
#pragma unroll 1
    for (; i + 3 < TAP_COLS; i += 4)
    {
        addTap(WINDOW_ARGUMENTS, coefficients, size, i, j, sum);
        addTap(WINDOW_ARGUMENTS, coefficients, size, i + 1, j, sum);
        addTap(WINDOW_ARGUMENTS, coefficients, size, i + 2, j, sum);
        addTap(WINDOW_ARGUMENTS, coefficients, size, i + 3, j, sum);
    }
#endif
#if UNROLL_MODE == UNROLL_4_IF || UNROLL_MODE == UNROLL_4_KNOWN
#if UNROLL_MODE == UNROLL_4_IF
    const int rest = TAP_COLS - i;
#else
    const int rest = COLS_MOD_4;
#endif
    if (rest > 0)
        addTap(WINDOW_ARGUMENTS, coefficients, size, i, j, sum);
    if (rest > 1)
        addTap(WINDOW_ARGUMENTS, coefficients, size, i + 1, j, sum);
    if (rest > 2)
        addTap(WINDOW_ARGUMENTS, coefficients, size, i + 2, j, sum);
#else
#if UNROLL_MODE == UNROLL_INNER || UNROLL_MODE == UNROLL_FULL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (; i < TAP_COLS; ++i)
        addTap(WINDOW_ARGUMENTS, coefficients, size, i, j, sum);
#endif
}

INLINE void addTaps(WINDOW_PARAMETERS, COEFFICIENTS_T coefficients, int2 size, PIXEL_T *sum)
{
#if UNROLL_MODE == UNROLL_FULL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (int j = 0; j < TAP_ROWS; ++j)
        addRow(WINDOW_ARGUMENTS, coefficients, size, j, sum);
}

#endif
