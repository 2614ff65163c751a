// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several filters over one source, all of one size and anchor (the host pads those that are not). A work-item holds the
// sums of FILTERS filters x ROWS rows x PX scalars in registers; it loads the input window of each source row once and
// adds it for every filter. register_tile.cl draws the tile, direct.cl has the sums.
//
//      source --+--> sums of filter 0 --> dst
//               +--> sums of filter 1 --> dst1      one read, FILTERS images written
//               ...
//
// Options (host: implementations/gpu/bank.cpp): below, and those of direct.cl.
// Work size and local memory: as in direct.cl.
// Not supported: more than 8 filters in a launch. The FILTERS*ROWS*PX sums and the input window stay in registers up to
// tileRegisterMaximum words together (util/device_constants.hpp).

#ifndef FILTERS
#define FILTERS 2 // filters of the bank in one launch, 2..8
#endif

#include "common/interface.cl"
#include "gpu/direct.cl"
#include "gpu/register_tile.cl"

// The tile of every output
INLINE void storeAll(Tile tile, const Output *output, int2 dstSize, bool vectors, ACC_T (*sum)[PX])
{
#pragma unroll
    for (int f = 0; f < FILTERS; ++f)
        storeTile(tile, output[f], dstSize, vectors, sum + f * ROWS);
}

__kernel GROUP_SIZE
void clconv_bank(CLCONV_ARGUMENTS(__global const uchar *src))
{
    CLCONV_GROUP
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    const TileRange interior = tileRangeOf(tileRange);
    const Tile tile = tileOf(group, interior, source, dstSize);
    prefetchBelow(group, tile, source, interior);
    if (!tile.exists)
        return;
    ACC_T sum[SUMS][PX];
    filterTile(tile, source, TAPS, delta, sum);
    const Output output[FILTERS] = OUTPUTS;
    INDEX_T addresses = 0;
#pragma unroll
    for (int f = 0; f < FILTERS; ++f)
        addresses |= output[f].step | output[f].offset;
    if (usesVectorStores(tile, dstSize, addresses)) // one condition for all outputs
        storeAll(tile, output, dstSize, true, sum);
    else
        storeAll(tile, output, dstSize, false, sum);
}
