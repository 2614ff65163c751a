// SPDX-License-Identifier: Apache-2.0
//
// The Toeplitz matrices of separable_mma.cl, each of whose rows holds the same taps, shifted by one: which lane holds
// what, and the two products.
//
// A matrix instruction multiplies 16 x k by k x 8 elements, k = 16 half floats or 8 tf32. With g = lane / 4 and
// t = lane % 4, a lane holds of the left operand the rows g and g + 8, of the right operand the column g, of the sums
// the rows g and g + 8 and the columns 2t and 2t + 1. The k elements of a product may be in any order, if both operands
// have the same one; so may the eight columns. That makes the sums of the first product the left operand of the second:
//
//      first product    right operand: source rows t, t + 4 (and t + 8, t + 12) of a block, pixels 2g (first
//                       instruction) and 2g + 1 (second) of the column group
//      second product   k elements: pixels 4t, 4t + 2 (of the first) and 4t + 1, 4t + 3 (of the second) of the group;
//                       columns: output pixels 4t, 4t + 1 (first instruction) and 4t + 2, 4t + 3 (second)
//
// Options (host: implementations/nvidia/separable_mma.cpp): below, and HALF_OPERANDS of ptx.cl.

#ifndef CLCONV_TOEPLITZ_CL
#define CLCONV_TOEPLITZ_CL

#include "nvidia/ptx.cl"

#ifndef EXACT_SOURCE
#define EXACT_SOURCE HALF_OPERANDS // 1: source scalars have at most 11 bits, so no lower part
#endif
#ifndef LEAD_PIXELS
#define LEAD_PIXELS 0 // pixels from a window's aligned address to its first tap, anchor centred, e.g. 1 for 31 columns
#endif
#define WARP_SIZE 32
#define SQUARE 16                              // rows of a warp's outputs, and pixels of a column group
#define LANE_PIXELS 4                          // output pixels of a lane in a row of a group
#define BLOCK_ROWS (HALF_OPERANDS ? 16 : 8)    // source rows of one instruction
#define ROW_BLOCKS ((SQUARE - 1 + FILTER_ROWS + BLOCK_ROWS - 1) / BLOCK_ROWS)
// Column groups under the taps of one group of outputs
#define COL_GROUPS ((SQUARE - 1 + LEAD_PIXELS + FILTER_COLS + SQUARE - 1) / SQUARE)
#define COL_BLOCKS (HALF_OPERANDS ? COL_GROUPS : 2 * COL_GROUPS)              // instructions for them
#define HEAD_WORDS 4                           // before the tables of parts
#define PADDING 32                             // zeros on each side of a table
#define TABLE_WORDS(taps) (2 * PADDING + (taps))

typedef struct
{
    uint4 column[ROW_BLOCKS][2];  // left operand: upper, lower part
    uint4 row[COL_BLOCKS][2];     // right operands, by output instruction: upper and lower part, two words each
} Toeplitz;

// A lane's words of both matrices of taps. Half floats come in pairs: of the taps i and i + 4 of the column, of i and
// i + 2 of the row.
INLINE void loadToeplitz(__global const uint *tables, int lane, Toeplitz *matrices)
{
    const int g = lane / 4, t = lane % 4;
#pragma unroll
    for (int k = 0; k < ROW_BLOCKS; ++k)
#pragma unroll
        for (int part = 0; part < 2; ++part)
        {
            __global const uint *tap =
                tables + part * TABLE_WORDS(FILTER_ROWS) + PADDING + k * BLOCK_ROWS + t - g;
            matrices->column[k][part] = (uint4)(tap[0], tap[-8], tap[BLOCK_ROWS / 2], tap[BLOCK_ROWS / 2 - 8]);
        }
    tables += 2 * TABLE_WORDS(FILTER_ROWS);
#pragma unroll
    for (int k = 0; k < COL_BLOCKS; ++k)
#pragma unroll
        for (int p = 0; p < 2; ++p)
        {
            const int pixel = g / 2 * 4 + 2 * p + g % 2; // the output's
            __global const uint *upper = tables + PADDING + 4 * t - LEAD_PIXELS - pixel;
            __global const uint *lower = upper + TABLE_WORDS(FILTER_COLS);
#if HALF_OPERANDS
            const int first = k * SQUARE, second = first + 1;
#else
            const int first = k / 2 * SQUARE + k % 2, second = first + 2;
#endif
            matrices->row[k][p] = (uint4)(upper[first], upper[second], lower[first], lower[second]);
        }
}

// The upper and lower parts of a sum of the first product and of its neighbour in the next column
typedef struct
{
    uint upper[2], lower[2]; // half floats: both in the first element
} Parts;

INLINE float upperPart(float value)
{
    return as_float(as_uint(value) & 0xffffe000u); // 11 bits
}

INLINE Parts partsOf(float first, float second)
{
    const float upper0 = upperPart(first), upper1 = upperPart(second);
#if HALF_OPERANDS
    const Parts parts = {{packHalf2(upper0, upper1), 0}, {packHalf2(first - upper0, second - upper1), 0}};
#else
    const Parts parts = {{as_uint(upper0), as_uint(upper1)}, {as_uint(first - upper0), as_uint(second - upper1)}};
#endif
    return parts;
}

// The scalar of one channel in the lane's two pixels. With one channel a single load gets both: two loads would
// conflict with the banks of other rows.
INLINE float2 loadPixels(__local const uchar *row, int channel)
{
    __local const SRC_T *scalars = (__local const SRC_T *)row;
#if CN == 1
    return TO_ACC(*(__local const VECTOR(SRC_T, 2) *)scalars, 2);
#else
    return (float2)(TO_ACC(scalars[channel], ), TO_ACC(scalars[CN + channel], ));
#endif
}

#if HALF_OPERANDS
// The scalars of two rows at one place, as half floats: read as one, a byte is its value times 2^-24.
INLINE uint loadPair(__local const uchar *row, int pitch, int scalar)
{
    __local const ushort *first = (__local const ushort *)row + scalar / 2;
    __local const ushort *second = (__local const ushort *)(row + 4 * pitch) + scalar / 2;
    return bytePermute(first[0], second[0], scalar % 2 ? 0x6521 : 0x6420);
}
#endif

// Column sums of one channel in a column group: those of the even pixels, then those of the odd ones.
// tile: the lane's first row and first pixel
INLINE void filterColumns(__local const uchar *tile, int pitch, int channel, const Toeplitz *matrices,
                          float (*columnSums)[4])
{
    float lower[2][4];
#pragma unroll
    for (int k = 0; k < ROW_BLOCKS; ++k)
    {
        __local const uchar *row = tile + k * BLOCK_ROWS * pitch;
        const uint4 upperTaps = matrices->column[k][0], lowerTaps = matrices->column[k][1];
        uint pixels[2][2], rest[2][2];
#pragma unroll
        for (int i = 0; i < 2; ++i)
        {
#if HALF_OPERANDS
#pragma unroll
            for (int j = 0; j < 2; ++j)
                pixels[j][i] = loadPair(row + 8 * i * pitch, pitch, j * CN + channel);
#else
            const float2 values = loadPixels(row + 4 * i * pitch, channel);
            const float upper0 = EXACT_SOURCE ? values.x : upperPart(values.x);
            const float upper1 = EXACT_SOURCE ? values.y : upperPart(values.y);
            pixels[0][i] = as_uint(upper0);
            pixels[1][i] = as_uint(upper1);
            rest[0][i] = as_uint(values.x - upper0);
            rest[1][i] = as_uint(values.y - upper1);
#endif
        }
#pragma unroll
        for (int j = 0; j < 2; ++j)
            multiplyFloats(columnSums[j], k == 0, upperTaps, pixels[j][0], pixels[j][1]);
#pragma unroll
        for (int j = 0; j < 2; ++j)
            multiplyFloats(lower[j], k == 0, lowerTaps, pixels[j][0], pixels[j][1]);
#if !EXACT_SOURCE
#pragma unroll
        for (int j = 0; j < 2; ++j)
            multiplyFloats(lower[j], false, upperTaps, rest[j][0], rest[j][1]);
#endif
    }
#pragma unroll
    for (int j = 0; j < 2; ++j)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            columnSums[j][i] += lower[j][i];
}

// One block of the second product, for all groups of outputs. newest: the first product of a group sets its sums
INLINE void addBlock(uint4 left, int block, int part, bool newest, int channel, const Toeplitz *matrices,
                     float (*sums)[CN][2][4])
{
#pragma unroll
    for (int o = 0; o < COL_GROUPS; ++o)
#pragma unroll
        for (int p = 0; p < 2; ++p)
        {
            const int k = HALF_OPERANDS ? COL_GROUPS - 1 - o : 2 * (COL_GROUPS - 1 - o) + block;
            const uint4 taps = matrices->row[k][p];
            multiplyFloats(sums[o][channel][p], newest && o == COL_GROUPS - 1, left, part ? taps.z : taps.x,
                         part ? taps.w : taps.y);
        }
}

// Adds the column sums of a group to the groups of outputs whose windows they are in. first: of the outer products
INLINE void addColumnSums(float (*columnSums)[4], int channel, bool first, const Toeplitz *matrices,
                          float (*sums)[CN][2][4])
{
    Parts parts[2][2]; // by pixel parity, by row
#pragma unroll
    for (int j = 0; j < 2; ++j)
#pragma unroll
        for (int r = 0; r < 2; ++r)
            parts[j][r] = partsOf(columnSums[j][2 * r], columnSums[j][2 * r + 1]);
#if HALF_OPERANDS
    const uint4 upper = (uint4)(parts[0][0].upper[0], parts[0][1].upper[0], parts[1][0].upper[0], parts[1][1].upper[0]);
    const uint4 lower = (uint4)(parts[0][0].lower[0], parts[0][1].lower[0], parts[1][0].lower[0], parts[1][1].lower[0]);
    addBlock(lower, 0, 0, first, channel, matrices, sums);
    addBlock(upper, 0, 1, false, channel, matrices, sums);
    addBlock(upper, 0, 0, false, channel, matrices, sums);
#else
    uint4 upper[2], lower[2];
#pragma unroll
    for (int j = 0; j < 2; ++j)
    {
        upper[j] = (uint4)(parts[j][0].upper[0], parts[j][1].upper[0], parts[j][0].upper[1], parts[j][1].upper[1]);
        lower[j] = (uint4)(parts[j][0].lower[0], parts[j][1].lower[0], parts[j][0].lower[1], parts[j][1].lower[1]);
    }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        addBlock(lower[j], j, 0, first && j == 0, channel, matrices, sums);
#pragma unroll
    for (int j = 0; j < 2; ++j)
        addBlock(upper[j], j, 1, false, channel, matrices, sums);
#pragma unroll
    for (int j = 0; j < 2; ++j)
        addBlock(upper[j], j, 0, false, channel, matrices, sums);
#endif
}

#endif
