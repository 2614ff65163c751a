// SPDX-License-Identifier: Apache-2.0
//
// Pixels that are not finite, under filters by Fourier transforms. A transform would spread a NaN or an infinity over
// its tile, so zeros are transformed in place of such pixels (holes), and tap times pixel is added to the outputs whose
// windows hold one. No product with a hole is finite, so such an output is what the sum over its taps gives: an
// infinity, or NaN where a tap is zero, a pixel is NaN, or infinities have both signs.

#ifndef CLCONV_FFT_HOLES_CL
#define CLCONV_FFT_HOLES_CL

#include "common/fft_accuracy.cl"
#include "gpu/fft/fft_points.cl"

#define FFT_HOLES (!SRC_INTEGER) // 1: pixels may be infinite or NaN

INLINE bool isHole(float value)
{
    return (as_uint(value) & 0x7fffffff) >= 0x7f800000;
}

// Sets holes to zero. @returns bit j: re[j] was a hole; bit 16 + j: im[j] was
INLINE uint takeHoles(float *re, float *im)
{
    uint holes = 0;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
    {
        holes |= isHole(re[j]) ? 1u << j : 0;
        holes |= isHole(im[j]) ? 0x10000u << j : 0;
        re[j] = isHole(re[j]) ? 0 : re[j];
        im[j] = isHole(im[j]) ? 0 : im[j];
    }
    return holes;
}

// Bit j: value[j] is a hole.
INLINE uint holesOf(const float *value)
{
    uint holes = 0;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
        holes |= isHole(value[j]) ? 1u << j : 0;
    return holes;
}

INLINE int lowestBit(uint bits)
{
    return 31 - clz(bits & -bits);
}

// Adds one hole to the outputs of a work-item, which are 1 << shift rows apart from `row` on.
// @param y the hole's row
// @param size columns of the filter; rows of it, or of a part
// @param taps of the filter's column that lies on the hole
// @param own the outputs, `step` numbers apart
INLINE void addHole(float value, int y, int row, int shift, int2 size, __global const float *taps, __local float *own,
                    int step)
{
    const int apart = 1 << shift, first = max((y - size.y - row + apart) >> shift, 0);
    for (int i = first; i < first + (size.y + apart - 1) / apart; ++i)
        if (row + apart * i <= y)
            own[step * i] += taps[(y - row - apart * i) * size.x] * value;
}

// Whether no hole can change an output of this work-item: all outputs in the `rows` rows that are left are NaN.
INLINE bool allNans(__local const float *own, int step, int rows, int shift)
{
    bool all = true;
    for (int j = 0; j < FFT_POINTS; ++j)
        all &= j << shift >= rows || isnan(own[step * j]);
    return all;
}

#endif // CLCONV_FFT_HOLES_CL
