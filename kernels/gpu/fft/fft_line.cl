// SPDX-License-Identifier: Apache-2.0
//
// The discrete Fourier transform of a line of 256*M complex numbers, M = 1, 2, 4 or 8, by 16*M work-items with 16
// numbers each in registers: two passes of 16 points and, unless M is 1, a third of M points, with an exchange through
// local memory between passes. W = exp(-2*pi*i/(256*M)):
//
//   pass   work-item       its 16 numbers                      transforms       then times
//   1      y               j, the number 16*M*j + y of a line  16 j -> p        W^(p*y)
//   2      a = M*p + z     j2, of y = M*j2 + z                 16 j2 -> p2      W^(16*p2*z)
//   3      a = M*p + r     M*i + z, of p2 = 16/M*r + i         M z -> q, each i
//
// Number m of work-item a is then frequency LINE_FREQUENCY(a) + LINE_STEP3(m) = p + 16*p2 + 256*q. The inverse runs the
// passes in reverse order: it is the same transform of numbers whose real and imaginary parts are swapped.
//
// Local memory holds rows of 16 numbers at a distance of 17, so that neighbouring work-items meet different banks. A
// pass writes where it has read, so that one barrier for each exchange is enough.

#ifndef CLCONV_FFT_LINE_CL
#define CLCONV_FFT_LINE_CL

#include "gpu/fft/fft_points.cl"

#ifndef LINE_M
#define LINE_M 1 // a line has 256*LINE_M numbers
#endif

#define LINE_ITEMS (16 * LINE_M)                // work-items of a line
#define LINE_EXCHANGE (17 * LINE_ITEMS)         // numbers in local memory
#define LINE_ROOTS (2 * 256 * LINE_M)           // of passes 1 and 3, then of pass 2 of the inverse
#define LINE_FIRST(y) ((y) + (y) / 16)          // where numbers of pass 1 are
#define LINE_STEP1 (17 * LINE_M)                // from one to the next
#define LINE_SECOND(a) (17 * LINE_M * ((a) / LINE_M) + (a) % LINE_M)
#define LINE_NUMBER2(j) (17 * (LINE_M * (j) / 16) + LINE_M * (j) % 16)
#define LINE_THIRD(a) (17 * (a))
// The frequency of number m of work-item a is LINE_FREQUENCY(a) + LINE_STEP3(m).
#define LINE_FREQUENCY(a) ((a) / LINE_M + 256 / LINE_M * ((a) % LINE_M))
#define LINE_STEP3(m) (16 * ((m) / LINE_M) + 256 * (LINE_M == 8 ? 2 * ((m) % 4) + (m) / 4 % 2 : (m) % LINE_M))
// Where forwardLine leaves number m
#define LINE_PLACE(m) (LINE_M == 1 ? FFT_PLACE(m) : (m))

// Multiplies the results k of a pass of 16 points, from number `first` on: those before are multiplied by 1.
INLINE void rotateResults(float *re, float *im, __global const float2 *roots, int first)
{
#pragma unroll
    for (int k = 0; k < FFT_POINTS; ++k)
        if (k >= first)
        {
            const float2 root = roots[LINE_ITEMS * k];
            rotate(re, im, FFT_PLACE(k), root.x, root.y);
        }
}

INLINE void readSecond(__local const float2 *from, int unit, float *re, float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
    {
        const float2 z = from[LINE_NUMBER2(i) * unit];
        re[i] = z.x;
        im[i] = z.y;
    }
}

// Writes the result of transform16.
INLINE void writeSecond(__local float2 *to, int unit, const float *re, const float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
        to[LINE_NUMBER2(i) * unit] = (float2)(re[FFT_PLACE(i)], im[FFT_PLACE(i)]);
}

// Sums and differences of the numbers `step` apart
INLINE void transform2(float *re, float *im, int at, int step)
{
    const float x = re[at + step], y = im[at + step];
    re[at + step] = re[at] - x;
    im[at + step] = im[at] - y;
    re[at] = re[at] + x;
    im[at] = im[at] + y;
}

// 16/M transforms of M points. Those of 8 points take them in order and leave frequency 2k+b at number 4b+k.
INLINE void transformThird(float *re, float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; i += 8)
    {
        if (LINE_M != 4)
        {
#pragma unroll
            for (int z = 0; z < 4; ++z)
                transform2(re, im, i + (LINE_M == 2 ? 2 * z : z), LINE_M == 2 ? 1 : 4);
        }
        if (LINE_M == 8)
            rotateEighths(re, im, i + 4);
        if (LINE_M > 2)
        {
            transform4(re, im, i, 1);
            transform4(re, im, i + 4, 1);
        }
    }
}

// 16/M transforms of M points, which take numbers as transformThird leaves them and leave them in order.
INLINE void transformThirdBack(float *re, float *im)
{
    if (LINE_M < 8)
    {
        transformThird(re, im);
        return;
    }
#pragma unroll
    for (int i = 0; i < FFT_POINTS; i += 8)
    {
        transform4(re, im, i, 1);
        transform4(re, im, i + 4, 1);
        rotateEighths(re, im, i + 4);
#pragma unroll
        for (int z = 0; z < 4; ++z)
            transform2(re, im, i + z, 4);
    }
}

// Transforms a line, whose numbers are `unit` apart in local memory.
// @param exchange where the line's first number is
// @param a work-item of the line
// @param roots as the host's writeLineRoots leaves them
INLINE void forwardLine(float *re, float *im, __local float2 *exchange, int unit, __global const float2 *roots, int a)
{
    __local float2 *const second = exchange + LINE_SECOND(a) * unit;
    transform16(re, im);
    rotateResults(re, im, roots + a, 1);
    writeTransformed(exchange + LINE_FIRST(a) * unit, LINE_STEP1 * unit, re, im);
    barrier(CLK_LOCAL_MEM_FENCE);

    readSecond(second, unit, re, im);
    transform16(re, im);
    if (LINE_M > 1)
    {
        rotateResults(re, im, roots + a % LINE_M * 16, 1);
        writeSecond(second, unit, re, im);
        barrier(CLK_LOCAL_MEM_FENCE);

        readExchange(exchange + LINE_THIRD(a) * unit, unit, re, im);
        transformThird(re, im);
    }
}

// The inverse of forwardLine. It takes numbers in order; the results are where transform16 leaves them.
INLINE void backLine(float *re, float *im, __local float2 *exchange, int unit, __global const float2 *roots, int a)
{
    __local float2 *const second = exchange + LINE_SECOND(a) * unit;
    if (LINE_M > 1)
    {
        __local float2 *const third = exchange + LINE_THIRD(a) * unit;
        __global const float2 *const own = roots + a % LINE_M * (FFT_POINTS / LINE_M) * LINE_ITEMS;
        transformThirdBack(re, im);
#pragma unroll
        for (int m = 0; m < FFT_POINTS; ++m)
        {
            if (m % LINE_M != 0)
            {
                const float2 root = own[m / LINE_M * LINE_ITEMS + m % LINE_M * 16];
                rotate(re, im, m, root.x, root.y);
            }
            third[m * unit] = (float2)(re[m], im[m]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        readSecond(second, unit, re, im);
    }
    transform16(re, im);
    rotateResults(re, im, roots + LINE_ROOTS / 2 + a, LINE_M > 1 ? 0 : 1);
    writeSecond(second, unit, re, im);
    barrier(CLK_LOCAL_MEM_FENCE);

    readExchange(exchange + LINE_FIRST(a) * unit, LINE_STEP1 * unit, re, im);
    transform16(re, im);
}

#endif // CLCONV_FFT_LINE_CL
