// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Whole words from any address. Rows of bytes begin wherever a region or a width puts them; byte by byte they would take four times
// as many loads.

#include "prefetch.cl"

// `count` words from any address: aligned ones, shifted. Reads on up to three bytes behind them, never before a buffer's start.
INLINE void loadShifted(__global const uchar *address, int count, uint *raw)
{
    const uint over = (uint)(size_t)address & 3;
    __global const uint *words = (__global const uint *)(address - over);
    uint low = words[0];
#pragma unroll
    for (int i = 0; i < count; ++i)
    {
        const uint high = over != 0 || i + 1 < count ? words[i + 1] : 0;
        raw[i] = (uint)(((ulong)high << 32 | low) >> (over * 8));
        low = high;
    }
}
