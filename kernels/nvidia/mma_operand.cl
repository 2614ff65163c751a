// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Operands of NVIDIA's matrix units (`mma.sync`, compute capability 8.0 and more): the pixels of a row as a warp's lanes hold them,
// and their products with rows of taps. Inline PTX, which kills other devices' compilers: there the multiplications are
// empty, so that what calls them compiles, and mma.cl leaves its kernel out.
//
// A product is A (16 x 16*WORDS, taps) times B (16*WORDS x 8, pixels): column n of B is a window of pixels of one channel, the n-th
// of eight. Lane 4*n + t holds WORDS words of window n, four pixels each: words 0 and 1 are pixels 8*t ... 8*t+7, words 2 and 3
// those 32 further on; a last word without a partner is four pixels from 4*t on. Thus words lie side by side in memory as in
// registers. (Which k is which pixel is free as long as A and B agree.) PAIRED, a window is 16 pixels of each of two rows: words
// 0 and 1 are pixels 4*t ... 4*t+3 of the one and of the other.
//
// Interleaved channels are taken apart in registers.
//
// Options (host: impls/mma.cpp):
//   WORDS       2 ... 4; 2 if PAIRED
//   PAIRED      see above
//   SRC_SIGNED  1: pixels are 8S

#include "common/memory.cl"
#include "nvidia/ptx.cl"

#ifndef WORDS
#define WORDS 2
#endif
#ifndef PAIRED
#define PAIRED 0
#endif
#define LANES 32
#define RAW (WORDS * CN)
#define PAIRS (WORDS / 2)
#define ROW_WORDS (PAIRED ? 1 : WORDS)      // of one row
#define ROW_RAW (ROW_WORDS * CN)
#define SLOT_ROWS (PAIRED ? 2 : 1)          // rows in a window

#define WORD(w, c) (PAIRED ? (c) * 2 + (w) : (w) * CN + (c)) // number of a lane's word w of channel c

// pixels from a row's first in the window to the first of a lane's word w; t: lane % 4
#define WORD_PIXEL(w, t) ((w) == ROW_WORDS - 1 && ROW_WORDS % 2 ? 16 * (w) + 4 * (t) : 32 * ((w) / 2) + 8 * (t) + 4 * ((w) % 2))

// Four pixels as they lie in memory, CN words, to a word for each channel.
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

// A lane's words of one row, each for a channel: number (w*CN + c) * SLOT_ROWS. address: of the window's first pixel
INLINE void loadRow(__global const uchar *address, int t, bool aligned, uint *word)
{
    uint raw[ROW_RAW];
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
        uint apart[CN];
        deinterleave(raw + w * CN, apart);
#pragma unroll
        for (int c = 0; c < CN; ++c)
            word[(w * CN + c) * SLOT_ROWS] = apart[c];
    }
}

// The same scalar by scalar. column: of each pixel, -1: zero
INLINE void gatherRow(__global const uchar *row, const int *column, uint *word)
{
#pragma unroll
    for (int w = 0; w < ROW_WORDS; ++w)
#pragma unroll
        for (int c = 0; c < CN; ++c)
        {
            uint bytes = 0;
#pragma unroll
            for (int i = 0; i < 4; ++i)
                bytes |= column[w * 4 + i] < 0 ? 0 : (uint)row[column[w * 4 + i] * CN + c] << (8 * i);
            word[(w * CN + c) * SLOT_ROWS] = bytes;
        }
}
