// SPDX-License-Identifier: Apache-2.0
//
// The discrete Fourier transform of 16 complex numbers in registers, and their way to local memory and back: the steps
// that larger transforms are made of.

#ifndef CLCONV_FFT_POINTS_CL
#define CLCONV_FFT_POINTS_CL

#include "common/interface.cl"

#define FFT_POINTS 16 // numbers of a work-item

// Where a transform of 16 points leaves number k of its result.
#define FFT_PLACE(k) (4 * ((k) & 3) + ((k) >> 2))

// re[i] + i*im[i] times c + i*s
INLINE void rotate(float *re, float *im, int i, float c, float s)
{
    const float x = re[i], y = im[i];
    re[i] = fma(x, c, -y * s);
    im[i] = fma(x, s, y * c);
}

// Multiplies four numbers by W8^0 ... W8^3.
INLINE void rotateEighths(float *re, float *im, int at)
{
    const float diagonal = 0.70710678118654752f;
    rotate(re, im, at + 1, diagonal, -diagonal);
    const float x = re[at + 2];
    re[at + 2] = im[at + 2];
    im[at + 2] = -x;
    rotate(re, im, at + 3, -diagonal, -diagonal);
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

// Adds products with 16 numbers of a spectrum to a sum, which starts at zero unless `more`. The sum's real and
// imaginary parts are swapped, for the inverse transform.
// @param inOrder whether the numbers are in order, or as transform16 leaves them
INLINE void multiply(const float *re, const float *im, bool inOrder, __global const float2 *factors, int step,
                     bool more, float *sumRe, float *sumIm)
{
#pragma unroll
    for (int r = 0; r < FFT_POINTS; ++r)
    {
        const float2 f = factors[step * r];
        const float a = re[inOrder ? r : FFT_PLACE(r)], b = im[inOrder ? r : FFT_PLACE(r)];
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

// Writes the result of transform16.
INLINE void writeTransformed(__local float2 *to, int step, const float *re, const float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
        to[i * step] = (float2)(re[FFT_PLACE(i)], im[FFT_PLACE(i)]);
}

// the inverse of writeTransformed
INLINE void readTransformed(__local const float2 *from, int step, float *re, float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
    {
        const float2 z = from[i * step];
        re[FFT_PLACE(i)] = z.x;
        im[FFT_PLACE(i)] = z.y;
    }
}

#endif // CLCONV_FFT_POINTS_CL
