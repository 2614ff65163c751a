// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Rows that work-groups further down will read, asked into the L2 cache ahead of them: registers hold too few loads at a time to
// keep an NVIDIA H200's memory busy where each load is small or much is computed in between.
//
// Options (host: prefetchDistance in impls/impl_list.cpp), beside FILTERS of pixel.cl. PTX, so for NVIDIA alone; with several FILTERS of
// version 7.4, compute capability 8.0:
//   PREFETCH     KiB of the image that lie between a strip and what it asks for; 0: nothing is asked for
//   EDGES_AHEAD  1: strips at the image's edges ask the L1 cache for their own rows before they begin

#include "store.cl"

#ifndef PREFETCH
#define PREFETCH 0
#endif
#if FILTERS > 1 // as many images are written in between: else they drive the rows out again
#define PREFETCH_L2 "prefetch.global.L2::evict_last"
#else
#define PREFETCH_L2 "prefetch.global.L2"
#endif
#ifndef EDGES_AHEAD
#define EDGES_AHEAD 0
#endif
#ifndef ROWS
#define ROWS 4
#endif

// Lane l asks for line l / ROWS, of 128 bytes, of row l % ROWS. first: scalar of the rows where line 0 lies; y: the strip's first row
INLINE void prefetchRows(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int first, int scalars, int y,
                         int lane)
{
#if PREFETCH
    const int row = y + (int)((INDEX_T)(PREFETCH << 10) / srcStep) + lane % ROWS;
    const int scalar = first + lane / ROWS * (128 / (int)sizeof(SRC_T));
    if (scalar < first + scalars && row >= 0 && row < srcArea.w && scalar >= 0 && scalar < srcArea.z * CN)
        __asm__ volatile(PREFETCH_L2 " [%0];" ::"l"(sourceRow(src, srcStep, srcOffset, row) + scalar));
#endif
}

#if EDGES_AHEAD
// Asks for the line of one scalar.
INLINE void prefetchScalar(__global const SRC_T *scalar)
{
    __asm__ volatile("prefetch.global.L1 [%0];" ::"l"(scalar));
}
#endif
