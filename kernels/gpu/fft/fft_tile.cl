// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What filtering tiles by Fourier transforms does beside them: where tiles are, their pixels, the layout of the
// coefficients, and single outputs computed directly.

#ifndef CLCONV_FFT_TILE_CL
#define CLCONV_FFT_TILE_CL

#include "common/border.cl"
#include "common/fft_accuracy.cl"
#include "common/interface.cl"

#ifndef PARTS
#define PARTS 0 // 1: filters larger than MAX_PART_SIZE, in parts
#endif
#ifndef MAX_PART_SIZE
#define MAX_PART_SIZE 38 // rows up to which a filter is not cut, and columns for each 64 of a tile
#endif

#ifndef TILE_COLS
#define TILE_COLS 64 // columns of a tile: 64 or 128
#endif

#define FFT_ROWS 64 // of a tile
#define FFT_WIDE (TILE_COLS == 128)
#define FFT_ITEMS 256              // work-items of a group
#define FFT_TURNS (TILE_COLS / 64) // times that a work-item goes through each pass, with other numbers

// The coefficients beside those of common/fft_head.cl, in floats (written by src/coefficients/fft/spectrum.cpp)
#define FFT_ROOTS 0                                                   // cos and -sin of 2*pi*i/64, i = 0 ... 63
#define FFT_COLUMN_ROOTS (FFT_WIDE ? FFT_HEAD_END : 0)                // the same with TILE_COLS for 64
#define FFT_SPECTRUM (FFT_HEAD_END + (FFT_WIDE ? 2 * TILE_COLS : 0))  // of the parts, then of magnitudes; then the taps
#define FFT_SPECTRUM_FLOATS (2 * TILE_COLS * FFT_ROWS)

// How a filter is applied to tiles, as fftLayout of the host
typedef struct
{
    int2 parts;    // how many along each axis
    int2 partSize; // in taps
    int2 step;     // outputs of a tile, and pixels from tile to tile
} FftLayout;

INLINE FftLayout fftLayoutOf(int2 filterSize)
{
    FftLayout layout;
    const int2 tile = (int2)(TILE_COLS, FFT_ROWS), maxPartSize = MAX_PART_SIZE * tile / 64;
    layout.parts = PARTS ? (filterSize + maxPartSize - 1) / maxPartSize : (int2)(1, 1);
    layout.partSize = PARTS ? (filterSize + layout.parts - 1) / layout.parts : filterSize;
    layout.step = tile + 1 - layout.partSize;
    return layout;
}

// The first tap of a part
INLINE int2 partOf(FftLayout layout, int part)
{
    return PARTS ? (int2)(part % layout.parts.x, part / layout.parts.x) * layout.partSize : (int2)(0, 0);
}

// The pixel x, y of the readable image, which may be outside
INLINE float borderPixel(Source source, int x, int y, int c)
{
    const int sx = borderCoordinate(x, source.size.x), sy = borderCoordinate(y, source.size.y);
    return sx < 0 || sy < 0 ? 0 : TO_ACC(sourceRow(source, sy)[sx * CN + c], );
}

// One output, tap by tap
INLINE float directSum(Source source, int x, int y, int c, int2 filterSize, __global const float *taps, float delta)
{
    float sum = delta;
    for (int j = 0; j < filterSize.y; ++j)
        for (int i = 0; i < filterSize.x; ++i)
            sum = fma(taps[j * filterSize.x + i],
                      borderPixel(source, source.origin.x + x + i, source.origin.y + y + j, c), sum);
    return sum;
}

#endif // CLCONV_FFT_TILE_CL
