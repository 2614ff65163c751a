// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The operands of NVIDIA's matrix instruction mma.sync: how the lanes of a warp load and hold taps and the pixels of
// source rows, and their product. The instructions are in ptx.cl.
//
// A product is A (16 x 16*WORDS, taps) times B (16*WORDS x 8, pixels) in 8-bit integers. A column of B is one channel
// of the input window of one block (mma.cl). Four lanes hold column n: lane 4*n + t has WORDS words of four pixels
// each,
//
//      words 0 and 1               pixels 8*t ... 8*t+7 of the window
//      words 2 and 3               pixels 32 + 8*t ... 32 + 8*t+7
//      word 2 if WORDS is 3        pixels 32 + 4*t ... 32 + 4*t+3
//      words 0 and 1 if PAIRED     pixels 4*t ... 4*t+3 of the window's first row, and of its second row
//
// so that the words of a lane are adjacent in memory and load as vectors. The order of the pixels in B is arbitrary as
// long as the taps in A have the same order (coefficients/int8_slices.cpp).
//
// Pixels of several channels are deinterleaved in registers.
//
// Options (host: implementations/nvidia/mma.cpp): below, and SRC_SIGNED of ptx.cl.

#ifndef CLCONV_MMA_OPERAND_CL
#define CLCONV_MMA_OPERAND_CL

#include "common/memory.cl"
#include "nvidia/ptx.cl"

#ifndef WORDS
#define WORDS 2 // words per lane and channel of a window, 2..4, e.g. 3 for 31 columns of taps; 2 if PAIRED
#endif
#ifndef PAIRED
#define PAIRED 0 // 1: windows of two rows by 16 pixels, for up to 9 columns of taps; 0: one row by 16*WORDS pixels
#endif
#ifndef SLICES
#define SLICES 3 // int8 slices of a tap: of taps that are multiples of a unit 1 or 2, otherwise 3
#endif
#define WARP_SIZE 32
#define SLOT_ROWS (PAIRED ? 2 : 1)          // source rows of a window
#define ROW_WORDS (PAIRED ? 1 : WORDS)      // words per lane, channel and source row
#define LANE_WORDS (WORDS * CN)             // words per lane of a window
#define LANE_ROW_WORDS (ROW_WORDS * CN)     // words per lane of a source row
#define WORD_PAIRS (WORDS / 2)
#define SLICE_WORDS (WARP_SIZE * 2 * WORDS) // of A, for one tap row and slice

// Index of word w of channel c among the LANE_WORDS of a lane.
#define WORD_INDEX(w, c) (PAIRED ? (c) * 2 + (w) : (w) * CN + (c))

// The pixel of the window's row with which word w of a lane begins; t: lane % 4
#define WORD_PIXEL(w, t)                                                                                              \
    ((w) == ROW_WORDS - 1 && ROW_WORDS % 2 ? 16 * (w) + 4 * (t) : 32 * ((w) / 2) + 8 * (t) + 4 * ((w) % 2))

// Converts four interleaved pixels (CN words) to one word of four scalars for each channel.
INLINE void deinterleave(const uint *raw, uint *word)
{
#if CN == 1
    word[0] = raw[0];
#elif CN == 2
    word[0] = bytePermute(raw[0], raw[1], 0x6420);
    word[1] = bytePermute(raw[0], raw[1], 0x7531);
#elif CN == 3
    word[0] = bytePermute(bytePermute(raw[0], raw[1], 0x0630), raw[2], 0x5210);
    word[1] = bytePermute(bytePermute(raw[0], raw[1], 0x0741), raw[2], 0x6210);
    word[2] = bytePermute(bytePermute(raw[0], raw[1], 0x0052), raw[2], 0x7410);
#else
    const uint a = bytePermute(raw[0], raw[1], 0x5140), b = bytePermute(raw[2], raw[3], 0x5140);
    const uint c = bytePermute(raw[0], raw[1], 0x7362), d = bytePermute(raw[2], raw[3], 0x7362);
    word[0] = bytePermute(a, b, 0x5410);
    word[1] = bytePermute(a, b, 0x7632);
    word[2] = bytePermute(c, d, 0x5410);
    word[3] = bytePermute(c, d, 0x7632);
#endif
}

// Loads a lane's words of one row, deinterleaved, to every SLOT_ROWS-th element of `word`.
// address: of the first pixel of the window's row; aligned: for the vectors of loadAligned
INLINE void loadRow(__global const uchar *address, int t, bool aligned, uint *word)
{
    uint raw[LANE_ROW_WORDS];
#pragma unroll
    for (int w = 0; w < ROW_WORDS; w += 2)
    {
        const int count = w + 1 < ROW_WORDS ? 2 * CN : CN;
        if (aligned)
            loadAligned(address + WORD_PIXEL(w, t) * CN, count, raw + w * CN);
        else
            loadUnaligned(address + WORD_PIXEL(w, t) * CN, count, raw + w * CN);
    }
#pragma unroll
    for (int w = 0; w < ROW_WORDS; ++w)
    {
        uint channels[CN];
        deinterleave(raw + w * CN, channels);
#pragma unroll
        for (int c = 0; c < CN; ++c)
            word[(w * CN + c) * SLOT_ROWS] = channels[c];
    }
}

// The same, scalar by scalar, for border tiles.
// row: first scalar of the source row; sourceColumn: of each pixel, -1: zero
INLINE void gatherRow(__global const uchar *row, const int *sourceColumn, uint *word)
{
#pragma unroll
    for (int w = 0; w < ROW_WORDS; ++w)
#pragma unroll
        for (int c = 0; c < CN; ++c)
        {
            uint bytes = 0;
#pragma unroll
            for (int i = 0; i < 4; ++i)
                bytes |= sourceColumn[w * 4 + i] < 0 ? 0 : (uint)row[sourceColumn[w * 4 + i] * CN + c] << (8 * i);
            word[(w * CN + c) * SLOT_ROWS] = bytes;
        }
}

// Loads a lane's words of A for one tap row and slice.
INLINE void loadTaps(__global const uint *a, int tapRow, int slice, int lane, uint *taps)
{
    __global const uint *from = a + (tapRow * SLICES + slice) * SLICE_WORDS;
#pragma unroll
    for (int pair = 0; pair < WORD_PAIRS; ++pair, from += 4 * WARP_SIZE)
        vstore4(((__global const uint4 *)from)[lane], pair, taps);
#if WORDS % 2
    vstore2(((__global const uint2 *)from)[lane], 2 * WORD_PAIRS, taps);
#endif
}

// Adds the products of A with one slot, channel by channel.
INLINE void addProducts(const uint *taps, const uint *word, int (*sum)[4])
{
#pragma unroll
    for (int c = 0; c < CN; ++c)
    {
#pragma unroll
        for (int pair = 0; pair < WORD_PAIRS; ++pair)
            multiply32(sum[c], vload4(pair, taps), word[WORD_INDEX(2 * pair, c)], word[WORD_INDEX(2 * pair + 1, c)]);
#if WORDS % 2
        multiply16(sum[c], vload2(2 * WORD_PAIRS, taps), word[WORD_INDEX(WORDS - 1, c)]);
#endif
    }
}

#endif
