// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several kernels over one source, for CPU devices: each line is read, and converted, once for all of them; ring.cl draws it.
// All kernels have one size and one anchor: those that have not are padded by the host.
//
// Parameters (host: impls/cpu_bank.cpp): those of ring.cl and line.cl.
// Work size: ceil(columns*CN / BLOCK) x ceil(rows / (ROWS*STEPS)) work-items, groups of one. Local memory: none.
// Not supported: more than 8 kernels a launch; rings larger than a thread's stack can hold (impls/line.cpp: privateBytes).

#ifndef FILTERS
#define FILTERS 2
#endif

#include "common/interface.cl"
#include "cpu/line_buffer.cl"

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu_bank(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    const Output output[FILTERS] = OUTPUTS;
    filterTile(source, dstSize, TAPS, delta, output);
}
