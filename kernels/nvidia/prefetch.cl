// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Rows that work-groups further down will read, asked into the L2 cache ahead of them: registers hold too few loads at a time to
// keep an NVIDIA H200's memory busy where each load is small or much is computed in between.
//
// Options (host: prefetchDistance in impls/impl_list.cpp), beside FILTERS of pixel.cl. PTX, so on other devices than NVIDIA's nothing
// is asked for; with several FILTERS of version 7.4, compute capability 8.0:
//   PREFETCH     1: rows further down are asked for; how many rows down is data (PREFETCH_ROWS of pixel.cl). 0: nothing is
//   BORDER_PREFETCH  1: strips at the image's edges ask the L1 cache for their own rows before they begin

#include "common/store.cl"

#ifndef PREFETCH
#define PREFETCH 0
#endif
#if FILTERS > 1 // as many images are written in between: else they drive the rows out again
#define PREFETCH_L2 "prefetch.global.L2::evict_last"
#else
#define PREFETCH_L2 "prefetch.global.L2"
#endif
#ifndef BORDER_PREFETCH
#define BORDER_PREFETCH 0
#endif
#ifndef ROWS
#define ROWS 4
#endif

// Warps, one below another in a group, for whose rows of so many scalars one of them can ask alone: as many as its lanes suffice for.
#define CACHE_LINES(scalars) (((scalars) * SRC_BYTES + 127) / 128)
#define WARPS_PER_PREFETCH(scalars, lanes)                                                                               \
    (WG_Y % 4 == 0 && 4 * ROWS * CACHE_LINES(scalars) <= (lanes)   ? 4                                                    \
     : WG_Y % 2 == 0 && 2 * ROWS * CACHE_LINES(scalars) <= (lanes) ? 2                                                    \
                                                                 : 1)

// Lane l asks for line l / rows, of 128 bytes, of row l % rows. first: scalar of the rows where line 0 lies; y: the first row
INLINE void prefetchRows(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int first, int scalars, int y,
                         int rows, int lane)
{
#if PREFETCH && NVIDIA >= (FILTERS > 1 ? 80 : 1)
    const uint line = (uint)lane / (uint)rows;
    const int row = y + (int)((uint)lane % (uint)rows);
    const int scalar = first + (int)line * (128 / SRC_BYTES);
    if ((int)line * (128 / SRC_BYTES) < scalars && (uint)row < (uint)srcArea.w && (uint)scalar < (uint)(srcArea.z * CN))
        __asm__ volatile(PREFETCH_L2 " [%0];" ::"l"(sourceRow(src, srcStep, srcOffset, row) + scalar));
#endif
}

#if BORDER_PREFETCH
// Asks for the line of one scalar.
INLINE void prefetchScalar(__global const SRC_T *scalar)
{
#if NVIDIA
    __asm__ volatile("prefetch.global.L1 [%0];" ::"l"(scalar));
#endif
}
#endif
