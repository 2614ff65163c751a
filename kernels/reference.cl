// SPDX-License-Identifier: Apache-2.0
//
// One work-item computes one pixel, tap by tap, and maps the coordinates of every tap by borderAt: any size, any type,
// any border. It defines which result is correct, and runs where no other implementation applies.
//
// Options: those of interface.cl and border.cl; the size of the filter is data.
// Work size: one work-item for each pixel, rounded up to whole groups of WG_X x WG_Y. Local memory: none.
// Not supported: COEFFICIENTS_BY_VALUE.

#define TAP_COUNT ((long)call.filterCols * call.filterRows) // in the kernel

#include "common/interface.cl"
#include "common/border.cl"

__kernel GROUP_SIZE
void clconv_reference(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    const CallData call = FIELDS_OF(tileRange);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= dstSize.x || y >= dstSize.y)
        return;
    __global DST_T *out = outputRow(output, y) + x * CN;
    for (int c = 0; c < CN; ++c)
    {
        ACC_T sum = delta;
        for (int j = 0; j < call.filterRows; ++j)
        {
            const int sy = borderRow(source, source.origin.y + y + j);
            if (sy < 0)
                continue;
            __global const SRC_T *row = sourceRow(source, sy);
            for (int i = 0; i < call.filterCols; ++i)
            {
                const int sx = borderColumn(source, source.origin.x + x + i);
                if (sx >= 0)
                    sum += TAP_OF(TAP_AT(TAPS, j * call.filterCols + i), c) * FROM_SRC(row[sx * CN + c], );
            }
        }
        out[c] = TO_DST(sum, );
    }
}
