// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// For CPU devices: no local memory, no barriers, explicit vectors along the row; ring.cl draws it.
//
// Parameters (host: impls/cpu.cpp): those of ring.cl and line.cl, FILTERS being 1.
// Work size: ceil(columns*CN / BLOCK) x ceil(rows / (ROWS*STEPS)) work-items, groups of one. Local memory: none.
// Not supported: rings larger than a thread's stack can hold (impls/line.cpp: privateBytes).

#include "common/interface.cl"
#include "cpu/line_buffer.cl"

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    const Output output = {dst, dstStep, dstOffset};
    filterTile(source, dstSize, TAPS, delta, &output);
}
