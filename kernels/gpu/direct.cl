// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A work-item computes PX scalars of each of ROWS rows from registers; register_tile.cl draws it.
//
// Parameters (host: implementations/gpu/direct.cpp): those of register_tile.cl, with FILTERS=1.
// Work size: ceil(columns*CN / PX) x ceil(rows / ROWS) work-items, rounded up to whole groups, and the border
// work-groups of register_tile.cl. Local memory: none.
// Not supported: nothing; but the input window is in registers, so PX + (TAPS_PER_CHUNK-1)*CN should not be much more
// than 64.

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
