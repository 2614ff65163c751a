// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Lines: pieces of source rows in private memory, converted, borders resolved, for CPU devices. What filters lines knows
// neither types nor borders.
//
//      first                     count scalars of a source row, from its scalar `first` on
//      +----+---------------+----+
//      |left|    inside     |right    left and right of the image: through borderCoordinate
//      +----+---------------+----+
//
// Options (host: impls/line.cpp):
//   PX     scalars in a vector: 4, 8, 16
//   BLOCK  scalars of a row that a work-item computes, a multiple of PX
//   ROWS   rows computed at a time, 1 ... 8
//   STEPS  times ROWS: rows of a work-item
//   VECTORS  vectors of PX scalars computed at a time, 1 ... 4; BLOCK is a multiple of PX*VECTORS
//   DST_MIN, DST_MAX  bounds of DST_T, where it is an integer of at most 16 bits
//   ACC_BITS  of ACC_T: 32, 64

#include "common/interface.cl"
#include "common/border.cl"

#ifndef PX
#define PX 8
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef ROWS
#define ROWS 4
#endif
#ifndef STEPS
#define STEPS 8
#endif
#ifndef VECTORS
#define VECTORS 2
#endif
#ifndef ACC_BITS
#define ACC_BITS 32
#endif
#define ACCV_T VECTOR(ACC_T, PX)
#define GROUP (PX * VECTORS) // scalars computed at a time
#define HALO ((FILTER_COLS - 1) * CN)
#define SOURCE_ROWS (ROWS + FILTER_ROWS - 1)

// The tile of a work-item, in scalars of the row and in rows; empty if `block` or the height is not positive.
typedef struct
{
    int begin, block, top, bottom;
} Tile;

INLINE Tile tileOf(int2 dstSize)
{
    Tile tile;
    tile.begin = get_global_id(0) * BLOCK;
    tile.block = min(BLOCK, dstSize.x * CN - tile.begin);
    tile.top = get_global_id(1) * (ROWS * STEPS);
    tile.bottom = min(tile.top + ROWS * STEPS, dstSize.y);
    return tile;
}

// Vectors in memory at any address. PoCL 3.1 makes single elements of vload and vstore on bytes, and halves on floats.
typedef struct __attribute__((packed))
{
    VECTOR(SRC_T, PX) lanes;
} SourceVector;

typedef struct __attribute__((packed))
{
    VECTOR(DST_T, PX) lanes;
} DestinationVector;

INLINE ACCV_T loadSource(__global const SRC_T *source)
{
    return TO_ACC(((__global const SourceVector *)source)->lanes, PX);
}

INLINE ACCV_T loadLine(const ACC_T *line)
{
    return JOIN(vload, PX)(0, line);
}

INLINE void storeLine(ACCV_T values, ACC_T *line)
{
    JOIN(vstore, PX)(values, 0, line);
}

// y: any row of the readable image or beyond
INLINE void readLine(Source source, int y, int first, int count, ACC_T *line)
{
    const int mapped = borderCoordinate(y, source.size.y);
    if (mapped < 0)
    {
        for (int i = 0; i < count; ++i)
            line[i] = 0;
        return;
    }
    __global const SRC_T *row = sourceRow(source, mapped);
    const int left = clamp(-first, 0, count);
    const int right = clamp(source.size.x * CN - first, left, count);
    int i = 0;
    for (; i < left; ++i)
        line[i] = borderScalar(row, first + i, source.size.x);
    for (; i + PX <= right; i += PX)
        storeLine(loadSource(row + first + i), line + i);
    for (; i < right; ++i)
        line[i] = TO_ACC(row[first + i], );
    for (; i < count; ++i)
        line[i] = borderScalar(row, first + i, source.size.x);
}

#ifdef DST_MIN
// Rounds half to even what is within the bounds: a number so large that its last place is 1 leaves the rounded sum, modulo
// a power of two, in the low bits. convert_int8_rte takes 20 instructions on PoCL 3.1, this one.
INLINE VECTOR(DST_T, PX) toDestination(ACCV_T sum)
{
    const ACCV_T bounded = clamp(sum, (ACC_T)DST_MIN, (ACC_T)DST_MAX);
#if ACC_BITS == 64
    const VECTOR(long, PX) bits = JOIN(as_, VECTOR(long, PX))(bounded + 0x1.8p52);
#else
    const VECTOR(int, PX) bits = JOIN(as_, VECTOR(int, PX))(bounded + 0x1.8p23f);
#endif
    return JOIN(convert_, VECTOR(DST_T, PX))(bits);
}
#else
#define toDestination(sum) TO_DST(sum, PX)
#endif

// The sums of PX outputs, of which the row takes `count`.
INLINE void writeOutputs(ACCV_T sum, __global DST_T *out, int count)
{
    const VECTOR(DST_T, PX) result = toDestination(sum);
    if (count >= PX)
    {
        ((__global DestinationVector *)out)->lanes = result;
        return;
    }
    DST_T lanes[PX];
    JOIN(vstore, PX)(result, 0, lanes);
    for (int p = 0; p < count; ++p)
        out[p] = lanes[p];
}

// The sums of GROUP outputs of the tile, from its scalar s on in row y, as far as they lie in it.
INLINE void writeGroup(const ACCV_T *sum, Output output, Tile tile, int s, int y)
{
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        if (y < tile.bottom && s + v * PX < tile.block)
            writeOutputs(sum[v], outputRow(output, y) + tile.begin + s + v * PX, tile.block - s - v * PX);
}
