// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several kernels over one source: a work-item holds the sums of FILTERS kernels x ROWS rows x PX scalars in registers, loads each
// source row's window once, and adds it for every kernel; strip.cl draws it. All kernels have one size and one anchor: those that
// have not are padded by the host.
//
//      source --+--> sums of kernel 0 --> dst
//               +--> sums of kernel 1 --> dst1      one read, FILTERS images written
//               ...
//
// Parameters (host: impls/bank.cpp): those of strip.cl and item.cl.
// Work size and local memory: as direct.cl.
// Not supported: more than 8 kernels a launch; the sums lie in registers beside the window, so FILTERS*ROWS*PX should not be much
// more than 64.

#ifndef FILTERS
#define FILTERS 2
#endif

#include "common/interface.cl"
#include "common/memory.cl"
#include "gpu/register_tile.cl"

// The strips of all outputs.
INLINE void storeAll(Tile tile, const Output *output, int2 dstSize, bool vectors, ACC_T (*sum)[PX])
{
#pragma unroll
    for (int f = 0; f < FILTERS; ++f)
        storeTile(tile, output[f], dstSize, vectors, sum + f * ROWS);
}

__kernel GROUP_SIZE
void clconv_bank(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    const TileRange interior = tileRangeOf(tileRange);
    const Tile tile = tileOf(interior, source, dstSize);
    prefetchBelow(tile, source, interior);
    if (!tile.exists)
        return;
    ACC_T sum[SUMS][PX];
    filterTile(tile, source, TAPS, delta, sum);
    const Output output[FILTERS] = OUTPUTS;
    INDEX_T addresses = 0;
#pragma unroll
    for (int f = 0; f < FILTERS; ++f)
        addresses |= output[f].step | output[f].offset;
    if (usesVectorStores(tile, dstSize, addresses)) // asked once for all outputs
        storeAll(tile, output, dstSize, true, sum);
    else
        storeAll(tile, output, dstSize, false, sum);
}
