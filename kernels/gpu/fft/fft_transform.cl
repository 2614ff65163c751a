// SPDX-License-Identifier: Apache-2.0
//
// The discrete Fourier transform of a tile of TILE_COLS x 64 complex numbers by 256 work-items: three passes of 16
// points, forward and back, with two exchanges through local memory each way. The 16 numbers that are in registers at a
// time are a share. Work-item t has share t and, in a tile of 128 columns, after it share t+256. With X = TILE_COLS and
// S = X/16:
//
//   pass   a share n has               and transforms       to           numbers of its 16 values
//   1      x = n%X, y0 = n/X           16 rows y = 4j+y0    p            j
//   2      x1 = n%16, p = n/16%16      4x4: y0, m           q, s         4*y0+m, where x = 16m+x1
//   3      p = n/(4S), q = n/S%4, s    16 columns x1        r            x1
//
// Frequencies are ky = p+16q and kx = S*r+s. Between passes the numbers are multiplied by the roots of unity W64^(y0*p)
// and WX^(x1*s), Wk = exp(-2*pi*i/k), in pass 2. The inverse runs the passes in reverse order. It is the same transform
// of numbers whose real and imaginary parts are swapped.
//
// With 128 columns m has eight values, and a work-item has both halves of a set of 32 numbers in pass 2, m = 0 ... 3
// and 4 ... 7. Forward, half 0 becomes their sums and half 1 their differences times W8^m. Transforms of 4x4 give the
// frequencies s = 2a of half 0, 2a+1 of half 1, a = 0 ... 3. In the inverse these are transformed first, half 1 is
// multiplied by W8^m, and sums and differences are the numbers m and m+4.
//
// All three passes address the numbers as rows of 16 in local memory, row 4*S*p+S*q+4*half+a (or m for a) at a distance
// of 17: the 16 work-items that access local memory at a time meet different banks, along rows and across them. A pass
// writes where it has read, so that one barrier for each exchange is enough.

#ifndef CLCONV_FFT_TRANSFORM_CL
#define CLCONV_FFT_TRANSFORM_CL

#include "gpu/fft/fft_points.cl"
#include "gpu/fft/fft_tile.cl"

#define FFT_PITCH (FFT_POINTS + 1)
#define FFT_SHARES (FFT_ITEMS * FFT_TURNS)
#define FFT_EXCHANGE (FFT_SHARES * FFT_PITCH) // numbers in local memory

// Four roots of unity
typedef struct
{
    float c[4], s[4];
} Roots;

// Those with the numbers first, first+n, first+2n, first+3n
INLINE Roots rootsOf(__global const float *roots, int first, int n)
{
    Roots r;
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
        const float2 root = ((__global const float2 *)roots)[first + i * n];
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

// @param all the first root is not 1, either
INLINE void rotateColumns(float *re, float *im, Roots roots, bool all)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
        if (i % 4 != 0)
            rotate(re, im, i, roots.c[i % 4], roots.s[i % 4]);
    if (all)
    {
#pragma unroll
        for (int i = 0; i < FFT_POINTS; i += 4)
            rotate(re, im, i, roots.c[0], roots.s[0]);
    }
}

// Multiplies by W8^m, m = i % 4.
INLINE void rotateRowsByEighths(float *re, float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; i += 4)
        rotateEighths(re, im, i);
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

// Where the numbers of a share are in each pass, and the distance from one to the next
#define FFT_S (TILE_COLS / 16)
#define FFT_PASS1(share) ((share) / 16 * FFT_PITCH + (share) % 16)
#define FFT_STEP1 (4 * FFT_S * FFT_PITCH)
#define FFT_PASS2(t) ((t) / 16 * FFT_STEP1 + (t) % 16) // of half 0
#define FFT_HALF2 (4 * FFT_PITCH)                      // from half to half
#define FFT_NUMBER2(i) (((i) / 4 * FFT_S + (i) % 4) * FFT_PITCH)
#define FFT_PASS3(share) ((share) * FFT_PITCH)
// Two unused numbers of 32 bits after each row
#define FFT_SPARE(numbers, row) ((numbers) + 2 * ((row) * FFT_PITCH + FFT_POINTS))

INLINE void readPass2(__local const float2 *from, float *re, float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
    {
        const float2 z = from[FFT_NUMBER2(i)];
        re[i] = z.x;
        im[i] = z.y;
    }
}

INLINE void writePass2(__local float2 *to, const float *re, const float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
        to[FFT_NUMBER2(i)] = (float2)(re[i], im[i]);
}

// Adds the numbers of the halves, and leaves the differences in the second half.
INLINE void addHalves(__local float2 *numbers, float *re, float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
    {
        const float2 a = numbers[FFT_NUMBER2(i)], b = numbers[FFT_HALF2 + FFT_NUMBER2(i)];
        re[i] = a.x + b.x;
        im[i] = a.y + b.y;
        numbers[FFT_HALF2 + FFT_NUMBER2(i)] = (float2)(a.x - b.x, a.y - b.y);
    }
}

// The last step of the inverse: stores sums in place of the first half, and differences in place of the second.
INLINE void writeHalves(__local float2 *numbers, const float *re, const float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
    {
        const float2 a = numbers[FFT_NUMBER2(i)];
        numbers[FFT_NUMBER2(i)] = (float2)(a.x + re[i], a.y + im[i]);
        numbers[FFT_HALF2 + FFT_NUMBER2(i)] = (float2)(a.x - re[i], a.y - im[i]);
    }
}

// The second pass of each direction, with the multiplications between passes
INLINE void forwardPass2(float *re, float *im, __local float2 *exchange, __global const float *coefficients, int t)
{
    const int x1 = t % 16;
    __local float2 *const numbers = exchange + FFT_PASS2(t);
#pragma unroll 1
    for (int h = 0; h < FFT_TURNS; ++h)
    {
        if (FFT_WIDE && h == 0)
            addHalves(numbers, re, im);
        else
            readPass2(numbers + h * FFT_HALF2, re, im);
        if (h != 0)
            rotateRowsByEighths(re, im);
        rotateRows(re, im, rootsOf(coefficients + FFT_ROOTS, 0, t / 16));
        transform4x4(re, im);
        rotateColumns(re, im, rootsOf(coefficients + FFT_COLUMN_ROOTS, x1 * h, x1 * FFT_TURNS), h != 0);
        writePass2(numbers + h * FFT_HALF2, re, im);
    }
}

INLINE void backPass2(float *re, float *im, __local float2 *exchange, __global const float *coefficients, int t)
{
    const int x1 = t % 16;
    __local float2 *const numbers = exchange + FFT_PASS2(t);
#pragma unroll 1
    for (int h = 0; h < FFT_TURNS; ++h)
    {
        readPass2(numbers + h * FFT_HALF2, re, im);
        rotateColumns(re, im, rootsOf(coefficients + FFT_COLUMN_ROOTS, x1 * h, x1 * FFT_TURNS), h != 0);
        transform4x4(re, im);
        if (h != 0)
            rotateRowsByEighths(re, im);
        rotateRows(re, im, rootsOf(coefficients + FFT_ROOTS, 0, t / 16));
        if (h == 0)
            writePass2(numbers, re, im);
        else
            writeHalves(numbers, re, im);
    }
}

#endif // CLCONV_FFT_TRANSFORM_CL
