// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which tiles fft.cl computes where fft_large.cl ran before: those with marked outputs. Seldom are there any, so a
// work-group looks at many.

#ifndef CLCONV_FFT_REPAIR_CL
#define CLCONV_FFT_REPAIR_CL

#include "gpu/fft/fft_large_layout.cl"
#include "gpu/fft/fft_tile.cl"

#ifndef REPAIR
#define REPAIR 0 // 1: tiles with marked outputs only
#endif
#if REPAIR
#define REPAIR_ARGUMENT , __global float2 *scratch
#else
#define REPAIR_ARGUMENT
#endif

#define REPAIR_PAIRS 16 // of planes, for each of which 16 work-items look at the marks

// Whether one of a plane's panels is marked, of those that these eight work-items look at together
INLINE bool isMarked(__global const uint *doubtful, LargeLayout layout, Plane plane, int2 step, int2 dstSize, int lane)
{
    const int2 end = min((int2)(plane.x, plane.y) + step, dstSize);
    const int firstPanel = plane.x * CN / LARGE_PANEL, panels = (end.x * CN - 1) / LARGE_PANEL + 1 - firstPanel;
    const int firstSlab = plane.y / layout.step.y, slabs = (end.y - 1) / layout.step.y + 1 - firstSlab;
    uint marks = 0;
    for (int i = lane; i < panels * slabs; i += 8)
        marks |= doubtful[(size_t)(firstSlab + i / panels) * layout.outPanels + firstPanel + i % panels];
    return marks != 0;
}

// Bit i: pair `first` + i has a marked output.
INLINE uint markedPairs(__global float2 *scratch, int first, int2 step, int2 filterSize, int2 dstSize, int across,
                        int planes, __local uint *marked)
{
    const LargeLayout layout = largeLayoutOf(filterSize, dstSize);
    const int t = get_local_id(0), number = 2 * (first + t / 16) + t / 8 % 2;
    if (t == 0)
        *marked = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (number < planes && isMarked(largeScratchOf(scratch, layout, 1).doubtful, layout,
                                    planeOf(number, across, step), step, dstSize, t % 8))
        atomic_or(marked, 1u << t / 16);
    barrier(CLK_LOCAL_MEM_FENCE);
    return *marked;
}

#endif // CLCONV_FFT_REPAIR_CL
