// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Included by study_taps.cl: where a work-item finds the pixels under its filter. Either it reads the source itself, or the
// work-group has copied its tile and halo into local memory before, in one of the ways of the five studies.
//
//      +----------------------------+   TILE_X = WG_X + COLS-1 pixels, for FILL_VECTORS rounded up to whole float4
//      | tile         | halo        |
//      |  WG_X x WG_Y |             |   TILE_Y = WG_Y + ROWS-1 rows
//      +--------------+             |
//      | halo                       |
//      +----------------------------+
//
// Options (host: samples/study/kernel_step.cpp):
//   SOURCE        SOURCE_BUFFER      rows of pixels in a buffer
//                 SOURCE_IMAGE       image2d_t; its sampler repeats the edge
//                 SOURCE_ARRAY       image2d_array_t, a launch over all its layers
//                 SOURCE_IMAGE_1D    image1d_buffer_t over the buffer
//   READ_PIXEL    how images are read: read_imagef, read_imageui
//   INSIDE        1: the filter never leaves the source; borders are not looked at
//   SCALAR_CHANNELS 1: the channels of a pixel one by one, as scalars (CN 4, SOURCE_BUFFER, INSIDE, no tile)
//   SIZE_IS_DATA  1: the filter's size is an argument, and not FILTER_COLS, FILTER_ROWS
//   FILL          FILL_NONE          no tile
//                 FILL_LOOPS         two nested loops: a work-item's own pixel and every WG_X-th, WG_Y-th beyond
//                 FILL_FLAT          one index over the tile, divided into row and column
//                 FILL_SINGLE        the group's first work-item fetches all
//                 FILL_PAIRS         the first half of as many work-items as the tile has pixels fetch two each
//                 FILL_VECTORS       a work-item reads at most one float4 (floats, aligned rows; with DYNAMIC_TILE)

#include "common/border.cl"

#define SOURCE_BUFFER 0
#define SOURCE_IMAGE 1
#define SOURCE_ARRAY 2
#define SOURCE_IMAGE_1D 3
#define FILL_NONE 0
#define FILL_LOOPS 1
#define FILL_FLAT 2
#define FILL_SINGLE 3
#define FILL_PAIRS 4
#define FILL_VECTORS 5

#ifndef SOURCE
#define SOURCE SOURCE_BUFFER
#endif
#ifndef READ_PIXEL
#define READ_PIXEL read_imagef
#endif
#ifndef INSIDE
#define INSIDE 0
#endif
#ifndef SCALAR_CHANNELS
#define SCALAR_CHANNELS 0
#endif
#ifndef SIZE_IS_DATA
#define SIZE_IS_DATA 0
#endif
#ifndef FILL
#define FILL FILL_NONE
#endif

#if SIZE_IS_DATA
#define COLS size.x
#define ROWS size.y
#else
#define COLS FILTER_COLS
#define ROWS FILTER_ROWS
#endif

#if CN == 4
#define PIXEL_T VECTOR(ACC_T, 4)
#define STORED_T VECTOR(SRC_T, 4)
#define TO_PIXEL(value) TO_ACC(value, 4)
#define FROM_IMAGE(value) TO_ACC(value, 4)
#else
#define PIXEL_T ACC_T
#define STORED_T SRC_T
#define TO_PIXEL(value) TO_ACC(value, )
#define FROM_IMAGE(value) TO_ACC((value).s0, )
#endif

#if SCALAR_CHANNELS
#define SOURCE_T __global const SRC_T *
#elif SOURCE == SOURCE_BUFFER
#define SOURCE_T __global const STORED_T *
#elif SOURCE == SOURCE_IMAGE_1D
#define SOURCE_T __read_only image1d_buffer_t
#else
__constant sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#if SOURCE == SOURCE_ARRAY
#define SOURCE_T __read_only image2d_array_t
#else
#define SOURCE_T __read_only image2d_t
#endif
#endif

// What reading the source takes: its step in pixels, its size in columns, rows, and the layer of an array.
#define READING SOURCE_T src, const int srcStep, const int2 srcSize, const int layer

#if !SCALAR_CHANNELS
INLINE PIXEL_T sourcePixel(READING, int x, int y)
{
#if !INSIDE && SOURCE != SOURCE_IMAGE
    x = borderCoordinate(x, srcSize.x);
    y = borderCoordinate(y, srcSize.y);
#endif
#if SOURCE == SOURCE_BUFFER
    return TO_PIXEL(src[y * srcStep + x]);
#elif SOURCE == SOURCE_IMAGE_1D
    return FROM_IMAGE(READ_PIXEL(src, y * srcStep + x));
#elif SOURCE == SOURCE_ARRAY
    return FROM_IMAGE(READ_PIXEL(src, pixels, (int4)(x, y, layer, 0)));
#else
    return FROM_IMAGE(READ_PIXEL(src, pixels, (int2)(x, y)));
#endif
}
#endif

#if FILL != FILL_NONE

#if FILL == FILL_VECTORS
#define TILE_X ((WG_X + COLS + 2) / 4 * 4)
#else
#define TILE_X (WG_X + COLS - 1)
#endif
#define TILE_Y (WG_Y + ROWS - 1)

// A group at the source's end needs no more of it than there is.
INLINE PIXEL_T tilePixel(READING, int x, int y)
{
#if INSIDE
    x = min(x, srcSize.x - 1);
    y = min(y, srcSize.y - 1);
#endif
    return sourcePixel(src, srcStep, srcSize, layer, x, y);
}

// first: the source's pixel in the tile's corner; size: of the filter
INLINE void fillTile(READING, int2 first, int2 size, __local PIXEL_T *tile)
{
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
#if FILL != FILL_LOOPS
    const int item = ly * WG_X + lx;
#endif
#if FILL == FILL_LOOPS
    for (int ty = ly; ty < TILE_Y; ty += WG_Y)
        for (int tx = lx; tx < TILE_X; tx += WG_X)
            tile[ty * TILE_X + tx] = tilePixel(src, srcStep, srcSize, layer, first.x + tx, first.y + ty);
#elif FILL == FILL_FLAT
    for (int t = item; t < TILE_X * TILE_Y; t += WG_X * WG_Y)
        tile[t] = tilePixel(src, srcStep, srcSize, layer, first.x + t % TILE_X, first.y + t / TILE_X);
#elif FILL == FILL_SINGLE
    if (item == 0)
        for (int t = 0; t < TILE_X * TILE_Y; ++t)
            tile[t] = tilePixel(src, srcStep, srcSize, layer, first.x + t % TILE_X, first.y + t / TILE_X);
#elif FILL == FILL_PAIRS
    if (2 * item < TILE_X * TILE_Y)
        for (int t = 2 * item; t < min(2 * item + 2, TILE_X * TILE_Y); ++t)
            tile[t] = tilePixel(src, srcStep, srcSize, layer, first.x + t % TILE_X, first.y + t / TILE_X);
#else
    const int tx = item % (TILE_X / 4) * 4;
    const int ty = item / (TILE_X / 4);
    if (ty < TILE_Y && first.y + ty < srcSize.y && first.x + tx < srcStep)
        *(__local float4 *)(tile + ty * TILE_X + tx) =
            *(__global const float4 *)(src + (first.y + ty) * srcStep + first.x + tx);
#endif
}

#endif
