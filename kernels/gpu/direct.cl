// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A work-item computes PX scalars of each of ROWS rows from registers; strip.cl draws it.
//
// Parameters (host: impls/direct.cpp): those of strip.cl and item.cl, FILTERS being 1.
// Work size: ceil(columns*CN / PX) x ceil(rows / ROWS) work-items, rounded up to whole groups, and the edge groups of item.cl.
// Local memory: none.
// Not supported: nothing; but the window lies in registers, so PX + (TAPS_PER_CHUNK-1)*CN should not be much more than 64.

#include "common/interface.cl"
#include "common/memory.cl"
#include "gpu/register_tile.cl"

__kernel GROUP_SIZE
void clconv_direct(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    const TileRange interior = tileRangeOf(tileRange);
    const Tile tile = tileOf(interior, source, dstSize);
    prefetchBelow(tile, source, interior);
    if (!tile.exists)
        return;
    ACC_T sum[SUMS][PX];
    filterTile(tile, source, TAPS, delta, sum);
    const Output output = {dst, dstStep, dstOffset};
    storeTile(tile, output, dstSize, usesVectorStores(tile, dstSize, dstStep | dstOffset), sum);
}
