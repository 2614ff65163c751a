// SPDX-License-Identifier: Apache-2.0
//
// The pixels that a work-item of fft_large.cl transforms, and those that are not finite (fft_holes.cl). The first
// launch records which pixels are holes: a bit for each number of each work-item, and for each panel the columns and
// rows that have any. The last launch adds the holes to the outputs whose windows hold one.

#ifndef CLCONV_FFT_LARGE_PIXELS_CL
#define CLCONV_FFT_LARGE_PIXELS_CL

#include "gpu/fft/fft_holes.cl"
#include "gpu/fft/fft_large_layout.cl"
#include "gpu/fft/fft_pixels.cl"

// Loads 16 scalars of a column of a slab, LINE_ITEMS rows apart.
// @param own where this work-item writes next in local memory
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
        const INDEX_T step = LINE_ITEMS * source.step;
#pragma unroll
        for (int j = 0; j < FFT_POINTS; ++j, from += step)
            value[j] = FROM_SRC(*(__global const SRC_T *)from, );
        return;
    }
    const int row = top + t / LARGE_PANEL, x = scalar / CN;
    loadBorderColumn(source, x < layout.columns ? borderColumn(source, source.origin.x + x) : -1, scalar % CN,
                     source.origin.y + row, LINE_ITEMS, slab < layout.slabs ? rows - row : 0, own,
                     LINE_STEP1 * LARGE_PANEL, value);
}

// The last panel under the windows of a panel's outputs
INLINE int lastPanelOfWindows(LargeLayout layout, int2 size, int panel)
{
    return min((panel * LARGE_PANEL + LARGE_PANEL - 1 + (size.x - 1) * CN) / LARGE_PANEL, layout.panels - 1);
}

// Bit j: output j of a column is finite.
INLINE uint finiteOutputs(const float *value, int rows)
{
    uint bits = 0;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
        bits |= LINE_ITEMS * j < rows && !isHole(value[FFT_PLACE(j)]) ? 1u << j : 0;
    return bits;
}

// Adds to the outputs of a work-item the holes in their windows. All loops but that of addHole have the same number of
// rounds in all work-items.
// @param lines, masks of the pair of slabs
// @param outputRows rows that are left of the first slab's outputs and of the second's
// @param own memory for the outputs, which are in re and im; those of the second slab are real parts
// @param doubts bits: outputs of each slab whose accuracy is in doubt
// @param inRange transforms cannot have left the range of float
// @returns the doubts that remain: outputs that are not finite are right
INLINE uint2 addHoles(Source source, __global const uint2 *lines, __global const uint *masks, LargeLayout layout,
                      int2 size, int panel, int pair, int2 outputRows, int t, __global const float *taps,
                      __local float2 *own, float *re, float *im, uint2 doubts, bool inRange)
{
    const int column = panel * LARGE_PANEL + t % LARGE_PANEL, row = t / LARGE_PANEL, manyWords = 16;
    const int rowShift = 31 - clz(LINE_ITEMS); // a work-item's outputs are so many rows apart
    bool done = false;
    writeTransformed(own, LARGE_ITEMS, re, im);
    for (int p = panel; p <= lastPanelOfWindows(layout, size, panel); ++p)
    {
        const uint2 line = lines[p];
        for (uint rows = line.y; rows != 0; rows &= rows - 1)
            for (uint columns = line.x; columns != 0; columns &= columns - 1)
            {
                const int c = lowestBit(columns), right = p * LARGE_PANEL + c - column;
                const bool reached = !done && right >= 0 && right % CN == 0 && right / CN < size.x;
                for (int i = 0; i < LINE_M; ++i)
                {
                    const int y0 = lowestBit(rows) * LINE_M + i, scalar = p * LARGE_PANEL + c;
                    for (uint holes = masks[p * LARGE_ITEMS + y0 * LARGE_PANEL + c]; holes != 0; holes &= holes - 1)
                    {
                        const int hole = lowestBit(holes), side = hole / 16, y = y0 + hole % 16 * LINE_ITEMS;
                        const int slab = pair + side * layout.pairs;
                        if (reached)
                            addHole(borderPixel(source, source.origin.x + scalar / CN,
                                                source.origin.y + slab * layout.step.y + y, scalar % CN),
                                    y, row, rowShift, size, taps + right / CN,
                                    (__local float *)own + (side == 0 ? 1 : 0), 2 * LARGE_ITEMS);
                    }
                }
            }
        if (LINE_M * popcount(line.x) * popcount(line.y) > manyWords)
            done = done || (allNans((__local const float *)own + 1, 2 * LARGE_ITEMS, outputRows.x, rowShift) &&
                            allNans((__local const float *)own, 2 * LARGE_ITEMS, outputRows.y, rowShift));
    }
    readTransformed(own, LARGE_ITEMS, re, im);
    if (inRange)
    {
        doubts.x &= finiteOutputs(im, outputRows.x);
        doubts.y &= finiteOutputs(re, outputRows.y);
    }
    return doubts;
}

#endif // CLCONV_FFT_LARGE_PIXELS_CL
