// SPDX-License-Identifier: Apache-2.0
//
// Where the kernels of fft_large.cl keep their numbers. The image is cut into slabs of rows; a pair of slabs is the
// real and the imaginary part of complex numbers. Columns are counted in scalars; LARGE_PANEL of them are a panel.

#ifndef CLCONV_FFT_LARGE_LAYOUT_CL
#define CLCONV_FFT_LARGE_LAYOUT_CL

#include "common/border.cl"
#include "common/fft_accuracy.cl"
#include "gpu/fft/fft_line.cl"

#define LARGE_SIZE (256 * LINE_M)                   // rows of a slab, columns of a tile
#define LARGE_PANEL (LINE_M < 4 ? 16 : 32 / LINE_M) // scalars of a row that a work-group takes
#define LARGE_BLOCKS (LARGE_SIZE / 8)               // blocks of eight rows in a slab
#define LARGE_ITEMS (LINE_ITEMS * LARGE_PANEL)      // work-items of a panel

// The coefficients after those of common/fft_head.cl, in floats (written by src/coefficients/fft/spectrum.cpp)
#define LARGE_ROOTS FFT_HEAD_END                      // as fft_line.cl reads them
#define LARGE_SPECTRUM (LARGE_ROOTS + 2 * LINE_ROOTS) // [ky][m][a]: kx is frequency of number m of work-item a there
#define LARGE_TAPS (LARGE_SPECTRUM + 2 * LARGE_SIZE * LARGE_SIZE)

// As the host's largeLayout
typedef struct
{
    int2 step;     // outputs of a tile, and pixels from tile to tile: columns, rows
    int slabs;     // of the image
    int pairs;     // slab i and slab i + pairs are a pair
    int columns;   // pixels of a row that outputs depend on
    int panels;    // of such a row
    int outPanels; // of a row of outputs
    int pitch;     // numbers from row to row
} LargeLayout;

INLINE LargeLayout largeLayoutOf(int2 filterSize, int2 dstSize)
{
    LargeLayout layout;
    layout.step = LARGE_SIZE + 1 - filterSize;
    layout.slabs = (dstSize.y + layout.step.y - 1) / layout.step.y;
    layout.pairs = (layout.slabs + 1) / 2;
    layout.columns = dstSize.x + filterSize.x - 1;
    layout.panels = (layout.columns * CN + LARGE_PANEL - 1) / LARGE_PANEL;
    layout.outPanels = (dstSize.x * CN + LARGE_PANEL - 1) / LARGE_PANEL;
    layout.pitch = layout.panels * LARGE_PANEL;
    return layout;
}

// Rows of a slab's outputs from the first one of a work-item on; 0 or less if it has none
INLINE int slabRowsLeft(LargeLayout layout, int slab, int row, int height)
{
    return min(layout.step.y, height - slab * layout.step.y) - row;
}

// The parts of the scratch memory, for the largest number of pairs in a launch
typedef struct
{
    __global uint *doubtful;      // [slabs][outPanels]: outputs that are computed once more
    __global uint2 *norms;        // [pair][panel][scalar]: sum of squares and merged bits of a column
    __global float2 *magnitudes;  // [pair][panel][block][scalar]: sums of eight rows of a column, in both slabs
    __global float2 *columns;     // [pair][ky][pitch]: slabs whose columns are transformed
    __global float2 *products;    // [pair][ky][pitch]: the same times the spectrum, rows transformed back
    __global uint2 *holeLines;    // [pair][panel]: columns, and rows modulo LINE_ITEMS by LINE_M, with holes
    __global uint *holes;         // [pair][panel][work-item]: which of its numbers; undefined in panels without any
} LargeScratch;

INLINE LargeScratch largeScratchOf(__global float2 *scratch, LargeLayout layout, int pairs)
{
    LargeScratch parts;
    const size_t panels = (size_t)pairs * layout.panels, numbers = (size_t)pairs * LARGE_SIZE * layout.pitch;
    parts.doubtful = (__global uint *)scratch;
    scratch += ((size_t)layout.slabs * layout.outPanels + 1) / 2;
    parts.norms = (__global uint2 *)scratch;
    scratch += panels * LARGE_PANEL;
    parts.magnitudes = scratch;
    scratch += panels * LARGE_BLOCKS * LARGE_PANEL;
    parts.columns = scratch;
    parts.products = scratch + numbers;
    parts.holeLines = (__global uint2 *)(parts.products + numbers);
    parts.holes = (__global uint *)(parts.holeLines + panels);
    return parts;
}

#endif // CLCONV_FFT_LARGE_LAYOUT_CL
