// SPDX-License-Identifier: Apache-2.0
//
// The pixels that a work-item of fft.cl transforms, and its outputs.

#ifndef CLCONV_FFT_TILE_PIXELS_CL
#define CLCONV_FFT_TILE_PIXELS_CL

#include "gpu/fft/fft_tile.cl"
#include "gpu/fft/fft_transform.cl"

// Which outputs of a share are computed directly: bits as redoOutputs takes them
#define FFT_REDO_BITS(exchange, share) (FFT_SPARE((__local uint *)(exchange), share) + 1)

// Loads 16 pixels of a plane, four rows apart.
// @param own where this work-item writes next in local memory
INLINE void loadPlane(Source source, Plane plane, int2 part, int t, __local float2 *own, float *value)
{
    const int left = source.origin.x + plane.x + part.x, top = source.origin.y + plane.y + part.y;
    const int x = left + t % TILE_COLS, y = top + t / TILE_COLS;
    if (left >= 0 && top >= 0 && left + TILE_COLS <= source.size.x && top + FFT_ROWS <= source.size.y)
    {
        __global const uchar *from = (__global const uchar *)(sourceRow(source, y) + (x * CN + plane.c));
        const INDEX_T step = 4 * source.step;
#pragma unroll
        for (int j = 0; j < FFT_POINTS; ++j, from += step)
            value[j] = FROM_SRC(*(__global const SRC_T *)from, );
        return;
    }
    loadBorderColumn(source, borderColumn(source, x), plane.c, y, 4, INT_MAX, own, FFT_STEP1, value);
}

// Rows of a plane's outputs from the first one of a work-item on, 0 if it has none
INLINE int rowsLeft(Plane plane, int2 step, int2 dstSize, int t)
{
    const int columns = min(step.x, dstSize.x - plane.x);
    return t % TILE_COLS < columns ? min(step.y, dstSize.y - plane.y) - t / TILE_COLS : 0;
}

// Stores the outputs of a work-item in one plane, which has `rows` rows left from its first on.
INLINE void storePlane(__global uchar *dst, INDEX_T dstStep, INDEX_T dstOffset, Plane plane, int rows, int t,
                       const float *value, float scale, float grid, float delta)
{
    __global uchar *to = (__global uchar *)(destinationRow(dst, dstStep, dstOffset, plane.y + t / TILE_COLS) +
                                           ((plane.x + t % TILE_COLS) * CN + plane.c));
    const INDEX_T step = 4 * dstStep;
    const float inverse = 1 / grid;
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j, to += step)
    {
        float sum = value[FFT_PLACE(j)] * scale;
        if (SRC_INTEGER && grid > 0)
            sum = rint(sum * inverse) * grid;
        if (4 * j < rows)
            *(__global DST_T *)to = TO_DST(sum + delta, );
    }
}

// A call costs more than it saves for integers, whose outputs are rarely redone, and in tiles of 128 columns.
#if SRC_INTEGER || FFT_WIDE
#define REDO_OUTLINE INLINE
#else
#define REDO_OUTLINE OUTLINE
#endif

// Computes outputs directly, with the same number of rounds in every work-item: PoCL 3.1 runs a loop that depends on
// `redo` as often as the first work-item does.
// @param redo bits: 0 ... 15 of the first plane, the others of the second
REDO_OUTLINE void redoOutputs(Source source, __global uchar *dst, INDEX_T dstStep, INDEX_T dstOffset, Plane first,
                              Plane second, int t, uint redo, int2 filterSize, __global const float *taps, float delta)
{
    for (int output = 0; output < 2 * FFT_POINTS; ++output)
    {
        if ((redo >> output & 1) == 0)
            continue;
        const Plane plane = output < FFT_POINTS ? first : second;
        const int x = plane.x + t % TILE_COLS, y = plane.y + t / TILE_COLS + 4 * (output % FFT_POINTS);
        const float sum = directSum(source, x, y, plane.c, filterSize, taps, delta);
        destinationRow(dst, dstStep, dstOffset, y)[x * CN + plane.c] = TO_DST(sum, );
    }
}

#endif // CLCONV_FFT_TILE_PIXELS_CL
