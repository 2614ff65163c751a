// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A work-group copies its tile and halo into local memory once, borders resolved, and computes from there.
//
//      +-----------------------------+   TILE_X = WG_X*PX + (FILTER_COLS-1)*CN scalars
//      | halo                        |
//      |    +-------------------+    |   TILE_Y = WG_Y*PY + FILTER_ROWS-1 rows
//      |    | WG_X*PX scalars   |    |
//      |    | x WG_Y*PY rows    |    |
//      |    +-------------------+    |
//      |                        halo |
//      +-----------------------------+
//
// A work-item computes PX scalars, WG_X apart, in each of PY rows, WG_Y apart: adjacent work-items read adjacent words.
//
// Options (host: implementations/gpu/local.cpp): WG_X, WG_Y, and those below.
// Work size: ceil(columns*CN / PX) x ceil(rows / PY) work-items, rounded up to whole groups.
// Local memory: TILE_X * TILE_Y * sizeof(SRC_T) bytes (localBytes in local.cpp).
// Not supported: tiles larger than the local memory.

#include "common/interface.cl"
#include "common/border.cl"

#ifndef PX
#define PX 1 // scalars that a work-item computes along a row, 1..8
#endif
#ifndef PY
#define PY 1 // rows that a work-item computes, 1..8
#endif
#ifndef FLAT_INDEX
#define FLAT_INDEX 0 // how a group loads its tile: 1: one index, divided by TILE_X; 0: loops in steps of WG_X, WG_Y
#endif
#define TILE_X (WG_X * PX + (FILTER_COLS - 1) * CN)
#define TILE_Y (WG_Y * PY + FILTER_ROWS - 1)

// Scalar s of row y of the source, both possibly outside the image
INLINE SRC_T tileScalar(Source source, int s, int y)
{
    const int index = borderIndex(s, source.size.x);
    const int sy = borderCoordinate(y, source.size.y);
    if (index < 0 || sy < 0)
        return (SRC_T)0;
    return sourceRow(source, sy)[index];
}

__kernel GROUP_SIZE
void clconv_local(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    const Output output = {dst, dstStep, dstOffset};
    __local SRC_T tile[TILE_Y * TILE_X];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int s0 = get_group_id(0) * (WG_X * PX);
    const int y0 = get_group_id(1) * (WG_Y * PY);
    const int sourceS = source.origin.x * CN + s0;
    const int sourceY = source.origin.y + y0;

#if !FLAT_INDEX
    for (int ty = ly; ty < TILE_Y; ty += WG_Y)
        for (int tx = lx; tx < TILE_X; tx += WG_X)
            tile[ty * TILE_X + tx] = tileScalar(source, sourceS + tx, sourceY + ty);
#else
    for (int t = ly * WG_X + lx; t < TILE_X * TILE_Y; t += WG_X * WG_Y)
        tile[t] = tileScalar(source, sourceS + t % TILE_X, sourceY + t / TILE_X);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);

    const int scalars = dstSize.x * CN;
    for (int py = 0; py < PY; ++py)
    {
        const int ty = ly + py * WG_Y;
        const int y = y0 + ty;
        if (y >= dstSize.y)
            break;
        __global DST_T *out = outputRow(output, y);
        for (int px = 0; px < PX; ++px)
        {
            const int tx = lx + px * WG_X;
            const int s = s0 + tx;
            if (s >= scalars)
                break;
            ACC_T sum = delta;
            for (int j = 0; j < FILTER_ROWS; ++j)
                for (int i = 0; i < FILTER_COLS; ++i)
                    sum += TAPS[j * FILTER_COLS + i] * TO_ACC(tile[(ty + j) * TILE_X + tx + i * CN], );
            out[s] = TO_DST(sum, );
        }
    }
}
