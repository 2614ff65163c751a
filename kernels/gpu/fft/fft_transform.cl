// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The discrete Fourier transform of a tile of 64x64 complex numbers by 256 work-items, 16 numbers each in registers:
// three passes of 16 points, forward and back, with two exchanges through local memory each way.
//
//   pass   a work-item t has         and transforms       to           numbers of its 16 values
//   1      x = t%64,  y0 = t/64      16 rows y = 4j+y0    p            j
//   2      x1 = t%16, p = t/16       4x4: y0, m           q, s         4*y0+m, where x = 16m+x1
//   3      s = t%4, q = t/4%4, p     16 columns x1        r            x1
//
// Frequencies are ky = p+16q and kx = 4r+s. Between passes the numbers are multiplied by the roots of unity
// W^(y0*p) and W^(x1*s), W = exp(-2*pi*i/64), in pass 2. The way back takes the passes in reverse. It is the same
// transform of numbers whose real and imaginary parts are swapped.
//
// All three passes address the numbers as rows of 16 in local memory, row 16p+4q+s (or 16p+4*y0+m) at a distance of
// 17: the 16 work-items that access local memory at a time meet different banks, along rows and across them. A pass
// writes where it has read, so that one barrier for each exchange is enough.

#ifndef CLCONV_FFT_TRANSFORM_CL
#define CLCONV_FFT_TRANSFORM_CL

#include "common/interface.cl"
#include "gpu/fft/fft_points.cl"
#include "gpu/fft/fft_tile.cl"

#define FFT_PITCH (FFT_POINTS + 1)
#define FFT_EXCHANGE (FFT_ITEMS * FFT_PITCH) // numbers in local memory

// W^(i*n) for i = 1, 2, 3
typedef struct
{
    float c[4], s[4];
} Roots;

INLINE Roots rootsOf(__global const float *roots, int n)
{
    Roots r;
    r.c[0] = 1;
    r.s[0] = 0;
#pragma unroll
    for (int i = 1; i < 4; ++i)
    {
        const float2 root = ((__global const float2 *)roots)[i * n];
        r.c[i] = root.x;
        r.s[i] = root.y;
    }
    return r;
}

INLINE void rotateRows(float *re, float *im, Roots roots)
{
#pragma unroll
    for (int i = 4; i < FFT_POINTS; ++i)
        rotate(re, im, i, roots.c[i / 4], roots.s[i / 4]);
}

INLINE void rotateColumns(float *re, float *im, Roots roots)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
        if (i % 4 != 0)
            rotate(re, im, i, roots.c[i % 4], roots.s[i % 4]);
}

INLINE void transform4x4(float *re, float *im)
{
#pragma unroll
    for (int i = 0; i < 4; ++i)
        transform4(re, im, i, 4);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        transform4(re, im, 4 * i, 1);
}

// Where the numbers of a work-item are in each pass, and the distance from one to the next
#define FFT_PASS1(t) (((t) / 64 * 4 + (t) % 64 / 16) * FFT_PITCH + (t) % 16)
#define FFT_STEP1 (16 * FFT_PITCH)
#define FFT_PASS2(t) ((t) / 16 * FFT_STEP1 + (t) % 16)
#define FFT_STEP2 FFT_PITCH
#define FFT_PASS3(t) ((t) * FFT_PITCH)

// The second pass of each direction, with the multiplications between passes
INLINE void forwardPass2(float *re, float *im, __local float2 *numbers, __global const float *roots, int t)
{
    readExchange(numbers, FFT_STEP2, re, im);
    rotateRows(re, im, rootsOf(roots, t / 16));
    transform4x4(re, im);
    rotateColumns(re, im, rootsOf(roots, t % 16));
    writeExchange(numbers, FFT_STEP2, re, im);
}

INLINE void backPass2(float *re, float *im, __local float2 *numbers, __global const float *roots, int t)
{
    readExchange(numbers, FFT_STEP2, re, im);
    rotateColumns(re, im, rootsOf(roots, t % 16));
    transform4x4(re, im);
    rotateRows(re, im, rootsOf(roots, t / 16));
    writeExchange(numbers, FFT_STEP2, re, im);
}

#endif // CLCONV_FFT_TRANSFORM_CL
