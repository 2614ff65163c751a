// SPDX-License-Identifier: Apache-2.0
//
// Whether outputs of fft.cl are as accurate as promised: the rule of common/fft_accuracy.cl for one tile. For its third
// step, bright pixels are counted for blocks of 4x4 outputs, in what their windows have in common.

#ifndef CLCONV_FFT_TILE_ACCURACY_CL
#define CLCONV_FFT_TILE_ACCURACY_CL

#include "common/fft_accuracy.cl"
#include "gpu/fft/fft_tile.cl"
#include "gpu/fft/fft_transform.cl"

#ifndef CHECK_BRIGHT
#define CHECK_BRIGHT 0 // 1: pixels are counted; 8-bit images with integer results seldom get as far as step 3
#endif
#define FFT_BLOCK_ROWS (FFT_ROWS / 4) // of blocks of 4x4 outputs
#define FFT_BLOCK_COLS (TILE_COLS / 4)
#define FFT_COLUMN_PITCH (TILE_COLS + 4)

// Sums over the pixels of each work-item, then of sixteen work-items each. The largest square of a work-item's numbers
// is stored after the numbers of its first share (FFT_SPARE).
typedef struct
{
    float squares[FFT_ITEMS + 16];
    float samples[16]; // some of `squares`, from the first turn
    float columns[16]; // of TILE_COLS/16 columns each: the largest sum of squares
    float largest[16]; // of sixteen work-items each: the largest square
    uint bits[FFT_ITEMS + 16]; // of all numbers, or-ed; the sign: one is negative
} Norms;

INLINE void takeMagnitudes(float *re, float *im)
{
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
    {
        re[i] = fabs(re[i]);
        im[i] = fabs(im[i]);
    }
}

INLINE __local float *largestOf(__local float2 *exchange, int t)
{
    return FFT_SPARE((__local float *)exchange, t) + 1;
}

// Adds squares of complex numbers. The largest squares of a filter's parts are added up, as errors of parts may be.
INLINE void addNorm(__local Norms *norms, __local float2 *exchange, int t, bool more, const float *re, const float *im)
{
    float squares = more ? norms->squares[t] : 0, largest = 0;
    uint bits = more ? norms->bits[t] : 0;
#pragma unroll
    for (int i = 0; i < FFT_POINTS; ++i)
    {
        const float square = fma(re[i], re[i], im[i] * im[i]);
        squares += square;
        largest = fmax(largest, square);
        bits |= as_uint(re[i]) | as_uint(im[i]);
    }
    if (more)
        largest = PARTS ? largest + *largestOf(exchange, t) : fmax(largest, *largestOf(exchange, t));
    *largestOf(exchange, t) = largest;
    norms->squares[t] = squares;
    norms->bits[t] = bits;
    if (CHECK_BRIGHT && !more && t % 16 == 0)
        norms->samples[t / 16] = squares;
}

// Sixteen work-items sum up sixteen each, between two barriers.
INLINE void reduceNorms(__local Norms *norms, __local float2 *exchange, int t)
{
    float squares = 0, largestColumn = 0, largest = 0;
    uint bits = 0;
#pragma unroll
    for (int column = 0; column < TILE_COLS / 16; ++column)
    {
        float ofColumn = 0;
#pragma unroll
        for (int i = column; i < 16; i += TILE_COLS / 16)
        {
            ofColumn += norms->squares[16 * i + t];
            bits |= norms->bits[16 * i + t];
            largest = fmax(largest, *largestOf(exchange, 16 * i + t));
        }
        squares += ofColumn;
        largestColumn = fmax(largestColumn, ofColumn);
    }
    norms->columns[t] = largestColumn;
    norms->largest[t] = largest;
    norms->squares[FFT_ITEMS + t] = squares;
    norms->bits[FFT_ITEMS + t] = bits;
}

// Half the root mean square of 256 pixels of each plane. Any threshold gives right results; this one is seldom too
// high.
INLINE float brightThreshold(__local const Norms *norms)
{
    float squares = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i)
        squares += norms->samples[i];
    return sqrt(squares * (1.f / 2048));
}

// Bit j: row 4j of the first plane is bright; bit 16+j: of the second
INLINE uint brightBits(const float *re, const float *im, float threshold)
{
    uint bits = 0;
#pragma unroll
    for (int i = FFT_POINTS - 1; i >= 0; --i)
        bits = (uint)(((ulong)bits << 32 | as_uint(threshold - fabs(im[i]))) >> 31);
#pragma unroll
    for (int i = FFT_POINTS - 1; i >= 0; --i)
        bits = (uint)(((ulong)bits << 32 | as_uint(threshold - fabs(re[i]))) >> 31);
    return bits;
}

// For each column and four rows of blocks: counts bright pixels in the rows that the windows of four rows of outputs
// have in common, 4b+3 ... 4b+rows-1, of both planes in eight bits each.
INLINE void countColumns(__local const float2 *exchange, __local ushort *columns, int share, int rows)
{
    const int x = share % TILE_COLS, block = share / TILE_COLS * 4;
    uint count[4] = {0, 0, 0, 0};
#pragma unroll
    for (int y = 0; y < 4; ++y)
    {
        const uint bits = *FFT_SPARE((__local const uint *)exchange, TILE_COLS * y + x) >> block;
        const int from = y == 3 ? 0 : 1, end = max(((rows - 1 - y) >> 2) + 1, from);
        const uint mask = (1u << end) - (1u << from);
        uint n = popcount(bits & mask & 0xffff) | popcount(bits & (mask << 16)) << 16;
        count[0] += n;
#pragma unroll
        for (int i = 1; i < 4; ++i)
        {
            n += ((bits >> (end + i - 1)) & 0x10001) - ((bits >> (from + i - 1)) & 0x10001);
            count[i] += n;
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        columns[(block + i) * FFT_COLUMN_PITCH + x] = (ushort)(count[i] | count[i] >> 8);
}

// The sums of four columns each: of fewer than 64 rows, so that eight bits hold them
INLINE void countFours(__local const ushort *columns, __local ushort *fours, int share)
{
    __local const ushort *row = columns + share / FFT_BLOCK_COLS * FFT_COLUMN_PITCH;
    const ushort4 four = ((__local const ushort4 *)row)[share % FFT_BLOCK_COLS];
    fours[share] = four.x + four.y + four.z + four.w;
}

// Widens two counts from 8 to 16 bits
INLINE uint widened(ushort counts)
{
    return (counts & 0xff) | (counts & 0xff00u) << 8;
}

// Whether an output of a block may be inaccurate; its windows have the columns 4b+3 ... 4b+size.x-1 in common
INLINE bool isDoubtful(__local const ushort *columns, __local const ushort *fours, int share, int2 size, int2 step,
                       __global const float *smallest, float needed)
{
    const int bx = share % FFT_BLOCK_COLS, by = share / FFT_BLOCK_COLS;
    if (4 * bx >= step.x || 4 * by >= step.y)
        return false;
    if (size.x < 4)
        return true;
    __local const ushort *row = columns + by * FFT_COLUMN_PITCH + 4 * bx;
    const int whole = size.x / 4;
    uint count = widened(row[3]);
    for (int i = 1; i < whole; ++i)
        count += widened(fours[share + i]);
    for (int i = 4 * whole; i < size.x; ++i)
        count += widened(row[i]);
    const float part = 63.99f / (size.x * size.y);
    return !(fmin(smallest[(int)((count & 0xffff) * part)], smallest[(int)((count >> 16) * part)]) >= needed);
}

INLINE Accuracy accuracyOf(__local const Norms *norms, __global const float *coefficients, int2 size, float delta)
{
    float squares = 0, column = 0, largest = 0;
    uint bits = 0;
    for (int i = 0; i < 16; ++i)
    {
        squares += norms->squares[FFT_ITEMS + i];
        bits |= norms->bits[FFT_ITEMS + i];
        column = fmax(column, norms->columns[i]);
        largest = fmax(largest, norms->largest[i]);
    }
    const float norm = normBound(squares, column, sqrt(largest), bits, (float2)(TILE_COLS, FFT_ROWS), coefficients);
    return accuracyFrom(norm, bits, coefficients, size, delta);
}

#endif // CLCONV_FFT_TILE_ACCURACY_CL
