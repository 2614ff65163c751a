// SPDX-License-Identifier: Apache-2.0
//
// Included by study_taps.cl: reads the pixels under a work-item's filter, either from the source or from a tile in
// local memory that the work-group has filled with its pixels and their halo in one of the ways of the studies.
//
//      +----------------------------+   LOCAL_COLS = WG_X + TAP_COLS-1 pixels; FILL_VECTORS: rounded up to float4
//      | tile         | halo        |
//      |  WG_X x WG_Y |             |   LOCAL_ROWS = WG_Y + TAP_ROWS-1 rows
//      +--------------+             |
//      | halo                       |
//      +----------------------------+
//
// Options (host: steps/kernel_options.cpp): below.

#include "common/border.cl"

// SOURCE_KIND
#define SOURCE_BUFFER 0   // rows of pixels in a buffer
#define SOURCE_IMAGE 1    // image2d_t, whose sampler clamps coordinates to the edge
#define SOURCE_ARRAY 2    // image2d_array_t, all layers in one launch
#define SOURCE_IMAGE_1D 3 // image1d_buffer_t over the buffer

// FILL_MODE
#define FILL_NONE 0    // no tile in local memory
#define FILL_LOOPS 1   // two nested loops: from the work-item's own pixel, every WG_X-th column and WG_Y-th row
#define FILL_FLAT 2    // one index over the tile, divided into row and column
#define FILL_SINGLE 3  // the first work-item of the group copies the whole tile
#define FILL_PAIRS 4   // two pixels per work-item, by half as many work-items as the tile has pixels
#define FILL_VECTORS 5 // at most one float4 per work-item; needs floats in aligned rows, and DYNAMIC_TILE

#ifndef SOURCE_KIND
#define SOURCE_KIND SOURCE_BUFFER // the source's memory object, see above
#endif
#ifndef BORDER
#define BORDER BORDER_REPLICATE // compiled in, as in the kernels of the studies
#endif
#ifndef READ_PIXEL
#define READ_PIXEL read_imagef // how images are read: read_imagef or read_imageui
#endif
#ifndef INTERIOR_ONLY
#define INTERIOR_ONLY 0 // 1: no input window reaches outside the source, so coordinates are not mapped
#endif
#ifndef SCALAR_CHANNELS
#define SCALAR_CHANNELS 0 // 1: each channel as a scalar; needs CN=4, SOURCE_BUFFER, INTERIOR_ONLY=1, FILL_NONE
#endif
#ifndef SIZE_IS_DATA
#define SIZE_IS_DATA 0 // 1: the filter's size is an argument, 0: FILTER_COLS, FILTER_ROWS
#endif
#ifndef FILL_MODE
#define FILL_MODE FILL_NONE // how the tile in local memory is filled, see above
#endif

#if SIZE_IS_DATA
#define TAP_COLS size.x
#define TAP_ROWS size.y
#else
#define TAP_COLS FILTER_COLS
#define TAP_ROWS FILTER_ROWS
#endif

#if CN == 4
#define PIXEL_T VECTOR(ACC_T, 4)
#define SRC_PIXEL_T VECTOR(SRC_T, 4)
#define TO_PIXEL(value) TO_ACC(value, 4)
#define FROM_IMAGE(value) TO_ACC(value, 4)
#else
#define PIXEL_T ACC_T
#define SRC_PIXEL_T SRC_T
#define TO_PIXEL(value) TO_ACC(value, )
#define FROM_IMAGE(value) TO_ACC((value).s0, )
#endif

#if SCALAR_CHANNELS
#define SRC_MEMORY_T __global const SRC_T *
#elif SOURCE_KIND == SOURCE_BUFFER
#define SRC_MEMORY_T __global const SRC_PIXEL_T *
#elif SOURCE_KIND == SOURCE_IMAGE_1D
#define SRC_MEMORY_T __read_only image1d_buffer_t
#else
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#if SOURCE_KIND == SOURCE_ARRAY
#define SRC_MEMORY_T __read_only image2d_array_t
#else
#define SRC_MEMORY_T __read_only image2d_t
#endif
#endif

// srcStep: in pixels; srcSize: columns, rows; layer: of an image array
#define SOURCE_PARAMETERS SRC_MEMORY_T src, const int srcStep, const int2 srcSize, const int layer

#if !SCALAR_CHANNELS
INLINE PIXEL_T sourcePixel(SOURCE_PARAMETERS, int x, int y)
{
#if !INTERIOR_ONLY && SOURCE_KIND != SOURCE_IMAGE
    x = borderAt(x, srcSize.x, BORDER);
    y = borderAt(y, srcSize.y, BORDER);
#endif
#if SOURCE_KIND == SOURCE_BUFFER
    return TO_PIXEL(src[y * srcStep + x]);
#elif SOURCE_KIND == SOURCE_IMAGE_1D
    return FROM_IMAGE(READ_PIXEL(src, y * srcStep + x));
#elif SOURCE_KIND == SOURCE_ARRAY
    return FROM_IMAGE(READ_PIXEL(src, pixels, (int4)(x, y, layer, 0)));
#else
    return FROM_IMAGE(READ_PIXEL(src, pixels, (int2)(x, y)));
#endif
}
#endif

#if FILL_MODE != FILL_NONE

#if FILL_MODE == FILL_VECTORS
#define LOCAL_COLS ((WG_X + TAP_COLS + 2) / 4 * 4)
#else
#define LOCAL_COLS (WG_X + TAP_COLS - 1)
#endif
#define LOCAL_ROWS (WG_Y + TAP_ROWS - 1)

// Work-groups at the right and lower edge have work-items beyond the image; clamping keeps their reads inside it.
INLINE PIXEL_T tilePixel(SOURCE_PARAMETERS, int x, int y)
{
#if INTERIOR_ONLY
    x = min(x, srcSize.x - 1);
    y = min(y, srcSize.y - 1);
#endif
    return sourcePixel(src, srcStep, srcSize, layer, x, y);
}

// first: the source pixel in the tile's upper left corner; size: of the filter
INLINE void fillTile(SOURCE_PARAMETERS, int2 first, int2 size, __local PIXEL_T *tile)
{
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
#if FILL_MODE != FILL_LOOPS
    const int item = ly * WG_X + lx;
#endif
#if FILL_MODE == FILL_LOOPS
    for (int ty = ly; ty < LOCAL_ROWS; ty += WG_Y)
        for (int tx = lx; tx < LOCAL_COLS; tx += WG_X)
            tile[ty * LOCAL_COLS + tx] = tilePixel(src, srcStep, srcSize, layer, first.x + tx, first.y + ty);
#elif FILL_MODE == FILL_FLAT
    for (int t = item; t < LOCAL_COLS * LOCAL_ROWS; t += WG_X * WG_Y)
        tile[t] = tilePixel(src, srcStep, srcSize, layer, first.x + t % LOCAL_COLS, first.y + t / LOCAL_COLS);
#elif FILL_MODE == FILL_SINGLE
    if (item == 0)
        for (int t = 0; t < LOCAL_COLS * LOCAL_ROWS; ++t)
            tile[t] = tilePixel(src, srcStep, srcSize, layer, first.x + t % LOCAL_COLS, first.y + t / LOCAL_COLS);
#elif FILL_MODE == FILL_PAIRS
    if (2 * item < LOCAL_COLS * LOCAL_ROWS)
        for (int t = 2 * item; t < min(2 * item + 2, LOCAL_COLS * LOCAL_ROWS); ++t)
            tile[t] = tilePixel(src, srcStep, srcSize, layer, first.x + t % LOCAL_COLS, first.y + t / LOCAL_COLS);
#else
    const int tx = item % (LOCAL_COLS / 4) * 4;
    const int ty = item / (LOCAL_COLS / 4);
    if (ty < LOCAL_ROWS && first.y + ty < srcSize.y && first.x + tx < srcStep)
        *(__local float4 *)(tile + ty * LOCAL_COLS + tx) =
            *(__global const float4 *)(src + (first.y + ty) * srcStep + first.x + tx);
#endif
}

#endif
