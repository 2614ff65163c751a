// SPDX-License-Identifier: Apache-2.0
//
// Shared by fft.cl and fft_large.cl: pixels that may be outside the image, and outputs that are tested.

#ifndef CLCONV_FFT_PIXELS_CL
#define CLCONV_FFT_PIXELS_CL

#include "common/border.cl"
#include "gpu/fft/fft_points.cl"

// The pixel x, y of the readable image, which may be outside
INLINE float borderPixel(Source source, int x, int y, int c)
{
    const int sx = borderColumn(source, x), sy = borderRow(source, y);
    return sx < 0 || sy < 0 ? 0 : FROM_SRC(sourceRow(source, sy)[sx * CN + c], );
}

#define FFT_BORDER_BATCH 4 // loads of a work-item that wait for memory together

// Loads 16 pixels of a column of the readable image, some outside, in a loop through the part of local memory that this
// work-item writes next: unrolled, coordinates and addresses spill registers (NVIDIA H200, 8K 32FC1 15x15: 716 us; with
// loops in all rare cases 221).
// @param x a column inside, or -1: all pixels are zero
// @param apart rows between the pixels
// @param rows that are needed, from the first pixel on; the others are zero
INLINE void loadBorderColumn(Source source, int x, int c, int y, int apart, int rows, __local float2 *own, int step,
                             float *value)
{
#pragma unroll 1
    for (int j = 0; j < FFT_POINTS; j += FFT_BORDER_BATCH)
    {
        int row[FFT_BORDER_BATCH];
        SRC_T pixel[FFT_BORDER_BATCH];
#pragma unroll
        for (int k = 0; k < FFT_BORDER_BATCH; ++k)
            row[k] = x >= 0 && apart * (j + k) < rows ? borderRow(source, y + apart * (j + k)) : -1;
#pragma unroll
        for (int k = 0; k < FFT_BORDER_BATCH; ++k)
            pixel[k] = sourceRow(source, max(row[k], 0))[max(x, 0) * CN + c];
#pragma unroll
        for (int k = 0; k < FFT_BORDER_BATCH; ++k)
            own[step * (j + k)].x = row[k] < 0 ? 0 : FROM_SRC(pixel[k], );
    }
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
        value[j] = own[step * j].x;
}

// Bit j: output j is too small as a sum of magnitudes, or not a number.
// @param rows that are left from the first output on
// @param apart rows from one output to the next
INLINE uint tooSmall(const float *value, float scale, float needed, int rows, int apart)
{
    uint bits = 0;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
        bits |= apart * j < rows && !(value[FFT_PLACE(j)] * scale >= needed) ? 1u << j : 0;
    return bits;
}

#endif // CLCONV_FFT_PIXELS_CL
