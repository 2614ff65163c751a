// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Where the kernels of fft_bands.cl keep their numbers. The image is cut into bands of rows; two of them, as real and
// imaginary part, are a pair. Columns are counted in scalars, sixteen of them are a panel.

#ifndef CLCONV_FFT_BANDS_LAYOUT_CL
#define CLCONV_FFT_BANDS_LAYOUT_CL

#include "common/border.cl"
#include "common/fft_accuracy.cl"
#include "common/interface.cl"

#define BANDS_SIZE 256  // rows of a band, columns of a tile
#define BANDS_PANEL 16  // scalars of a row to a work-group
#define BANDS_BLOCKS 32 // of eight rows, in a band
#define BANDS_ITEMS 256 // work-items of a panel

// The coefficients after those of common/fft_head.cl, in floats (written by src/coefficients/fft/bands_spectrum.cpp)
#define BANDS_ROOTS FFT_HEAD_END           // [k][i]: cos and -sin of 2*pi*i*k/256, i and k = 0 ... 15
#define BANDS_SPECTRUM (BANDS_ROOTS + 512) // [ky][kx], 256x256 complex numbers
#define BANDS_TAPS (BANDS_SPECTRUM + 2 * BANDS_SIZE * BANDS_SIZE)

// As bandsLayout of the host
typedef struct
{
    int2 step;     // outputs of a tile, and pixels from tile to tile: columns, rows
    int bands;     // of the image
    int pairs;     // band i and band i + pairs are a pair
    int columns;   // pixels of a row that outputs depend on
    int panels;    // of such a row
    int outPanels; // of a row of outputs
    int pitch;     // numbers from row to row
} BandsLayout;

INLINE BandsLayout bandsLayoutOf(int2 filterSize, int2 dstSize)
{
    BandsLayout layout;
    layout.step = BANDS_SIZE + 1 - filterSize;
    layout.bands = (dstSize.y + layout.step.y - 1) / layout.step.y;
    layout.pairs = (layout.bands + 1) / 2;
    layout.columns = dstSize.x + filterSize.x - 1;
    layout.panels = (layout.columns * CN + BANDS_PANEL - 1) / BANDS_PANEL;
    layout.outPanels = (dstSize.x * CN + BANDS_PANEL - 1) / BANDS_PANEL;
    layout.pitch = layout.panels * BANDS_PANEL;
    return layout;
}

// Rows of a band's outputs below the first one of a work-item; none where it has none, or less
INLINE int bandRowsLeft(BandsLayout layout, int band, int row, int height)
{
    return min(layout.step.y, height - band * layout.step.y) - row;
}

// The parts of the scratch memory, for as many pairs as one launch has at most
typedef struct
{
    __global uint *doubtful;      // [bands][outPanels]: outputs that are computed once more
    __global uint2 *norms;        // [pair][panel][16]: sum of squares and merged bits of a column
    __global float2 *magnitudes;  // [pair][panel][block][16]: sums of eight rows of a column, in both bands
    __global float2 *columns;     // [pair][ky][pitch]: bands whose columns are transformed
    __global float2 *products;    // [pair][ky][pitch]: the same times the spectrum, rows transformed back
    __global uint2 *holeLines;    // [pair][panel]: columns and rows, modulo 16, with holes; of floats only, as the next
    __global uint *holes;         // [pair][panel][256]: which numbers of a work-item; undefined in panels without any
} BandsScratch;

INLINE BandsScratch bandsScratchOf(__global float2 *scratch, BandsLayout layout, int pairs)
{
    BandsScratch parts;
    const size_t panels = (size_t)pairs * layout.panels, numbers = (size_t)pairs * BANDS_SIZE * layout.pitch;
    parts.doubtful = (__global uint *)scratch;
    scratch += ((size_t)layout.bands * layout.outPanels + 1) / 2;
    parts.norms = (__global uint2 *)scratch;
    scratch += panels * 16;
    parts.magnitudes = scratch;
    scratch += panels * BANDS_BLOCKS * 16;
    parts.columns = scratch;
    parts.products = scratch + numbers;
    parts.holeLines = (__global uint2 *)(parts.products + numbers);
    parts.holes = (__global uint *)(parts.holeLines + panels);
    return parts;
}

#endif // CLCONV_FFT_BANDS_LAYOUT_CL
