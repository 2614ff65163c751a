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
#include "gpu/fft/fft_tile.cl"

#define FFT_POINTS 16 // of a work-item
#define FFT_PITCH (FFT_POINTS + 1)
#define FFT_EXCHANGE (FFT_ITEMS * FFT_PITCH) // numbers in local memory

// Where a transform of 16 points leaves number k of its result.
#define FFT_PLACE(k) (4 * ((k) & 3) + ((k) >> 2))

// re[i] + i*im[i] times c + i*s
INLINE void rotate(float *re, float *im, int i, float c, float s)
{
    const float x = re[i], y = im[i];
    re[i] = fma(x, c, -y * s);
    im[i] = fma(x, s, y * c);
}

// four points at a distance of `step`, in place and in order
INLINE void transform4(float *re, float *im, int at, int step)
{
    const int b = at + step, c = at + 2 * step, d = at + 3 * step;
    const float evenX = re[at] + re[c], evenY = im[at] + im[c], oddX = re[at] - re[c], oddY = im[at] - im[c];
    const float sumX = re[b] + re[d], sumY = im[b] + im[d], difX = re[b] - re[d], difY = im[b] - im[d];
    re[at] = evenX + sumX;
    im[at] = evenY + sumY;
    re[b] = oddX + difY;
    im[b] = oddY - difX;
    re[c] = evenX - sumX;
    im[c] = evenY - sumY;
    re[d] = oddX - difY;
    im[d] = oddY + difX;
}

// 16 points in place, as 4x4; number k of the result is at FFT_PLACE(k)
INLINE void transform16(float *re, float *im)
{
    const float diagonal = 0.70710678118654752f, c = 0.92387953251128676f, s = 0.38268343236508977f; // of pi/4, pi/8
#pragma unroll
    for (int i = 0; i < 4; ++i)
        transform4(re, im, i, 4);
    rotate(re, im, 5, c, -s);
    rotate(re, im, 6, diagonal, -diagonal);
    rotate(re, im, 7, s, -c);
    rotate(re, im, 9, diagonal, -diagonal);
    const float x = re[10];
    re[10] = im[10];
    im[10] = -x;
    rotate(re, im, 11, -diagonal, -diagonal);
    rotate(re, im, 13, s, -c);
    rotate(re, im, 14, -diagonal, -diagonal);
    rotate(re, im, 15, -c, s);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        transform4(re, im, 4 * i, 1);
}

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

// Adds products with 16 numbers of the spectrum, in order, to a sum that begins here unless `more`. Real and imaginary
// part of the sum are swapped, for the transform back.
INLINE void multiply(const float *re, const float *im, __global const float2 *factors, bool more, float *sumRe,
                     float *sumIm)
{
#pragma unroll
    for (int r = 0; r < FFT_POINTS; ++r)
    {
        const float2 f = factors[256 * r];
        const float a = re[FFT_PLACE(r)], b = im[FFT_PLACE(r)];
        sumIm[r] = fma(a, f.x, fma(-b, f.y, more ? sumIm[r] : 0));
        sumRe[r] = fma(a, f.y, fma(b, f.x, more ? sumRe[r] : 0));
    }
}

INLINE void readExchange(__local const float2 *from, int step, float *re, float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
    {
        const float2 z = from[i * step];
        re[i] = z.x;
        im[i] = z.y;
    }
}

INLINE void writeExchange(__local float2 *to, int step, const float *re, const float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
        to[i * step] = (float2)(re[i], im[i]);
}

// the same for the result of transform16
INLINE void writeTransformed(__local float2 *to, int step, const float *re, const float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
        to[i * step] = (float2)(re[FFT_PLACE(i)], im[FFT_PLACE(i)]);
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
