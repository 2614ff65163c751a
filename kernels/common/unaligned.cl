// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Whole words, from aligned addresses and from any. Rows of bytes begin wherever a region or a width puts them; byte by byte they
// would take four times as many loads.

#include "nvidia/prefetch.cl"

// `count` words from any address: aligned ones, shifted. Reads on up to three bytes behind them, never before a buffer's start.
INLINE void loadUnaligned(__global const uchar *address, int count, uint *raw)
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

// `count` words, 1 2 3 4 6 8, from an address that is a multiple of as many bytes as a power of two divides them into, 16 at most
INLINE void loadAligned(__global const uchar *address, int count, uint *raw)
{
    __global const uint2 *twos = (__global const uint2 *)address;
    __global const uint4 *fours = (__global const uint4 *)address;
    if (count % 4 == 0)
        vstore4(fours[0], 0, raw);
    else if (count % 2 == 0)
        vstore2(twos[0], 0, raw);
    if (count == 8)
        vstore4(fours[1], 1, raw);
    if (count == 6)
    {
        vstore2(twos[1], 1, raw);
        vstore2(twos[2], 2, raw);
    }
    if (count % 2 == 1)
        raw[0] = ((__global const uint *)address)[0];
    if (count == 3)
    {
        raw[1] = ((__global const uint *)address)[1];
        raw[2] = ((__global const uint *)address)[2];
    }
}
