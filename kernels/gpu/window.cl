// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A row window in registers: the scalars of one source row that a work-item's PX outputs need.
//
//            first                                   WINDOW = PX + (TAPS_PER_CHUNK-1)*CN scalars from the row's scalar `first` on
//      +-------+---------------------------+---+
//      | LEAD | WINDOW                    |   |     LOAD_WIDTH  = the same rounded out to whole vectors of VEC scalars
//      +-------+---------------------------+---+
//      ^ aligned address
//
// Two ways to fill it; which one is data, so that one program serves every address, step and anchor:
//   inside    whole vectors from aligned addresses: where LOAD_WIDTH lies in the image, rows are aligned for VEC scalars, and the
//             window begins where a centred anchor puts it; or, UNALIGNED_LOAD, words from any address
//   anywhere  scalar by scalar through a map of the columns, made once for all rows
//
// Options (host: impls/window.cpp):
//   PX      scalars a work-item along the row, 1 ... 16; a multiple of VEC
//   VEC     scalars in an aligned load: 1, 2, 4, 8, 16
//   TAPS_PER_CHUNK  tap columns that one window serves: FILTER_COLS, or fewer where a row is taken in pieces; then TAPS_PER_CHUNK*CN is a multiple of VEC
//   UNALIGNED_LOAD 1: rows lie at any addresses: words of VEC scalars are put together from aligned ones (shifted.cl)
//   LEAD   scalars from the aligned address before the window to the window, for a centred anchor; 0 if UNALIGNED_LOAD

#include "common/unaligned.cl"

#ifndef VEC
#define VEC 1
#endif
#ifndef UNALIGNED_LOAD
#define UNALIGNED_LOAD 0
#endif
#ifndef LEAD
#define LEAD 0
#endif
#ifndef TAPS_PER_CHUNK
#define TAPS_PER_CHUNK FILTER_COLS
#endif
#define WINDOW (PX + (TAPS_PER_CHUNK - 1) * CN)
#define VECTORS ((LEAD + WINDOW + VEC - 1) / VEC)
#define LOAD_WIDTH (VECTORS * VEC)
#define CHUNKS ((FILTER_COLS + TAPS_PER_CHUNK - 1) / TAPS_PER_CHUNK)

// The vectors of an aligned window as they lie in memory: RAW_COUNT of them. Those of bytes and 16 bits are loaded as words, and scalars
// taken out of these: compilers cut a vector of such types into loads of single words.
#define IN_WORDS (SRC_BYTES < 4 && SRC_BYTES * VEC >= 4)
#if IN_WORDS
#define RAW_T uint
#define VEC_WORDS (SRC_BYTES * VEC / 4)
#define RAW_COUNT (VECTORS * VEC_WORDS)
#else
#define RAW_COUNT VECTORS
#if VEC > 1
#define RAW_T VECTOR(SRC_T, VEC)
#else
#define RAW_T SRC_T
#endif
#endif

#if IN_WORDS && !UNALIGNED_LOAD
// Vectors at the window's ends only as far as the window touches their words.
INLINE void loadWords(__global const uint *words, uint *raw)
{
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
    {
        if (v * VEC >= LEAD && (v + 1) * VEC <= LEAD + WINDOW)
        {
            loadAligned((__global const uchar *)(words + v * VEC_WORDS), VEC_WORDS, raw + v * VEC_WORDS);
            continue;
        }
#pragma unroll
        for (int w = v * VEC_WORDS; w < (v + 1) * VEC_WORDS; ++w)
            raw[w] = (w + 1) * IN_WORD > LEAD && w * IN_WORD < LEAD + WINDOW ? words[w] : 0;
    }
}
#endif

INLINE void loadVectors(__global const SRC_T *row, int first, RAW_T *raw)
{
#if UNALIGNED_LOAD
    loadUnaligned((__global const uchar *)(row + first), VECTORS, raw);
#elif IN_WORDS
    loadWords((__global const uint *)(row + (first - LEAD)), raw);
#else
    __global const RAW_T *vectors = (__global const RAW_T *)(row + (first - LEAD));
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        raw[v] = vectors[v];
#endif
}

// window: LOAD_WIDTH operands, the first tap's at LEAD
INLINE void convertVectors(const RAW_T *raw, ACC_T *window)
{
#if IN_WORDS
#pragma unroll
    for (int i = 0; i < LOAD_WIDTH; ++i)
        window[i] = wordOperand(raw, i);
#elif DENORM_OPERANDS // two bytes or single scalars
    SRC_T scalars[LOAD_WIDTH];
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
#if VEC > 1
        JOIN(vstore, VEC)(raw[v], v, scalars);
#else
        scalars[v] = raw[v];
#endif
#pragma unroll
    for (int i = 0; i < LOAD_WIDTH; ++i)
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

INLINE void loadInterior(__global const SRC_T *row, int first, ACC_T *window)
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
INLINE void loadBorder(__global const uchar *src, INDEX_T srcStep, INDEX_T srcOffset, int4 srcArea, int y, const int *column,
                         ACC_T *window)
{
    const int mapped = borderCoordinate(y, srcArea.w);
    __global const SRC_T *row = sourceRow(src, srcStep, srcOffset, max(mapped, 0));
#pragma unroll
    for (int i = 0; i < WINDOW; ++i)
        window[LEAD + i] = mapped < 0 || column[i] < 0 ? (ACC_T)0 : OPERAND(row[column[i]]);
}
