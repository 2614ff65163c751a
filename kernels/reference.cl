// SPDX-License-Identifier: Apache-2.0
//
// One work-item computes one pixel, tap by tap, and maps the coordinates of every tap by borderCoordinate: any size,
// any type, any border. It defines what is correct, and runs where nothing else applies.
//
// Options: those of interface.cl and border.cl; the size of the filter is data.
// Work size: one work-item for each pixel, rounded up to whole groups of WG_X x WG_Y. Local memory: none.
// Not supported: COEFFICIENTS_BY_VALUE.

#define TAP_COUNT ((long)range.filterCols * range.filterRows) // in the kernel

#include "common/interface.cl"
#include "common/border.cl"

__kernel GROUP_SIZE
void clconv_reference(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    const Output output = {dst, dstStep, dstOffset};
    const TileRange range = tileRangeOf(tileRange);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= dstSize.x || y >= dstSize.y)
        return;
    __global DST_T *out = outputRow(output, y) + x * CN;
    for (int c = 0; c < CN; ++c)
    {
        ACC_T sum = delta;
        for (int j = 0; j < range.filterRows; ++j)
        {
            const int sy = borderCoordinate(source.origin.y + y + j, source.size.y);
            if (sy < 0)
                continue;
            __global const SRC_T *row = sourceRow(source, sy);
            for (int i = 0; i < range.filterCols; ++i)
            {
                const int sx = borderCoordinate(source.origin.x + x + i, source.size.x);
                if (sx >= 0)
                    sum += TAPS[j * range.filterCols + i] * TO_ACC(row[sx * CN + c], );
            }
        }
        out[c] = TO_DST(sum, );
    }
}
