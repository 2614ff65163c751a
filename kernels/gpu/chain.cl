// SPDX-License-Identifier: Apache-2.0
//
// A chain of stages in one launch (common/stages.cl), in registers. A work-item computes PIXELS columns of ROWS rows
// and, above and beside them, what later stages need: no local memory, no barriers.
//
//      +--+--------+--+
//      |  | PIXELS |  |    with each row of the source, all stages compute one row
//      |  |        |  |
//      |  | ROWS   |  |
//      +--+--------+--+
//
// The last tile of a row ends at the image's edge. It overlaps the tile before it, which leaves the common columns to
// it. So the places of pixels outside are constants.
//
// Options (host: implementations/gpu/chain.cpp): those of stages.cl; below; WG_X, WG_Y of interface.cl; PX and
// UNALIGNED_STORE of memory.cl: PX = PIXELS * OUTPUT_CN.
// Work size: ceil(columns / PIXELS) x ceil(rows / ROWS) work-items, rounded up to whole groups. Local memory: none.
// Not supported: images narrower than a tile and its window, or lower than a filter needs (gpu/chain.cpp).

#define FAR_BORDERS INLINE // a function call in the walk would cost registers
#define WHOLE_OUTPUTS 1

#include "common/border.cl"
#include "common/memory.cl"
#include "common/kept_rows.cl"

#ifndef ROWS
#define ROWS 16 // rows of a work-item
#endif
#ifndef LEFT
#define LEFT 1 // pixels loaded beside a tile: on its left; RIGHT: on its right
#define RIGHT 1
#endif

#ifndef ALIGNED_ROWS
#define ALIGNED_ROWS 0 // 1: every row of the source begins at the address of a word
#endif

#define IS_UNSIGNED_uchar 1
#define IS_UNSIGNED_ushort 1

// The end of the image: the address and bytes of its last word if that is incomplete, else the address after it
typedef struct
{
    int unused; // see Source
    uint bytes;
    __global const uint *address;
} End;

INLINE End endOf(Source source, int channels)
{
    __global const SRC_T *lastRow = sourceRow(source, source.size.y - 1);
    __global const uchar *behind = (__global const uchar *)(lastRow + source.size.x * channels);
    const int count = (int)((size_t)behind & 3);
    End end = {0, 0, (__global const uint *)(behind - count)};
    UNROLLED for (int i = 0; i < 3; ++i) if (i < count) end.bytes |= (uint)behind[i - count] << 8 * i;
    return end;
}

// Loads `count` scalars of a row from scalar `from` on; last: index of its last scalar. Small types are loaded as
// words, which may overread, but not past the image. These are macros for the reason that stages.cl states.
#if SRC_BYTES < 4
#define RAW_T uint
#define RAW_COUNT(count) (((count) + SRC_PER_WORD - 1) / SRC_PER_WORD)
#define SCALAR_MASK ((1u << (8 * SRC_BYTES)) - 1)
#define RAW_WORD(i, end) ((i) < inside ? words[i] : (end).bytes)
#define LOAD_RAW(row, from, count, edges, last, end, raw)                                                             \
    {                                                                                                                 \
        const uint over = (ALIGNED_ROWS ? (uint)(from) * SRC_BYTES : (uint)(size_t)((row) + (from))) & 3;             \
        __global const uint *words = (__global const uint *)((__global const uchar *)((row) + (from)) - over);        \
        const int inside = (edges) ? (int)min((long)((end).address - words), (long)RAW_COUNT(count) + 1)              \
                                   : RAW_COUNT(count) + 1;                                                            \
        uint low = RAW_WORD(0, end);                                                                                  \
        UNROLLED for (int i = 0; i < RAW_COUNT(count); ++i)                                                           \
        {                                                                                                             \
            const uint high = over != 0 || i + 1 < RAW_COUNT(count) ? RAW_WORD(i + 1, end) : 0;                       \
            (raw)[i] = funnelShift(high, low, over * 8);                                                              \
            low = high;                                                                                               \
        }                                                                                                             \
    }
// Unsigned scalars become the lowest bits of the float 2^23: on NVIDIA's GPUs a conversion takes as long as four
// additions.
#if JOIN(IS_UNSIGNED_, SRC_T) && SRC_BYTES == 1 && !defined USE_FP64
#define FROM_RAW(raw, i) (as_float(bytePermute((raw)[(i) / 4], 0x4B000000u, 0x7440 + (i) % 4)) - 8388608.f)
#elif JOIN(IS_UNSIGNED_, SRC_T) && !defined USE_FP64
#define FROM_RAW(raw, i)                                                                                              \
    (as_float(0x4B000000u | ((raw)[(i) / SRC_PER_WORD] >> ((i) % SRC_PER_WORD * 8 * SRC_BYTES) & SCALAR_MASK)) -      \
     8388608.f)
#else
#define FROM_RAW(raw, i) wordOperand(raw, i)
#endif
#else
#define RAW_T SRC_T
#define RAW_COUNT(count) (count)
#define LOAD_RAW(row, from, count, edges, last, end, raw)                                                             \
    UNROLLED for (int i = 0; i < (count); ++i)(raw)[i] = (row)[(edges) ? min((from) + i, last) : (from) + i];
#define FROM_RAW(raw, i) TO_ACC((raw)[i], )
#endif

// The window of a tile at the image's edge is loaded from inside the image, moved to its place, and completed by the
// border. The row of the next step is always being loaded.
#define LOAD_NEXT(edges, line, left, right, channels, end, raw)                                                       \
    {                                                                                                                 \
        const int mapped = (edges) ? borderRow(source, source.origin.y + (line)) : source.origin.y + (line);          \
        const int moved = (edges) ? (sourceEdges.atLeft ? (left) : 0) - (sourceEdges.atRight ? (right) : 0) : 0;      \
        const int from = (source.origin.x + x0 - (left) + moved) * (channels), last = source.size.x * (channels)-1;   \
        __global const SRC_T *row = sourceRow(source, (edges) ? max(mapped, 0) : mapped);                             \
        LOAD_RAW(row, from, (PIXELS + (left) + (right)) * (channels), edges, last, end, raw)                          \
    }
#define PRIME_0(n, line, left, right, channels)                                                                       \
    const End sourceEnd##n = endOf(source, channels);                                                                 \
    PRIVATE_ARRAY(RAW_T, raw##n, RAW_COUNT((PIXELS + (left) + (right)) * (channels)));                                \
    LOAD_NEXT(1, line, left, right, channels, sourceEnd##n, raw##n)
#define LOAD_0(n, line, left, right, channels)                                                                        \
    {                                                                                                                 \
        const int count = (PIXELS + (left) + (right)) * (channels), l = (left) * (channels), r = (right) * (channels);\
        const int sourceLine = source.origin.y + (line);                                                              \
        UNROLLED for (int i = 0; i < count; ++i) value##n[i] = FROM_RAW(raw##n, i);                                   \
        LOAD_NEXT(EDGES, (line) + 1, left, right, channels, sourceEnd##n, raw##n)                                     \
        if (EDGES && l > 0 && sourceEdges.atLeft)                                                                     \
        {                                                                                                             \
            UNROLLED for (int i = count - 1; i >= l; --i) value##n[i] = value##n[i - l];                              \
        }                                                                                                             \
        if (EDGES && r > 0 && sourceEdges.atRight)                                                                    \
        {                                                                                                             \
            UNROLLED for (int i = 0; i < count - r; ++i) value##n[i] = value##n[i + r];                               \
        }                                                                                                             \
        FIX_COLUMNS(value##n, sourceEdges, left, right, source.border, channels)                                      \
        if (EDGES && source.border == BORDER_CONSTANT && (sourceLine < 0 || sourceLine >= source.size.y))             \
        {                                                                                                             \
            UNROLLED for (int i = 0; i < count; ++i) value##n[i] = 0;                                                 \
        }                                                                                                             \
    }

// Computes a row of every stage, and stores a row of outputs once it is complete
#define STEP_ROW                                                                                                      \
    const int y = y0 - ABOVE + step;                                                                                  \
    CHAIN                                                                                                             \
    if (step >= ABOVE + BELOW)                                                                                        \
    {                                                                                                                 \
        PRIVATE_ARRAY(ACC_T, outputs, PX);                                                                            \
        UNROLLED for (int p = 0; p < PX; ++p) outputs[p] = OUTPUT_VALUE(p);                                           \
        storeTail(destinationRow(dst, dstStep, first, y - BELOW), outputs, stored * OUTPUT_CN, aligned);              \
    }

__kernel GROUP_SIZE
void clconv_chain(CLCONV_ARGUMENTS(__global const uchar *src) SECOND_ARGUMENTS)
{
    CLCONV_GROUP
    const Source source = CHAIN_SOURCE;
    const int pixels = PIXELS, columns = dstSize.x;
    const int tile = group.x * WG_X + (int)get_local_id(0), y0 = (group.y * WG_Y + (int)get_local_id(1)) * ROWS;
    if (tile * PIXELS >= columns || y0 >= dstSize.y)
        return;
    const int x0 = min(tile * PIXELS, columns - PIXELS);
    const bool isLast = x0 + PIXELS == columns;
    const int stored = isLast ? PIXELS : min(PIXELS, columns - PIXELS - x0);
    const Place place = {0, x0 == 0, isLast, dstSize.y};
    // A region inside its parent has pixels beside it.
    const Place sourceEdges = {0, x0 == 0 && source.origin.x == 0,
                               isLast && source.origin.x + columns == source.size.x, 0};
    const INDEX_T first = dstOffset + (INDEX_T)(x0 * OUTPUT_CN) * (INDEX_T)sizeof(DST_T);
    const bool aligned = areAligned(dstStep | first);
    const int walk = min(ROWS, dstSize.y - y0) + ABOVE + BELOW;
    // In interior groups the row that is loaded ahead is not the last one either, after which words must not be read.
    // Decided for a whole group, so that the lanes of a wave agree: with a condition for each tile, compilers would
    // compute in all tiles what only edges need.
    const int groupX = group.x * (WG_X * PIXELS), groupY = group.y * (WG_Y * ROWS);
    const bool isInterior = groupX >= max(LEFT, 1) && groupX + WG_X * PIXELS + RIGHT <= columns &&
                            groupY >= ABOVE && groupY + WG_Y * ROWS + BELOW + 1 < dstSize.y;
#define MEANING DECLARE
    CHAIN
#undef MEANING
#define MEANING STEP
    if (isInterior)
    {
#define EDGES 0
#pragma unroll 1
        for (int step = 0; step < walk; ++step)
        {
            STEP_ROW
        }
#undef EDGES
    }
    else
    {
#define EDGES 1
#pragma unroll 1
        for (int step = 0; step < walk; ++step)
        {
            STEP_ROW
        }
#undef EDGES
    }
}
