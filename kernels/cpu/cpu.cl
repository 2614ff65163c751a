// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One filter on a CPU device, or several over one source, of which each row is then read, and converted, once for all
// (the host pads them to one size and one anchor): explicit vectors along the row, no local memory, no barriers
// (line_buffer.cl).
//
// Options (host: implementations/cpu/cpu.cpp): those of line_buffer.cl and line.cl.
// Work size: ceil(columns * CN / BLOCK) x ceil(rows / (ROWS * STEPS)) work-items, in groups of one. Local memory: none.
// Not supported: more than 8 filters in a launch; line buffers larger than a thread's stack should hold (privateBytes
// in implementations/cpu/line_buffer.cpp).

#include "common/interface.cl"
#include "cpu/line_buffer.cl"

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu(CLCONV_ARGUMENTS(__global const uchar *src))
{
    CLCONV_GROUP
    const Source source = {src, srcStep, srcOffset, srcArea.xy, srcArea.zw};
    const Output output[FILTERS] = OUTPUTS;
    filterTile(group, source, dstSize, TAPS, delta, output);
}
