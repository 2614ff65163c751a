// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The pixels that a work-item of fft_large.cl transforms.

#ifndef CLCONV_FFT_LARGE_PIXELS_CL
#define CLCONV_FFT_LARGE_PIXELS_CL

#include "common/border.cl"
#include "gpu/fft/fft_large_layout.cl"
#include "gpu/fft/fft_points.cl"

// 16 scalars of a column of a slab, 16 rows apart, in a loop through local memory: unrolled, coordinates and addresses
// would spill registers.
INLINE void loadBorder(Source source, LargeLayout layout, int scalar, int row, int rows, __local float2 *own,
                       float *value)
{
    const int x = scalar / CN < layout.columns ? borderCoordinate(source.origin.x + scalar / CN, source.size.x) : -1;
#pragma unroll 1
    for (int j = 0; j < FFT_POINTS; ++j)
    {
        const bool needed = x >= 0 && row + 16 * j < rows;
        const int y = needed ? borderCoordinate(source.origin.y + row + 16 * j, source.size.y) : -1;
        own[LARGE_ITEMS * j].x = y < 0 ? 0 : TO_ACC(sourceRow(source, y)[x * CN + scalar % CN], );
    }
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
        value[j] = own[LARGE_ITEMS * j].x;
}

INLINE void loadSlab(Source source, LargeLayout layout, int panel, int slab, int rows, int t, __local float2 *own,
                     float *value)
{
    const int scalar = panel * LARGE_PANEL + t % LARGE_PANEL, top = slab * layout.step.y;
    const int left = source.origin.x + panel * LARGE_PANEL / CN;
    const int right = source.origin.x + (panel * LARGE_PANEL + LARGE_PANEL - 1) / CN;
    const bool needed = panel * LARGE_PANEL + LARGE_PANEL <= layout.columns * CN && top + LARGE_SIZE <= rows;
    const int y = source.origin.y + top;
    if (needed && left >= 0 && right < source.size.x && y >= 0 && y + LARGE_SIZE <= source.size.y)
    {
        __global const uchar *from =
            (__global const uchar *)(sourceRow(source, y + t / LARGE_PANEL) + (source.origin.x * CN + scalar));
        const INDEX_T step = 16 * source.step;
#pragma unroll
        for (int j = 0; j < FFT_POINTS; ++j, from += step)
            value[j] = TO_ACC(*(__global const SRC_T *)from, );
        return;
    }
    loadBorder(source, layout, scalar, top + t / LARGE_PANEL, slab < layout.slabs ? rows : 0, own, value);
}

#endif // CLCONV_FFT_LARGE_PIXELS_CL
