// SPDX-License-Identifier: Apache-2.0
//
// What fft.cl needs besides transforms: where tiles are, their pixels, the layout of the coefficients, and single
// outputs computed directly. After fft_large.cl, only tiles with marked outputs are computed; there are seldom any, so
// a work-group examines many.

#ifndef CLCONV_FFT_TILE_CL
#define CLCONV_FFT_TILE_CL

#include "common/fft_accuracy.cl"
#include "gpu/fft/fft_large_layout.cl"
#include "gpu/fft/fft_pixels.cl"

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
#define FFT_TURNS (TILE_COLS / 64) // times that a work-item runs each pass, with different numbers

// The coefficients other than those of common/fft_head.cl, in floats (written by src/coefficients/fft/spectrum.cpp)
#define FFT_ROOTS 0                                                   // cos and -sin of 2*pi*i/64, i = 0 ... 63
#define FFT_COLUMN_ROOTS (FFT_WIDE ? FFT_HEAD_END : 0)                // the same with TILE_COLS instead of 64
#define FFT_SPECTRUM (FFT_HEAD_END + (FFT_WIDE ? 2 * TILE_COLS : 0))  // of the parts, then of magnitudes; then the taps
#define FFT_SPECTRUM_FLOATS (2 * TILE_COLS * FFT_ROWS)

// How a filter is applied to tiles, as in the host's fftLayout
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

#ifndef REPAIR
#define REPAIR 0 // 1: tiles with marked outputs only
#endif
#if REPAIR
#define REPAIR_ARGUMENT , __global float2 *scratch
#else
#define REPAIR_ARGUMENT
#endif

#define REPAIR_PAIRS 16 // pairs of planes whose marks a work-group examines, 16 work-items each

// Whether this one of eight work-items finds a mark among its share of a plane's panels
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

#endif // CLCONV_FFT_TILE_CL
