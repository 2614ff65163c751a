// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Results of NVIDIA's matrix units: a warp's sums (operand.cl) put together to pixels, and stored. A lane has two pixels side by side
// in each of two blocks.
//
//      lane 4*m + t    block t: pixels 2*m, 2*m + 1      block t + 4: the same        (PAIRED: m % 4, rows by m / 4)
//
// Options (host: impls/mma.cpp), beside those of operand.cl:
//   ROWS    rows of outputs in a strip, 1 ... 16; even if PAIRED
//   SLICES   digits of a tap, 1 ... 3
//   PX      scalars stored together: those of two pixels, 2*CN, of four if SHUFFLE_PAIRS
//   SHUFFLE_PAIRS  1: two pixels are not whole words of bytes, and rows begin anywhere: neighbours bring four together. CN is odd;
//             in PTX, so not for other devices
//   UNALIGNED_STORE  of store.cl

#ifndef PX
#define PX 2
#endif
#include "common/interface.cl"
#include "common/memory.cl"
#include "nvidia/mma_operand.cl"
#include "nvidia/ptx.cl"

#ifndef ROWS
#define ROWS 4 // rows of outputs of a warp, 1..16; even if PAIRED
#endif

#ifndef SLICES
#define SLICES 3
#endif
#ifndef SHUFFLE_PAIRS
#define SHUFFLE_PAIRS 0
#endif
// Sums of so few taps, 255*128 each at most, stay below 2^22. They begin with the bits of 1.5*2^23 and are floats as they are.
#define BIASED (FILTER_COLS * FILTER_ROWS <= 128)
#define BIAS 12582912.f
#define BIAS_BITS 0x4B400000
#define BLOCK (PAIRED ? 8 : 16)
#define SETS (ROWS / SLOT_ROWS)

INLINE void loadSliceScales(__global const float *header, float *sliceScales)
{
#pragma unroll
    for (int slice = 0; slice < SLICES; ++slice)
        sliceScales[slice] = header[slice];
}

// Two pixels side by side: their limbs' sums put together. i: 0: of the lane's first block, 1: of its second
INLINE void combineSlices(int (*sum)[CN][4], int i, const float *sliceScales, ACC_T delta, ACC_T *outputs)
{
#pragma unroll
    for (int c = 0; c < CN; ++c)
#pragma unroll
        for (int p = 0; p < 2; ++p)
        {
#if BIASED
            float result = 0; // of -BIAS alone, exactly: units are powers of two, 256 times one another
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
// The bytes of two pixels in (CN + 1) / 2 words. Whoever has matrix units has the instruction of packSat2.
INLINE void packPixels(const ACC_T *outputs, uint *packed)
{
#pragma unroll
    for (int w = 0; w < (CN + 1) / 2; ++w)
    {
        const bool full = 4 * w + 2 < 2 * CN;
        packed[w] = packSat2(outputs[4 * w], outputs[4 * w + 1], full ? packSat2(outputs[4 * w + 2], outputs[4 * w + 3], 0) : 0);
    }
}

// Neighbours, lanes four apart, have two pixels of two blocks each. The even one gets the four of the first block, the odd one those of
// the second: whole words.
INLINE void shufflePairs(const uint *first, const uint *second, bool odd, uint *words)
{
    uint left[CN], right[CN];
#pragma unroll
    for (int w = 0; w < (CN + 1) / 2; ++w)
    {
        const uint mine = odd ? first[w] : second[w];
        const uint theirs = shuffleXor4(mine);
        left[w] = odd ? theirs : first[w];
        right[w] = odd ? second[w] : theirs;
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

// whole: all of the tile is in the image, at aligned addresses. A condition at each store costs more than the store. It says nothing
// where neighbours exchange pixels, as addresses are not aligned there.
INLINE void storeWarpTile(int (*sum)[SLICES][CN][4], const float *sliceScales, ACC_T delta, int lane, __global uchar *dst,
                       INDEX_T dstStep, INDEX_T dstOffset, int2 dstSize, int x0, int y0, bool whole)
{
    const int m = lane >> 2, odd = SHUFFLE_PAIRS ? m & 1 : 0;
    const int x = x0 + ((lane & 3) + 4 * odd) * BLOCK + 2 * ((PAIRED ? m & 3 : m) - odd);
    const int y = y0 + (PAIRED ? m >> 2 : 0);
    __global uchar *row = (__global uchar *)(destinationRow(dst, dstStep, dstOffset, y) + x * CN);
#if !SHUFFLE_PAIRS
    if (whole)
    {
#pragma unroll
        for (int set = 0; set < SETS; ++set, row += SLOT_ROWS * dstStep)
#pragma unroll
            for (int i = 0; i < 2; ++i)
            {
                ACC_T outputs[2 * CN];
                combineSlices(sum[set], i, sliceScales, delta, outputs);
                storeVector((__global DST_T *)row + 4 * i * BLOCK * CN, outputs);
            }
        return;
    }
#endif
#pragma unroll
    for (int set = 0; set < SETS; ++set, row += SLOT_ROWS * dstStep)
    {
        ACC_T outputs[2][2 * CN];
#pragma unroll
        for (int i = 0; i < 2; ++i)
            combineSlices(sum[set], i, sliceScales, delta, outputs[i]);
        __global DST_T *at = (__global DST_T *)row;
        const bool rowInside = y + set * SLOT_ROWS < dstSize.y;
#if SHUFFLE_PAIRS
        uint first[CN], second[CN], words[CN];
        packPixels(outputs[0], first);
        packPixels(outputs[1], second);
        shufflePairs(first, second, odd != 0, words);
        if (rowInside)
            storeBytes(at, words, (dstSize.x - x) * CN);
#else
#pragma unroll
        for (int i = 0; i < 2; ++i)
        {
            const int rest = dstSize.x - x - 4 * i * BLOCK; // pixels to the row's end
            if (rest > 0 && rowInside)
                storeTail(at + 4 * i * BLOCK * CN, outputs[i], rest * CN, false);
        }
#endif
    }
}
