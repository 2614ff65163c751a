// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The kernels of five published studies of image convolution, as one kernel with parameters: one work-item, one pixel. It belongs
// to the program clconv_study (samples/study/) and is no part of the library, whose kernels do what these led to.
//
// Options: those of study_source.cl (where pixels come from, how a tile is filled), of study_taps.cl (where coefficients lie, how
// loops are unrolled), of border.cl and pixel.cl, and
//   NO_REQD_GROUP_SIZE    of pixel.cl; 1: the driver chooses the work-group. Not with a tile
//   DYNAMIC_TILE  1: the tile's memory is an argument, sized by the host at the launch; else an array of the kernel's
// Work size: one work-item a pixel of the destination, rounded up to whole groups; layers of an array along the third axis.
// Local memory: TILE_X * TILE_Y * sizeof(PIXEL_T) bytes where there is a tile (host: KernelStep's localBytes).
// Not supported: offsets of more than 32 bits.

#include "study_taps.cl"

#ifndef DYNAMIC_TILE
#define DYNAMIC_TILE 0
#endif

#if CN == 4
#define RESULT_T VECTOR(DST_T, 4)
#define TO_RESULT(sum) TO_DST(sum, 4)
#else
#define RESULT_T DST_T
#define TO_RESULT(sum) TO_DST(sum, )
#endif

// srcStep, dstStep, dstOffset: in pixels
// srcSize, dstSize: columns, rows
// srcFirst: the source's pixel under the filter's element (0,0) for the destination's pixel (0,0)
// dst1: of the second filter; the same as dst0 where there is one
__kernel GROUP_SIZE
void clconv_study(SOURCE_T src, const int srcStep, const int2 srcSize, const int2 srcFirst, __global RESULT_T *dst0,
                  __global RESULT_T *dst1, const int dstStep, const int dstOffset, const int2 dstSize, const int2 size,
                  COEFFICIENTS_T coefficients
#if DYNAMIC_TILE
                  , __local float4 *memory
#endif
)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int layer = get_global_id(2);
#if FILL == FILL_NONE
    const int2 first = srcFirst + (int2)(x, y);
#else
#if DYNAMIC_TILE
    __local PIXEL_T *tile = (__local PIXEL_T *)memory;
#else
    __local PIXEL_T tile[TILE_X * TILE_Y];
#endif
    const int2 corner = srcFirst + (int2)(get_group_id(0) * WG_X, get_group_id(1) * WG_Y);
    fillTile(src, srcStep, srcSize, layer, corner, size, tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    __local const PIXEL_T *window = tile + get_local_id(1) * TILE_X + get_local_id(0);
#endif
    if (x >= dstSize.x || y >= dstSize.y)
        return;
    PIXEL_T sum[FILTERS];
    for (int f = 0; f < FILTERS; ++f)
        sum[f] = (PIXEL_T)(0);
    addTaps(WINDOW, coefficients, size, sum);
    const int at = dstOffset + (layer * dstSize.y + y) * dstStep + x;
    dst0[at] = TO_RESULT(sum[0]);
#if FILTERS > 1
    dst1[at] = TO_RESULT(sum[1]);
#endif
}
