// SPDX-License-Identifier: Apache-2.0
//
// Input window: the scalars of one source row that the PX outputs of a work-item need for TAPS_PER_CHUNK tap columns.
//
//            first
//      +-------+---------------------------+---+     WINDOW_WIDTH = PX + (TAPS_PER_CHUNK-1)*CN scalars from scalar
//      | LEAD  | WINDOW_WIDTH              |   |     `first` of the row on
//      +-------+---------------------------+---+     LOAD_WIDTH = LEAD and these, rounded up to whole loads
//      ^ aligned address
//
// It is loaded in one of two ways; which one depends on data, so one program serves every address, step and anchor:
//   interior  LOADS vectors of VEC scalars from aligned addresses: all LOAD_WIDTH scalars are in the image, rows are
//             aligned for VEC scalars, and the window of the first output begins LEAD scalars after an aligned address
//             (runtime/kernel_arguments.cpp); with UNALIGNED_LOAD, words from any address
//   border    scalar by scalar at column indices that are computed once for all rows; for NVIDIA's GPUs only: elsewhere
//             border tiles have no window (direct.cl)
//
// Options (host: implementations/gpu/register_tile.cpp): below, PX of memory.cl, and DENORM_OPERANDS of interface.cl.

#ifndef CLCONV_INPUT_WINDOW_CL
#define CLCONV_INPUT_WINDOW_CL

#include "common/border.cl"
#include "common/memory.cl"

#ifndef VEC
#define VEC 1 // scalars of a vector load: 1, 2, 4, 8 or 16; divides PX
#endif
#ifndef UNALIGNED_LOAD
#define UNALIGNED_LOAD 0 // 1: rows begin at any address; words of VEC scalars are loaded by loadUnaligned
#endif
#ifndef LEAD
#define LEAD 0 // scalars from the aligned address before the window to the window, for a centred anchor: 0..VEC-1
#endif
#ifndef TAPS_PER_CHUNK
#define TAPS_PER_CHUNK FILTER_COLS // tap columns in registers at a time: all, or fewer: TAPS_PER_CHUNK*CN % VEC == 0
#endif

#define WINDOW_WIDTH (PX + (TAPS_PER_CHUNK - 1) * CN)
#define LOADS ((LEAD + WINDOW_WIDTH + VEC - 1) / VEC)
#define LOAD_WIDTH (LOADS * VEC)
#define CHUNKS ((FILTER_COLS + TAPS_PER_CHUNK - 1) / TAPS_PER_CHUNK)

// The loaded scalars before conversion: RAW_COUNT vectors, or words for 8- and 16-bit types (memory.cl)
#define LOAD_AS_WORDS (SRC_BYTES < 4 && SRC_BYTES * VEC >= 4)
#if LOAD_AS_WORDS
#define RAW_T uint
#define VEC_WORDS (SRC_BYTES * VEC / 4)
#define RAW_COUNT (LOADS * VEC_WORDS)
#else
#define RAW_COUNT LOADS
#if VEC > 1
#define RAW_T VECTOR(SRC_T, VEC)
#else
#define RAW_T SRC_T
#endif
#endif

#if LOAD_AS_WORDS && !UNALIGNED_LOAD
// Loads only those words of the first and the last vector that the window overlaps
INLINE void loadWords(__global const uint *words, uint *raw)
{
#pragma unroll
    for (int v = 0; v < LOADS; ++v)
    {
        if (v * VEC >= LEAD && (v + 1) * VEC <= LEAD + WINDOW_WIDTH)
        {
            loadAligned((__global const uchar *)(words + v * VEC_WORDS), VEC_WORDS, raw + v * VEC_WORDS);
            continue;
        }
#pragma unroll
        for (int i = 0; i < VEC_WORDS; ++i)
        {
            const int w = v * VEC_WORDS + i;
            raw[w] = (w + 1) * SRC_PER_WORD > LEAD && w * SRC_PER_WORD < LEAD + WINDOW_WIDTH ? words[w] : 0;
        }
    }
}
#endif

INLINE void loadVectors(__global const SRC_T *row, int first, RAW_T *raw)
{
#if UNALIGNED_LOAD
    loadUnaligned((__global const uchar *)(row + first), LOADS, raw);
#elif LOAD_AS_WORDS
    loadWords((__global const uint *)(row + (first - LEAD)), raw);
#else
    __global const RAW_T *vectors = (__global const RAW_T *)(row + (first - LEAD));
#pragma unroll
    for (int v = 0; v < LOADS; ++v)
        raw[v] = vectors[v];
#endif
}

// window: LOAD_WIDTH operands; window[LEAD] is under the first tap of the first output
INLINE void convertVectors(const RAW_T *raw, ACC_T *window)
{
#if LOAD_AS_WORDS
#pragma unroll
    for (int i = 0; i < LOAD_WIDTH; ++i)
        window[i] = wordOperand(raw, i);
#elif DENORM_OPERANDS // vectors of less than a word
    PRIVATE_ARRAY(SRC_T, scalars, LOAD_WIDTH);
#pragma unroll
    for (int v = 0; v < LOADS; ++v)
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
    for (int v = 0; v < LOADS; ++v)
#if VEC > 1
        JOIN(vstore, VEC)(FROM_SRC(raw[v], VEC), v, window);
#else
        window[v] = FROM_SRC(raw[v], );
#endif
#endif
}

INLINE void loadInterior(__global const SRC_T *row, int first, ACC_T *window)
{
    PRIVATE_ARRAY(RAW_T, raw, RAW_COUNT);
    loadVectors(row, first, raw);
    convertVectors(raw, window);
}

#if NVIDIA
// The index in its row of each scalar of the window, -1: zero
INLINE void mapWindow(Source source, int first, int *column)
{
    const bool contiguous = first >= 0 && first + WINDOW_WIDTH <= source.size.x * CN;
#pragma unroll
    for (int i = 0; i < WINDOW_WIDTH; ++i)
        column[i] = contiguous ? first + i : borderIndex(source, first + i);
}

// The window of row y, which may be outside the image
INLINE void loadBorder(Source source, int y, const int *column, ACC_T *window)
{
    const int mapped = borderRow(source, y);
    __global const SRC_T *row = sourceRow(source, max(mapped, 0));
#pragma unroll
    for (int i = 0; i < WINDOW_WIDTH; ++i)
        window[LEAD + i] = mapped < 0 || column[i] < 0 ? (ACC_T)0 : OPERAND(row[column[i]]);
}
#endif

#endif
