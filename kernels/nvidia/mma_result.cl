// SPDX-License-Identifier: Apache-2.0
//
// The results of matrix products: a warp's sums, combined over the slices of the taps, rounded and stored. A lane has
// the sums of two adjacent pixels in each of two blocks:
//
//      lane 4*m + t    pixels 2*m, 2*m + 1 of block t and of block t + 4;
//                      if PAIRED or BLOCKS: pixels 2*(m % 4), 2*(m % 4) + 1 of these blocks, in row m / 4
//
// Options (host: implementations/nvidia/mma.cpp): below, and those of mma_operand.cl and common/memory.cl.

#ifndef CLCONV_MMA_RESULT_CL
#define CLCONV_MMA_RESULT_CL

#ifndef PX
#define PX 2 // of mma: scalars that a lane stores together: of two pixels (2 * CN), of four if SHUFFLE_PAIRS (4 * CN)
#endif
#include "common/memory.cl"
#include "nvidia/mma_operand.cl"
#include "nvidia/ptx.cl"

#ifndef ROWS
#define ROWS 4 // of mma: rows of a warp's tile, 1..16; even if PAIRED or BLOCKS
#endif
#ifndef SHUFFLE_PAIRS
#define SHUFFLE_PAIRS 0 // 1: lanes exchange pixels to store whole words; for 8-bit outputs, odd CN, unaligned rows
#endif

// 128 products of at most 255 * 128 stay below 2^22. Such sums start with the bits of the float 1.5 * 2^23, so that
// their bits are BIAS + sum as a float and need no conversion.
#define BIASED (FILTER_COLS * FILTER_ROWS <= 128)
#define BIAS 12582912.f
#define BIAS_BITS 0x4B400000
#define SET_ROWS (PAIRED || BLOCKS ? 2 : 1) // output rows of a block
#define BLOCK_COLS (16 / SET_ROWS)
#define SUM_SETS (ROWS / SET_ROWS)

INLINE void loadSliceScales(__global const float *header, float *sliceScales)
{
#pragma unroll
    for (int slice = 0; slice < SLICES; ++slice)
        sliceScales[slice] = header[slice];
}

// The sum of a slice as a float, without its bias
INLINE float unbiased(int sum)
{
    return BIASED ? as_float(sum) - BIAS : convert_float(sum);
}

// The results of two adjacent pixels: the sums of their slices, scaled and added. i: 0 for block t, 1 for block t + 4
INLINE void combineSlices(int (*sum)[CN][4], int i, const float *sliceScales, ACC_T delta, ACC_T *outputs)
{
#pragma unroll
    for (int c = 0; c < CN; ++c)
#pragma unroll
        for (int p = 0; p < 2; ++p)
        {
#if SLICES < 3 // sums below 2^24 are exact up to the scale, a unit that need not be a power of two
            float result = unbiased(sum[0][c][i + 2 * p]);
#pragma unroll
            for (int slice = 1; slice < SLICES; ++slice)
                result = fma(result, 256.f, unbiased(sum[slice][c][i + 2 * p]));
            outputs[p * CN + c] = fma(result, sliceScales[SLICES - 1], delta);
#elif BIASED
            float result = 0; // subtracting the biases is exact: the scales are powers of two, a factor of 256 apart
#pragma unroll
            for (int slice = 0; slice < SLICES; ++slice)
                result -= BIAS * sliceScales[slice];
#pragma unroll
            for (int slice = 0; slice < SLICES; ++slice)
                result = fma(as_float(sum[slice][c][i + 2 * p]), sliceScales[slice], result);
            outputs[p * CN + c] = result + delta;
#else
            ACC_T result = delta;
#pragma unroll
            for (int slice = 0; slice < SLICES; ++slice)
                result += sliceScales[slice] * convert_float(sum[slice][c][i + 2 * p]);
            outputs[p * CN + c] = result;
#endif
        }
}

#if SHUFFLE_PAIRS && NVIDIA < 80
#error SHUFFLE_PAIRS is for NVIDIA GPUs of compute capability 8.0 and more
#elif SHUFFLE_PAIRS
// Two pixels as bytes in (CN + 1) / 2 words. Every device with mma.sync also has the instruction of packSat2.
INLINE void packPixels(const ACC_T *outputs, uint *packed)
{
#pragma unroll
    for (int w = 0; w < (CN + 1) / 2; ++w)
    {
        const bool full = 4 * w + 2 < 2 * CN;
#if HAS_WHOLE_BITS
        const uint lower = bytePermute(WHOLE_BITS(outputs[4 * w]), WHOLE_BITS(outputs[4 * w + 1]), 0x0040);
        const uint higher =
            full ? bytePermute(WHOLE_BITS(outputs[4 * w + 2]), WHOLE_BITS(outputs[4 * w + 3]), 0x0040) : 0;
        packed[w] = bytePermute(lower, higher, 0x5410);
#else
        const uint upper = full ? packSat2(outputs[4 * w + 2], outputs[4 * w + 3], 0) : 0;
        packed[w] = packSat2(outputs[4 * w], outputs[4 * w + 1], upper);
#endif
    }
}

// Two pixels are not a whole number of words. Lanes with adjacent pixels (m even and m + 1) exchange them: the lane
// with even m gets all four pixels of the first block, the other those of the second.
INLINE void shufflePairs(const uint *first, const uint *second, bool odd, uint *words)
{
    uint left[CN], right[CN];
#pragma unroll
    for (int w = 0; w < (CN + 1) / 2; ++w)
    {
        const uint sent = odd ? first[w] : second[w];
        const uint received = shuffleXor4(sent);
        left[w] = odd ? received : first[w];
        right[w] = odd ? second[w] : received;
    }
#pragma unroll
    for (int w = 0; w < CN; ++w)
        if (w < CN / 2)
            words[w] = left[w];
        else if (w == CN / 2)
            words[w] = left[w] | right[0] << 16;
        else
            words[w] = right[w - CN / 2 - 1] >> 16 | right[w - CN / 2] << 16;
}
#endif

// Stores a warp's tile.
// whole: the tile lies inside the image, at aligned addresses, so no store needs a condition, which would cost more
// than the store. Not used with SHUFFLE_PAIRS, whose addresses are not aligned.
INLINE void storeWarpTile(int (*sum)[SLICES][CN][4], const float *sliceScales, ACC_T delta, int lane, Output output,
                          int2 dstSize, int x0, int y0, bool whole)
{
    const int m = lane >> 2, odd = SHUFFLE_PAIRS ? m & 1 : 0;
    const int x = x0 + ((lane & 3) + 4 * odd) * BLOCK_COLS + 2 * ((SET_ROWS == 2 ? m & 3 : m) - odd);
    const int y = y0 + (SET_ROWS == 2 ? m >> 2 : 0);
    __global uchar *row = (__global uchar *)(outputRow(output, y) + x * CN);
#if !SHUFFLE_PAIRS
    if (whole)
    {
#pragma unroll
        for (int set = 0; set < SUM_SETS; ++set, row += SET_ROWS * output.step)
#pragma unroll
            for (int i = 0; i < 2; ++i)
            {
                ACC_T outputs[2 * CN];
                combineSlices(sum[set], i, sliceScales, delta, outputs);
                __global DST_T *out = (__global DST_T *)row + 4 * i * BLOCK_COLS * CN;
                applyStages(output, out, 2 * CN, 2 * CN, true, outputs);
                storeVector(out, outputs);
            }
        return;
    }
#endif
#pragma unroll
    for (int set = 0; set < SUM_SETS; ++set, row += SET_ROWS * output.step)
    {
        ACC_T outputs[2][2 * CN];
#pragma unroll
        for (int i = 0; i < 2; ++i)
            combineSlices(sum[set], i, sliceScales, delta, outputs[i]);
        __global DST_T *at = (__global DST_T *)row;
        const bool rowExists = y + set * SET_ROWS < dstSize.y;
#ifdef AFTER
        // A lane's own two pairs of pixels, before lanes exchange them
        const int own = x0 + (lane & 3) * BLOCK_COLS + 2 * (SET_ROWS == 2 ? m & 3 : m);
#pragma unroll
        for (int i = 0; i < 2; ++i)
            if (rowExists)
                applyStages(output, at + (own + 4 * i * BLOCK_COLS - x) * CN,
                            (dstSize.x - own - 4 * i * BLOCK_COLS) * CN, 2 * CN, false, outputs[i]);
#endif
#if SHUFFLE_PAIRS
        uint first[CN], second[CN], words[CN];
        packPixels(outputs[0], first);
        packPixels(outputs[1], second);
        shufflePairs(first, second, odd != 0, words);
        if (rowExists)
            storeBytes(at, words, (dstSize.x - x) * CN);
#else
#pragma unroll
        for (int i = 0; i < 2; ++i)
        {
            const int rest = dstSize.x - x - 4 * i * BLOCK_COLS; // pixels to the end of the row
            if (rest > 0 && rowExists)
                storeTail(at + 4 * i * BLOCK_COLS * CN, outputs[i], rest * CN, false);
        }
#endif
    }
}

#endif
