// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The source is read through the texture path. One work-item computes one pixel, all channels at once.
//
// Two ways in, by what the host could bind:
//   image2d_t         with a sampler. Where the sampler's own address mode does what the border asks (CLAMP_TO_EDGE is
//                     BORDER_REPLICATE, CLAMP is BORDER_CONSTANT), the hardware resolves the border; else borderCoordinate does
//   image1d_buffer_t  a view of the whole buffer as a row of pixels: no copy, no sampler, borders by borderCoordinate
//
// Parameters (host: impls/image.cpp):
//   IMAGE_1D    0: image2d_t, 1: image1d_buffer_t
//   SAMPLER     1: the sampler's address mode resolves the border (image2d_t with REPLICATE or CONSTANT only)
//   WG_X, WG_Y  work-group, in work-items
//   SRC_PITCH   is data: srcStep, in pixels here, and srcOffset, in pixels here (image1d_buffer_t only)
// Work size: one work-item a pixel, rounded up to whole groups. Local memory: none.
// Not supported: 3 or more than 4 channels, double sources.

#include "common/interface.cl"
#include "common/border.cl"

#ifndef IMAGE_1D
#define IMAGE_1D 0
#endif
#ifndef SAMPLER
#define SAMPLER 0
#endif
#ifndef READ_PIXEL
#define READ_PIXEL read_imagef // read_imagei for signed, read_imageui for unsigned integers
#endif

#if IMAGE_1D
#define SOURCE_T __read_only image1d_buffer_t
#else
#define SOURCE_T __read_only image2d_t
#if SAMPLER && defined BORDER_REPLICATE
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#elif SAMPLER
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
#else
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
#endif
#endif

#define ACC4_T VECTOR(ACC_T, 4)

#if SAMPLER
#define PIXEL(x, y) TO_ACC(READ_PIXEL(src, pixels, (int2)(x, y)), 4)
#elif IMAGE_1D
#define PIXEL(x, y) TO_ACC(READ_PIXEL(src, (int)((y) * srcStep + srcOffset) + (x)), 4)
#else
#define PIXEL(x, y) TO_ACC(READ_PIXEL(src, pixels, (int2)(x, y)), 4)
#endif

__kernel GROUP_SIZE
void clconv_image(CLCONV_ARGUMENTS(SOURCE_T src))
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= dstSize.x || y >= dstSize.y)
        return;
    ACC4_T sum = (ACC4_T)(delta);
    for (int j = 0; j < FILTER_ROWS; ++j)
    {
#if SAMPLER
        const int sy = srcArea.y + y + j;
#else
        const int sy = borderCoordinate(srcArea.y + y + j, srcArea.w);
        if (sy < 0)
            continue;
#endif
        for (int i = 0; i < FILTER_COLS; ++i)
        {
#if SAMPLER
            sum += TAPS[j * FILTER_COLS + i] * PIXEL(srcArea.x + x + i, sy);
#else
            const int sx = borderCoordinate(srcArea.x + x + i, srcArea.z);
            if (sx >= 0)
                sum += TAPS[j * FILTER_COLS + i] * PIXEL(sx, sy);
#endif
        }
    }
    __global DST_T *out = destinationRow(dst, dstStep, dstOffset, y) + x * CN;
    const VECTOR(DST_T, 4) result = TO_DST(sum, 4);
    out[0] = result.s0;
#if CN > 1
    out[1] = result.s1;
#endif
#if CN > 2
    out[2] = result.s2;
    out[3] = result.s3;
#endif
}
