// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A row window in registers: the scalars of one source row that a work-item's PX outputs need.
//
//            first                                   WINDOW = PX + (TAPS_X-1)*CN scalars from the row's scalar `first` on
//      +-------+---------------------------+---+
//      | PHASE | WINDOW                    |   |     COVER  = the same rounded out to whole vectors of VEC scalars
//      +-------+---------------------------+---+
//      ^ aligned address
//
// Two ways to fill it; which one is data, so that one program serves every address, step and anchor:
//   inside    whole vectors from aligned addresses: where COVER lies in the image, rows are aligned for VEC scalars, and the
//             window begins where a centred anchor puts it; or, SHIFTED, words from any address
//   anywhere  scalar by scalar through a map of the columns, made once for all rows
//
// Options (host: impls/window.cpp):
//   PX      scalars a work-item along the row, 1 ... 16; a multiple of VEC
//   VEC     scalars in an aligned load: 1, 2, 4, 8, 16
//   TAPS_X  tap columns that one window serves: K_COLS, or fewer where a row is taken in pieces; then TAPS_X*CN is a multiple of VEC
//   SHIFTED 1: rows lie at any addresses: words of VEC scalars are put together from aligned ones (shifted.cl)
//   PHASE   scalars from the aligned address before the window to the window, for a centred anchor; 0 if SHIFTED
//   SUBNORMAL  (`direct` alone) 1: unsigned integers of 8 or 16 bits are not converted. Their bits, below the 24th of a float, are a tiny
//           number, subnormal for the most part, of proportional value, and cost multiply-adds nothing. Taps come times a power of
//           two, and behind them what takes a sum back (`scaled` in coefficients.cpp). For NVIDIA's GPUs

#include "shifted.cl"

#ifndef VEC
#define VEC 1
#endif
#ifndef SHIFTED
#define SHIFTED 0
#endif
#ifndef PHASE
#define PHASE 0
#endif
#ifndef TAPS_X
#define TAPS_X K_COLS
#endif
#ifndef SUBNORMAL
#define SUBNORMAL 0
#endif
#define WINDOW (PX + (TAPS_X - 1) * CN)
#define VECTORS ((PHASE + WINDOW + VEC - 1) / VEC)
#define COVER (VECTORS * VEC)
#define PIECES ((K_COLS + TAPS_X - 1) / TAPS_X)

// A scalar as operand of the sums
#if SUBNORMAL
#define OPERAND(scalar) as_float((uint)(scalar) << (24 - 8 * SRC_BYTES))
#else
#define OPERAND(scalar) TO_ACC(scalar, )
#endif

// The vectors of an aligned window as they lie in memory: RAW_COUNT of them. Those of bytes and 16 bits are loaded as words, and scalars
// taken out of these: compilers cut a vector of such types into loads of single words.
#define IN_WORDS (SRC_BYTES < 4 && SRC_BYTES * VEC >= 4)
#if IN_WORDS
#define RAW_T uint
#if SRC_BYTES * VEC == 4
#define VEC_WORDS 1
#elif SRC_BYTES * VEC == 8
#define VEC_WORDS 2
#elif SRC_BYTES * VEC == 16
#define VEC_WORDS 4
#else
#define VEC_WORDS 8
#endif
#define RAW_COUNT (VECTORS * VEC_WORDS)
#define IN_WORD (4 / SRC_BYTES) // scalars
#else
#define RAW_COUNT VECTORS
#if VEC > 1
#define RAW_T VECTOR(SRC_T, VEC)
#else
#define RAW_T SRC_T
#endif
#endif

#if IN_WORDS && !SHIFTED
#if VEC_WORDS > 1
// Of a vector at the window's end only what the window touches.
INLINE void loadTouched(__global const uint *words, int v, uint *raw)
{
#pragma unroll
    for (int w = v * VEC_WORDS; w < (v + 1) * VEC_WORDS; ++w)
        raw[w] = (w + 1) * IN_WORD > PHASE && w * IN_WORD < PHASE + WINDOW ? words[w] : 0;
}
#endif

INLINE void loadWords(__global const uint *words, uint *raw)
{
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
    {
#if VEC_WORDS == 1
        raw[v] = words[v];
#else
        if (v * VEC < PHASE || (v + 1) * VEC > PHASE + WINDOW)
            loadTouched(words, v, raw);
        else
            JOIN(vstore, VEC_WORDS)(((__global const VECTOR(uint, VEC_WORDS) *)words)[v], v, raw);
#endif
    }
}
#endif

INLINE void loadVectors(__global const SRC_T *row, int first, RAW_T *raw)
{
#if SHIFTED
    loadShifted((__global const uchar *)(row + first), VECTORS, raw);
#elif IN_WORDS
    loadWords((__global const uint *)(row + (first - PHASE)), raw);
#else
    __global const RAW_T *vectors = (__global const RAW_T *)(row + (first - PHASE));
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        raw[v] = vectors[v];
#endif
}

#if IN_WORDS
// Scalar i of the words as operand of the sums. The digits of `numbers`: which byte of the word goes where, 4 for a zero
INLINE ACC_T wordOperand(const uint *words, int i)
{
    const uint word = words[i / IN_WORD], n = i % IN_WORD;
#if SUBNORMAL && SRC_BYTES == 1
    return as_float(pick(word, 0, 0x4044 + 0x100 * n));
#elif SUBNORMAL
    return as_float(pick(word, 0, 0x4104 + 0x220 * n));
#else
    return TO_ACC((SRC_T)(word >> (n * 8 * SRC_BYTES)), );
#endif
}
#endif

// window: COVER operands, the first tap's at PHASE
INLINE void convertVectors(const RAW_T *raw, ACC_T *window)
{
#if IN_WORDS
#pragma unroll
    for (int i = 0; i < COVER; ++i)
        window[i] = wordOperand(raw, i);
#elif SUBNORMAL // two bytes or single scalars
    SRC_T scalars[COVER];
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#if VEC > 1
        JOIN(vstore, VEC)(raw[v], v, scalars);
#else
        scalars[v] = raw[v];
#endif
#pragma unroll
    for (int i = 0; i < COVER; ++i)
        window[i] = OPERAND(scalars[i]);
#else
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#if VEC > 1
        JOIN(vstore, VEC)(TO_ACC(raw[v], VEC), v, window);
#else
        window[v] = TO_ACC(raw[v], );
#endif
#endif
}

INLINE void loadInside(__global const SRC_T *row, int first, ACC_T *window)
{
    RAW_T raw[RAW_COUNT];
    loadVectors(row, first, raw);
    convertVectors(raw, window);
}

// column: index in the row of each of the window's scalars, -1: zero
INLINE void mapWindow(int4 srcArea, int first, int *column)
{
    const bool contiguous = first >= 0 && first + WINDOW <= srcArea.z * CN;
#pragma unroll
    for (int i = 0; i < WINDOW; ++i)
        column[i] = contiguous ? first + i : borderIndex(first + i, srcArea.z);
}

// The window of row y, which may lie outside.
INLINE void loadAnywhere(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int y, const int *column,
                         ACC_T *window)
{
    const int mapped = borderCoordinate(y, srcArea.w);
    __global const SRC_T *row = sourceRow(src, srcStep, srcOffset, max(mapped, 0));
#pragma unroll
    for (int i = 0; i < WINDOW; ++i)
        window[PHASE + i] = mapped < 0 || column[i] < 0 ? (ACC_T)0 : OPERAND(row[column[i]]);
}
