// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Included by study.cl: the sums over the taps, with the coefficients, the vectors and the loops of the five studies.
//
// Options (host: samples/study/kernel_step.cpp):
//   COEFFICIENTS_CONSTANT, COEFFICIENTS_GLOBAL  where the coefficients lie (pixel.cl)
//   SPECIALIZED_TAPS        the coefficients in the program's text instead: TAP(column,row,a,b) for each place where the first filter's
//                   tap a or the second's b is not zero; nothing else is read
//   K_CHANNELS      1: a coefficient of its own for each channel (CN 4)
//   FILTERS         responses from one read: 1, or 2 with the second filter's coefficients behind the first's
//   UNROLL          UNROLL_NONE      two plain loops
//                   UNROLL_4_LOOP    the inner one by 4, a loop for the rest
//                   UNROLL_4_IF      the inner one by 4, if and else for the rest
//                   UNROLL_4_KNOWN   the inner one by 4, a program for each rest, K_REST = columns % 4
//                   UNROLL_INNER     the whole inner one
//                   UNROLL_FULL      both

#include "study_source.cl"

#define UNROLL_NONE 0
#define UNROLL_4_LOOP 1
#define UNROLL_4_IF 2
#define UNROLL_4_KNOWN 3
#define UNROLL_INNER 4
#define UNROLL_FULL 5

#ifndef K_CHANNELS
#define K_CHANNELS 0
#endif
#ifndef FILTERS
#define FILTERS 1
#endif
#ifndef UNROLL
#define UNROLL UNROLL_NONE
#endif
#ifndef K_REST
#define K_REST 0
#endif

#ifdef COEFFICIENTS_CONSTANT
#define K_SPACE __constant
#else
#define K_SPACE __global
#endif
#if K_CHANNELS
#define COEFFICIENT(t) ((K_SPACE const PIXEL_T *)coefficients)[t]
#else
#define COEFFICIENT(t) coefficients[t]
#endif

// The pixels under one work-item's filter: PIXEL(column, row).
#if FILL == FILL_NONE
#define WINDOW_T READING, const int2 first
#define WINDOW src, srcStep, srcSize, layer, first
#define PIXEL(i, j) sourcePixel(src, srcStep, srcSize, layer, first.x + (i), first.y + (j))
#else
#define WINDOW_T __local const PIXEL_T *window
#define WINDOW window
#define PIXEL(i, j) window[(j) * TILE_X + (i)]
#endif

#if defined SPECIALIZED_TAPS

INLINE void addConstantTap(PIXEL_T pixel, ACC_T a, ACC_T b, PIXEL_T *sum)
{
    if (a != 0)
        sum[0] += a * pixel;
    if (FILTERS > 1 && b != 0)
        sum[FILTERS - 1] += b * pixel;
}

INLINE void addTaps(WINDOW_T, COEFFICIENTS_T coefficients, int2 size, PIXEL_T *sum)
{
#define TAP(i, j, a, b) addConstantTap(PIXEL(i, j), a, b, sum);
    SPECIALIZED_TAPS
#undef TAP
}

#else

// Adds the tap in column i, row j.
INLINE void addTap(WINDOW_T, COEFFICIENTS_T coefficients, int2 size, int i, int j, PIXEL_T *sum)
{
    const int t = j * COLS + i;
#if SCALAR_CHANNELS
    __global const SRC_T *pixel = src + ((first.y + j) * srcStep + first.x + i) * CN;
    sum[0].s0 += coefficients[CN * t] * TO_ACC(pixel[0], );
    sum[0].s1 += coefficients[CN * t + 1] * TO_ACC(pixel[1], );
    sum[0].s2 += coefficients[CN * t + 2] * TO_ACC(pixel[2], );
    sum[0].s3 += coefficients[CN * t + 3] * TO_ACC(pixel[3], );
#else
    const PIXEL_T pixel = PIXEL(i, j);
    sum[0] += COEFFICIENT(t) * pixel;
#if FILTERS > 1
    sum[1] += COEFFICIENT(ROWS * COLS + t) * pixel;
#endif
#endif
}

INLINE void addRow(WINDOW_T, COEFFICIENTS_T coefficients, int2 size, int j, PIXEL_T *sum)
{
    int i = 0;
#if UNROLL == UNROLL_4_LOOP || UNROLL == UNROLL_4_IF || UNROLL == UNROLL_4_KNOWN
#pragma unroll 1
    for (; i + 3 < COLS; i += 4)
    {
        addTap(WINDOW, coefficients, size, i, j, sum);
        addTap(WINDOW, coefficients, size, i + 1, j, sum);
        addTap(WINDOW, coefficients, size, i + 2, j, sum);
        addTap(WINDOW, coefficients, size, i + 3, j, sum);
    }
#endif
#if UNROLL == UNROLL_4_IF || UNROLL == UNROLL_4_KNOWN
#if UNROLL == UNROLL_4_IF
    const int rest = COLS - i;
#else
    const int rest = K_REST;
#endif
    if (rest > 0)
        addTap(WINDOW, coefficients, size, i, j, sum);
    if (rest > 1)
        addTap(WINDOW, coefficients, size, i + 1, j, sum);
    if (rest > 2)
        addTap(WINDOW, coefficients, size, i + 2, j, sum);
#else
#if UNROLL == UNROLL_INNER || UNROLL == UNROLL_FULL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (; i < COLS; ++i)
        addTap(WINDOW, coefficients, size, i, j, sum);
#endif
}

INLINE void addTaps(WINDOW_T, COEFFICIENTS_T coefficients, int2 size, PIXEL_T *sum)
{
#if UNROLL == UNROLL_FULL
#pragma unroll
#else
#pragma unroll 1
#endif
    for (int j = 0; j < ROWS; ++j)
        addRow(WINDOW, coefficients, size, j, sum);
}

#endif
