// SPDX-License-Identifier: Apache-2.0
//
// Whether outputs of fft_large.cl are as accurate as promised: the rule of common/fft_accuracy.cl, for a panel of one
// slab as a whole. Its third step does not count bright pixels: with M the largest magnitude of a tile, and A the sum
// of magnitudes in a part of an output's window, the output's sum of magnitudes is at least M times the sum of the
// filter's A/M smallest magnitudes. (The smallest sum of |tap|*|pixel| with pixels of 0 to M and sum A has pixels of M
// under the smallest taps.) Panels that fail are marked; their magnitudes are not transformed.

#ifndef CLCONV_FFT_LARGE_ACCURACY_CL
#define CLCONV_FFT_LARGE_ACCURACY_CL

#include "common/fft_accuracy.cl"
#include "gpu/fft/fft_large_layout.cl"

#ifndef CHECK_SUMS
#define CHECK_SUMS 0 // 1: magnitudes are summed up; 8-bit images with integer results do not need them
#endif

// The largest magnitude, and in the sign bit whether a number is negative
INLINE uint mergedBits(uint a, uint b)
{
    return max(a & 0x7fffffff, b & 0x7fffffff) | ((a | b) & 0x80000000);
}

// @returns the sum of squares
INLINE float normOf(const float *re, const float *im, __local float *squares, __local uint *bits)
{
    float sum = 0;
    uint merged = 0;
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
    {
        sum = fma(re[i], re[i], fma(im[i], im[i], sum));
        merged = mergedBits(merged, mergedBits(as_uint(re[i]), as_uint(im[i])));
    }
    *squares = sum;
    *bits = merged;
    return sum;
}

// Merges the norms of the work-items of a column
INLINE uint2 mergedNorm(__local const float *squares, __local const uint *bits)
{
    float sum = 0;
    uint merged = 0;
    for (int i = 0; i < LINE_ITEMS; ++i)
    {
        sum += squares[LARGE_PANEL * i];
        merged = mergedBits(merged, bits[LARGE_PANEL * i]);
    }
    return (uint2)(as_uint(sum), merged);
}

// The sum of squares of all columns of a tile and of its largest column, and merged bits
typedef struct
{
    float squares[LARGE_ITEMS], columns[LARGE_ITEMS];
    uint bits[LARGE_ITEMS];
} TileNorms;

// Collects the norms of the columns of all tiles with outputs in a panel; the first of three steps.
INLINE void tileNorm(__global const uint2 *norms, LargeLayout layout, int panel, int t, __local TileNorms *tile)
{
    const int lastScalar = min(panel * LARGE_PANEL + LARGE_PANEL, layout.columns * CN) - 1;
    const int first = panel * LARGE_PANEL / CN / layout.step.x * layout.step.x * CN / LARGE_PANEL;
    const int end = (lastScalar / CN / layout.step.x * layout.step.x + LARGE_SIZE) * CN;
    const int last = min((end + LARGE_PANEL - 1) / LARGE_PANEL, layout.panels);
    float squares = 0, column = 0;
    uint bits = 0;
    for (int i = first * LARGE_PANEL + t; i < last * LARGE_PANEL; i += LARGE_ITEMS)
    {
        squares += as_float(norms[i].x);
        column = fmax(column, as_float(norms[i].x));
        bits = mergedBits(bits, norms[i].y);
    }
    tile->squares[t] = squares;
    tile->columns[t] = column;
    tile->bits[t] = bits;
}

// Merges `count` elements, `apart` from each other, into the first; runs in sixteen work-items, then in one.
INLINE void reduceNorm(__local TileNorms *tile, int t, int apart, int count)
{
    float squares = 0, column = 0;
    uint bits = 0;
    for (int i = 0; i < count; ++i)
    {
        squares += tile->squares[t + apart * i];
        column = fmax(column, tile->columns[t + apart * i]);
        bits = mergedBits(bits, tile->bits[t + apart * i]);
    }
    tile->squares[t] = squares;
    tile->columns[t] = column;
    tile->bits[t] = bits;
}

INLINE Accuracy largeAccuracyOf(__local const TileNorms *tile, __global const float *coefficients, int2 size,
                                float delta)
{
    const float norm = normBound(tile->squares[0], tile->columns[0], as_float(tile->bits[0] & 0x7fffffff),
                                 tile->bits[0], (float2)(LARGE_SIZE, LARGE_SIZE), coefficients);
    return accuracyFrom(norm, tile->bits[0], coefficients, size, delta);
}

// Sums of magnitudes of eight rows of each column: of `re` in the real, of `im` in the imaginary parts
// @param own where this work-item writes first in local memory
INLINE void sumMagnitudes(const float *re, const float *im, __local float2 *exchange, __local float2 *own, int t,
                          __global float2 *sums)
{
#pragma unroll
    for (int j = 0; j < FFT_POINTS; ++j)
        own[LINE_STEP1 * LARGE_PANEL * j] = (float2)(fabs(re[j]), fabs(im[j]));
    barrier(CLK_LOCAL_MEM_FENCE);
    const int sixteen = t / LARGE_PANEL, c = t % LARGE_PANEL; // rows
#pragma unroll
    for (int upper = 0; upper < 2; ++upper)
    {
        float2 sum = 0;
#pragma unroll
        for (int y = 0; y < 8; ++y)
            sum += exchange[(LINE_THIRD(sixteen) + 8 * upper + y) * LARGE_PANEL + c];
        sums[(2 * sixteen + upper) * LARGE_PANEL + c] = sum;
    }
}

// Finds outputs of this panel whose windows may hold too small a sum of magnitudes. They are taken in blocks of 16
// rows, of `outputRows` rows of each slab. The windows of a block have at least the columns `from` ... `to` in common,
// and of their common rows whole blocks of eight count.
// @param doubtful bit i of number s: rows LINE_ITEMS*i to LINE_ITEMS*i + LINE_ITEMS-1 of slab s
INLINE void checkSums(__global const float2 *sums, LargeLayout layout, int2 size, int panel, int scalars, int t,
                      __local float2 *numbers, __global const float *coefficients, float needed, float largest,
                      int2 outputRows, __local uint *doubtful)
{
    const int lanes = LARGE_ITEMS / LARGE_BLOCKS, block = t / lanes, lane = t % lanes, rows = t;
    const int firstScalar = panel * LARGE_PANEL, lastScalar = min(firstScalar + LARGE_PANEL, scalars) - 1;
    for (int channel = 0; channel < CN; ++channel)
    {
        if ((channel - firstScalar % CN + CN) % CN > lastScalar - firstScalar)
            continue; // the panel has no scalar of this channel
        const int from = (lastScalar - channel + CN - 1) / CN, to = (firstScalar - channel) / CN + size.x - 1;
        float2 sum = 0;
        for (int x = from + lane; x <= to; x += lanes)
        {
            const int scalar = x * CN + channel;
            sum += sums[(scalar / LARGE_PANEL * LARGE_BLOCKS + block) * LARGE_PANEL + scalar % LARGE_PANEL];
        }
        barrier(CLK_LOCAL_MEM_FENCE); // `numbers` was read as exchange memory, or for the last channel
        numbers[t] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = 0;
        for (int l = 0; t < LARGE_BLOCKS && l < lanes; ++l)
            sum += numbers[lanes * t + l];
        if (t < LARGE_BLOCKS)
            numbers[LARGE_ITEMS + t] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (rows < LINE_ITEMS)
        {
            sum = 0;
            for (int i = 2 * rows + 2; 8 * i + 7 < 16 * rows + size.y; ++i)
                sum += numbers[LARGE_ITEMS + i];
            if (16 * rows < outputRows.x && !(smallestSum(coefficients, size, sum.x / largest) * largest >= needed))
                atomic_or(&doubtful[0], 1u << rows / LINE_M);
            if (16 * rows < outputRows.y && !(smallestSum(coefficients, size, sum.y / largest) * largest >= needed))
                atomic_or(&doubtful[1], 1u << rows / LINE_M);
        }
    }
}

#endif // CLCONV_FFT_LARGE_ACCURACY_CL
