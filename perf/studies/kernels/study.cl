// SPDX-License-Identifier: Apache-2.0
//
// The optimization steps of five published studies of image convolution: one kernel with options, in which a work-item
// computes one pixel. It belongs to the program clconv_study (perf/studies/), not to the library.
//
// Options (host: steps/kernel_options.cpp): DYNAMIC_TILE, and those of study_source.cl, study_taps.cl and
// common/interface.cl.
// Work size: one work-item per pixel of the destination, rounded up to whole work-groups; the layers of an image array
// along the third axis.
// Local memory: LOCAL_COLS * LOCAL_ROWS * sizeof(PIXEL_T) bytes unless FILL_MODE is FILL_NONE.
// Not supported: offsets of more than 32 bits; NO_REQD_GROUP_SIZE=1 together with a tile in local memory.

#include "study_taps.cl"

#ifndef DYNAMIC_TILE
#define DYNAMIC_TILE 0 // 1: the local memory of the tile is an argument, 0: an array in the kernel
#endif

#if CN == 4
#define DST_PIXEL_T VECTOR(DST_T, 4)
#define TO_DST_PIXEL(sum) TO_DST(sum, 4)
#else
#define DST_PIXEL_T DST_T
#define TO_DST_PIXEL(sum) TO_DST(sum, )
#endif

// srcStep, dstStep, dstOffset: in pixels
// srcSize, dstSize, size (of the filter): columns, rows
// srcFirst: the source pixel under the filter's element (0,0) for the destination's pixel (0,0)
// dst1: output of the second filter; the same buffer as dst0 if there is only one filter
__kernel GROUP_SIZE
void clconv_study(SRC_MEMORY_T src, const int srcStep, const int2 srcSize, const int2 srcFirst,
                  __global DST_PIXEL_T *dst0, __global DST_PIXEL_T *dst1, const int dstStep, const int dstOffset,
                  const int2 dstSize, const int2 size, COEFFICIENTS_T coefficients
#if DYNAMIC_TILE
                  , __local float4 *memory
#endif
)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int layer = get_global_id(2);
#if FILL_MODE == FILL_NONE
    const int2 first = srcFirst + (int2)(x, y);
#else
#if DYNAMIC_TILE
    __local PIXEL_T *tile = (__local PIXEL_T *)memory;
#else
    __local PIXEL_T tile[LOCAL_COLS * LOCAL_ROWS];
#endif
    const int2 corner = srcFirst + (int2)(get_group_id(0) * WG_X, get_group_id(1) * WG_Y);
    fillTile(src, srcStep, srcSize, layer, corner, size, tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    __local const PIXEL_T *window = tile + get_local_id(1) * LOCAL_COLS + get_local_id(0);
#endif
    if (x >= dstSize.x || y >= dstSize.y)
        return;
    PIXEL_T sum[FILTERS];
    for (int f = 0; f < FILTERS; ++f)
        sum[f] = (PIXEL_T)(0);
    addTaps(WINDOW_ARGUMENTS, coefficients, size, sum);
    const int at = dstOffset + (layer * dstSize.y + y) * dstStep + x;
    dst0[at] = TO_DST_PIXEL(sum[0]);
#if FILTERS > 1
    dst1[at] = TO_DST_PIXEL(sum[1]);
#endif
}
