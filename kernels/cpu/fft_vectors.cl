// SPDX-License-Identifier: Apache-2.0
//
// The discrete Fourier transform of TILE vectors of complex numbers on a CPU device: PX transforms side by side, one in
// each lane, so that no lane needs another. It works in place, in steps of four points. The forward transform takes
// numbers in order and leaves frequencies in bit-reversed order; the inverse takes that order and restores the first,
// so nothing is ever sorted. The inverse is the same transform of numbers whose real and imaginary parts are swapped.
//
// Options (host: implementations/cpu/cpu_fft.cpp): below, and PX of line.cl.

#ifndef CLCONV_FFT_VECTORS_CL
#define CLCONV_FFT_VECTORS_CL

#include "cpu/line.cl"

#ifndef TILE
#define TILE 64 // pixels of a tile along both axes: 64, 128 or 256
#endif

// Functions that work on memory are not inlined: the program builds in half the time, and is as fast.
#define NOINLINE __attribute__((noinline))

typedef struct
{
    ACCV_T re, im;
} Complex;

typedef struct __attribute__((packed))
{
    ACCV_T lanes;
} FloatVector;

INLINE Complex add(Complex a, Complex b)
{
    const Complex sum = {a.re + b.re, a.im + b.im};
    return sum;
}

INLINE Complex subtract(Complex a, Complex b)
{
    const Complex difference = {a.re - b.re, a.im - b.im};
    return difference;
}

// -i times a number
INLINE Complex turned(Complex a)
{
    const Complex product = {a.im, -a.re};
    return product;
}

INLINE Complex rotated(Complex a, float2 root)
{
    const Complex product = {fma(a.re, (ACCV_T)root.x, -a.im * root.y), fma(a.re, (ACCV_T)root.y, a.im * root.x)};
    return product;
}

// W^j, W^2j and W^3j, W = exp(-2*pi*i/length) for steps of `length` points
typedef struct
{
    float2 w1, w2, w3;
} Rotation;

INLINE Rotation rotationOf(__global const float2 *roots, int length, int j)
{
    const int i = TILE / length * j;
    const Rotation rotation = {roots[i], roots[2 * i], roots[3 * i]};
    return rotation;
}

// Rotates the last three of four points at a distance of `quarter`, after split4 and before merge4
INLINE void rotate3(Complex *z, int quarter, Rotation rotation)
{
    z[quarter] = rotated(z[quarter], rotation.w2);
    z[2 * quarter] = rotated(z[2 * quarter], rotation.w1);
    z[3 * quarter] = rotated(z[3 * quarter], rotation.w3);
}

// Four points at a distance of `quarter`, forward; the caller rotates the last three.
INLINE void split4(Complex *z, int quarter)
{
    const Complex even = add(z[0], z[2 * quarter]), odd = subtract(z[0], z[2 * quarter]);
    const Complex sum = add(z[quarter], z[3 * quarter]), difference = turned(subtract(z[quarter], z[3 * quarter]));
    z[0] = add(even, sum);
    z[quarter] = subtract(even, sum);
    z[2 * quarter] = add(odd, difference);
    z[3 * quarter] = subtract(odd, difference);
}

// The same for numbers in bit-reversed order; the caller has rotated the last three.
INLINE void merge4(Complex *z, int quarter)
{
    const Complex even = add(z[0], z[quarter]), odd = subtract(z[0], z[quarter]);
    const Complex sum = add(z[2 * quarter], z[3 * quarter]);
    const Complex difference = turned(subtract(z[2 * quarter], z[3 * quarter]));
    z[0] = add(even, sum);
    z[quarter] = add(odd, difference);
    z[2 * quarter] = subtract(even, sum);
    z[3 * quarter] = subtract(odd, difference);
}

// One step over all points. back: a constant; 1: with merges instead of splits
INLINE void stepAll(Complex *numbers, bool back, int length, __global const float2 *roots)
{
    const int quarter = length / 4;
    for (int j = 0; j < quarter; ++j)
    {
        const Rotation rotation = rotationOf(roots, length, j);
        for (int i = j; i < TILE; i += length)
        {
            Complex *const z = numbers + i;
            if (!back)
                split4(z, quarter);
            rotate3(z, quarter, rotation);
            if (back)
                merge4(z, quarter);
        }
    }
}

// Points of the last steps, which have no rotations.
#if TILE == 128
#define LAST 2 // 128 is no power of four
#else
#define LAST 4
#endif

INLINE void stepLast(Complex *z, bool back)
{
    const Complex first = z[0];
    if (LAST == 4 && back)
        merge4(z, 1);
    else if (LAST == 4)
        split4(z, 1);
    else
    {
        z[0] = add(first, z[1]);
        z[1] = subtract(first, z[1]);
    }
}

// The steps of more than LAST points
INLINE void splitToLast(Complex *numbers, __global const float2 *roots)
{
    for (int length = TILE; length > LAST; length /= 4)
        stepAll(numbers, false, length, roots);
}

INLINE void mergeFromLast(Complex *numbers, __global const float2 *roots)
{
    for (int length = 4 * LAST; length <= TILE; length *= 4)
        stepAll(numbers, true, length, roots);
}

NOINLINE void transformForward(Complex *numbers, __global const float2 *roots)
{
    splitToLast(numbers, roots);
    for (int i = 0; i < TILE; i += LAST)
        stepLast(numbers + i, false);
}

NOINLINE void transformBack(Complex *numbers, __global const float2 *roots)
{
    for (int i = 0; i < TILE; i += LAST)
        stepLast(numbers + i, true);
    mergeFromLast(numbers, roots);
}

// Transforms, multiplies by a spectrum, and transforms back; leaves real and imaginary parts swapped.
// @param factors PX real and, 16 floats on, PX imaginary parts, 32 floats for each number
NOINLINE void transformThrough(Complex *numbers, __global const float2 *roots, __global const float *factors)
{
    splitToLast(numbers, roots);
    for (int i = 0; i < TILE; i += LAST)
    {
        Complex *const z = numbers + i;
        stepLast(z, false);
#pragma unroll
        for (int k = 0; k < LAST; ++k, factors += 32)
        {
            const ACCV_T re = ((__global const FloatVector *)factors)->lanes;
            const ACCV_T im = ((__global const FloatVector *)(factors + 16))->lanes;
            const Complex swapped = {fma(z[k].re, im, z[k].im * re), fma(z[k].re, re, -z[k].im * im)};
            z[k] = swapped;
        }
        stepLast(z, true);
    }
    mergeFromLast(numbers, roots);
}

// Transposes PX vectors of PX lanes. Each round moves one bit of a number's position from the rows to the lanes.
INLINE void transpose(ACCV_T *rows)
{
#pragma unroll
    for (int round = 1; round < PX; round *= 2)
    {
        ACCV_T next[PX];
#pragma unroll
        for (int i = 0; i < PX / 2; ++i)
        {
            next[2 * i].even = rows[i].lo;
            next[2 * i].odd = rows[i + PX / 2].lo;
            next[2 * i + 1].even = rows[i].hi;
            next[2 * i + 1].odd = rows[i + PX / 2].hi;
        }
#pragma unroll
        for (int i = 0; i < PX; ++i)
            rows[i] = next[i];
    }
}

NOINLINE void transposeNumbers(const Complex *from, Complex *to)
{
    ACCV_T re[PX], im[PX];
#pragma unroll
    for (int i = 0; i < PX; ++i)
    {
        re[i] = from[i].re;
        im[i] = from[i].im;
    }
    transpose(re);
    transpose(im);
#pragma unroll
    for (int i = 0; i < PX; ++i)
    {
        to[i].re = re[i];
        to[i].im = im[i];
    }
}

#endif // CLCONV_FFT_VECTORS_CL
