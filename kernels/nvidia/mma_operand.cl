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
//      word w if BLOCKS            pixels 16*w + 4*t ... 16*w + 4*t+3
//
// so that the words of a lane are adjacent in memory and load as vectors; if BLOCKS, windows begin at any four pixels,
// and words load one by one. The order of the pixels in B is arbitrary as long as the taps in A have the same order
// (coefficients/int8_slices.cpp).
//
// Pixels of several channels are deinterleaved in registers.
//
// If SPARSE, a product holds two rows of taps, and A is a sparse matrix. A row of A has at most 16 taps in a window of
// 32 pixels, so at least one of the pixels j and j + 16 has none. B holds these two next to each other,
//
//      word 0    pixels 4*t, 4*t + 16, 4*t + 1, 4*t + 17 of the window
//      word 1    pixels 4*t + 2, 4*t + 18, 4*t + 3, 4*t + 19
//
// of two windows one row apart, and A holds one of the two taps, with metadata that state which. Matrix units multiply
// such an A of 64 columns in little more time than a dense one of 32. (Sparse operands of stencils: SPIDER, arXiv
// 2506.22035.)
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
#ifndef SPARSE
#define SPARSE 0 // 1: A is a sparse matrix of two rows of taps; for 10 to 16 columns of taps
#endif
#ifndef BLOCKS
#define BLOCKS 0 // 1: blocks of 8x2 pixels, windows of one row; for 17 to 49 columns of taps
#endif
#ifndef SLICES
#define SLICES 3 // int8 slices of a tap: 1 or 2 if taps are multiples of a unit, otherwise 3
#endif
#define WARP_SIZE 32
#define SLOT_ROWS (PAIRED ? 2 : 1)          // source rows of a window
#define ROW_WORDS (PAIRED ? 1 : WORDS)      // words per lane, channel and source row
#define LANE_WORDS (WORDS * CN)             // words per lane of a window
#define LANE_ROW_WORDS (ROW_WORDS * CN)     // words per lane of a source row
#define WORD_PAIRS (WORDS / 2)
#define SLICE_WORDS (WARP_SIZE * 2 * WORDS) // words of A for one step and slice
#define LOAD_WORDS (BLOCKS ? 1 : 2)         // words that a lane loads at a time, of each channel
#define STEP_ROWS (SPARSE ? 2 : 1)          // tap rows, or pairs of them if PAIRED, that one product takes

// Index of word w of channel c among the LANE_WORDS of a lane.
#define WORD_INDEX(w, c) (PAIRED ? (c) * 2 + (w) : (w) * CN + (c))

// The pixel of the window's row where word w of a lane begins; t: lane % 4
#define WORD_PIXEL(w, t)                                                                                              \
    (BLOCKS || ((w) == ROW_WORDS - 1 && ROW_WORDS % 2) ? 16 * (w) + 4 * (t)                                           \
                                                       : 32 * ((w) / 2) + 8 * (t) + 4 * ((w) % 2))

// The pixel of byte i of that word
#define BYTE_PIXEL(w, i, t) (SPARSE ? 4 * (t) + 2 * (w) + (i) / 2 + 16 * ((i) % 2) : WORD_PIXEL(w, t) + (i))

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

#if SPARSE
// Converts pixels j ... j + 3 in `left` and j + 16 ... j + 19 in `right`, CN words each, to two words for each channel:
// pixels j, j + 16, j + 1, j + 17, and after those of all channels the other four.
INLINE void interleaveHalves(const uint *left, const uint *right, uint *word)
{
#if CN == 1
    word[0] = bytePermute(left[0], right[0], 0x5140);
    word[1] = bytePermute(left[0], right[0], 0x7362);
#elif CN == 2
#pragma unroll
    for (int w = 0; w < 2; ++w)
    {
        word[2 * w] = bytePermute(left[w], right[w], 0x6240);
        word[2 * w + 1] = bytePermute(left[w], right[w], 0x7351);
    }
#elif CN == 3
    const uint a = bytePermute(left[0], left[1], 0x5241), b = bytePermute(right[0], right[1], 0x5241);
    const uint c = bytePermute(left[1], left[2], 0x6352), d = bytePermute(right[1], right[2], 0x6352);
    word[0] = bytePermute(left[0], right[0], 0x7340);
    word[1] = bytePermute(a, b, 0x5140);
    word[2] = bytePermute(a, b, 0x7362);
    word[3] = bytePermute(c, d, 0x5140);
    word[4] = bytePermute(c, d, 0x7362);
    word[5] = bytePermute(left[2], right[2], 0x7340);
#else
    const uint first[4] = {left[0], right[0], left[1], right[1]}, second[4] = {left[2], right[2], left[3], right[3]};
    deinterleave(first, word);
    deinterleave(second, word + 4);
#endif
}

// A lane's metadata for both rows of taps: for every four bytes of B, two bits with the place of the tap among the
// first two and two bits for the last two; lane 4*m + i has those of row m of A, or of row m + 8 if i is odd.
// lead: pixels from the window's aligned address to its first tap
INLINE uint sparseMetadata(int lead, int lane)
{
    const int pixel = 2 * (lane >> 2) + (lane & 1); // pixel of the block that the row of A is for
    const uint before = (1u << min(lead + pixel, 16)) - 1;  // pixels before the first tap: their partners have taps
    const uint first = before & 0x3333, second = before >> 2 & 0x3333; // in words 0 and 1
    return 0x88888888 | (first & 0x1111) | (first & 0x2222) << 1 | (second & 0x1111) << 16 | (second & 0x2222) << 17;
}
#endif

// Loads a lane's words of one row, deinterleaved, to every SLOT_ROWS-th element of `word`.
// address: of the first pixel of the window's row; aligned: for the vectors of loadAligned
INLINE void loadRow(__global const uchar *address, int t, bool aligned, uint *word)
{
#if SPARSE
    uint left[CN], right[CN];
    address += 4 * t * CN;
    if (aligned)
    {
        loadAligned(address, CN, left);
        loadAligned(address + 16 * CN, CN, right);
    }
    else
    {
        loadUnaligned(address, CN, left);
        loadUnaligned(address + 16 * CN, CN, right);
    }
    interleaveHalves(left, right, word);
#else
    uint raw[LANE_ROW_WORDS];
#pragma unroll
    for (int w = 0; w < ROW_WORDS; w += LOAD_WORDS)
    {
        const int count = w + LOAD_WORDS <= ROW_WORDS ? LOAD_WORDS * CN : CN;
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
#endif
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

// Loads a lane's words of A for one step and slice.
INLINE void loadTaps(__global const uint *a, int step, int slice, int lane, uint *taps)
{
    __global const uint *from = a + (step * SLICES + slice) * SLICE_WORDS;
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

#if SPARSE
// Adds the products of A with two consecutive slots, or of A's first tap row with one slot.
INLINE void addSparseProducts(const uint *taps, uint metadata, const uint *word, bool two, int (*sum)[4])
{
#pragma unroll
    for (int c = 0; c < CN; ++c)
        if (two)
            multiplySparse64(sum[c], vload4(0, taps), metadata, word[c], word[CN + c], word[2 * CN + c],
                             word[3 * CN + c]);
        else
            multiplySparse32(sum[c], vload2(0, taps), metadata, word[c], word[CN + c]);
}
#endif

#endif
