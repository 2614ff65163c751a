// SPDX-License-Identifier: Apache-2.0
//
// Reads the source through the texture path. One work-item computes one pixel, all channels at once.
//
// The source is one of two image types, depending on what the device supports:
//   image2d_t         with a sampler. If an address mode of samplers equals the border (CLAMP_TO_EDGE is
//                     BORDER_REPLICATE, CLAMP is BORDER_CONSTANT), the hardware resolves it, otherwise borderAt
//   image1d_buffer_t  a view of the whole buffer as a row of pixels: no copy, no sampler, borders by borderAt;
//                     srcStep and srcOffset are in pixels
//
// Options (host: implementations/gpu/image.cpp): those below.
// Work size: one work-item for each pixel, rounded up to whole groups of WG_X x WG_Y. Local memory: none.
// Not supported: 3 or more than 4 channels, double sources.

#include "common/border.cl"

#ifndef IMAGE_1D
#define IMAGE_1D 0 // 1: the source is an image1d_buffer_t, 0: an image2d_t
#endif
#ifndef SAMPLER
#define SAMPLER 0 // 1: the address mode of the sampler resolves the border; only image2d_t with REPLICATE or CONSTANT
#endif
#ifndef CLAMP_TO_EDGE
#define CLAMP_TO_EDGE 0 // 1: that border is REPLICATE, 0: CONSTANT
#endif
#ifndef READ_PIXEL
#define READ_PIXEL read_imagef // the read function: read_imagei for signed, read_imageui for unsigned integers
#endif

#if IMAGE_1D
#define SOURCE_T __read_only image1d_buffer_t
#else
#define SOURCE_T __read_only image2d_t
#if SAMPLER && CLAMP_TO_EDGE
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#elif SAMPLER
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
#else
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
#endif
#endif

#define ACC4_T VECTOR(ACC_T, 4)

#if IMAGE_1D
#define SOURCE_PIXEL(x, y) TO_ACC(READ_PIXEL(src, (int)((y) * srcStep + srcOffset) + (x)), 4)
#else
#define SOURCE_PIXEL(x, y) TO_ACC(READ_PIXEL(src, pixels, (int2)(x, y)), 4)
#endif

__kernel GROUP_SIZE
void clconv_image(CLCONV_ARGUMENTS(SOURCE_T src))
{
    const Output output = OUTPUT_VALUES;
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
        const int sy = borderAt(srcArea.y + y + j, srcArea.w, tileRange.s6);
        if (sy < 0)
            continue;
#endif
        for (int i = 0; i < FILTER_COLS; ++i)
        {
#if SAMPLER
            sum += TAPS[j * FILTER_COLS + i] * SOURCE_PIXEL(srcArea.x + x + i, sy);
#else
            const int sx = borderAt(srcArea.x + x + i, srcArea.z, tileRange.s6);
            if (sx >= 0)
                sum += TAPS[j * FILTER_COLS + i] * SOURCE_PIXEL(sx, sy);
#endif
        }
    }
    __global DST_T *out = outputRow(output, y) + x * CN;
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
