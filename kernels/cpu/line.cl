// SPDX-License-Identifier: Apache-2.0
//
// Lines, for CPU devices: parts of source rows in private memory, converted to LINE_T, with the border resolved. Code
// that filters lines depends on neither the source's type nor the border.
//
//      first                      count scalars of a source row, from its scalar `first` on
//      +------+----------+-------+
//      | left | interior | right |     left and right of the image through borderScalar
//      +------+----------+-------+
//
// Options (host: implementations/cpu/line_buffer.cpp): below, and
//   DST_MIN, DST_MAX  bounds of DST_T, defined if it is an integer of at most 16 bits, e.g. 0 and 255

#ifndef CLCONV_LINE_CL
#define CLCONV_LINE_CL

#include "common/border.cl"

#ifndef PX
#define PX 8 // scalars in a vector: 4, 8 or 16, e.g. 8 floats with AVX2
#endif
#define LANES PX
#include "common/after.cl"
#ifndef BLOCK
#define BLOCK 256 // scalars of a row that a work-item computes, a multiple of PX * VECTORS
#endif
#ifndef ROWS
#define ROWS 4 // output rows computed at a time, 1..8
#endif
#ifndef STEPS
#define STEPS 8 // a work-item computes ROWS * STEPS rows
#endif
#ifndef VECTORS
#define VECTORS 2 // vectors of PX sums in each row that are computed at a time, 1..4
#endif
#ifndef ACC_BITS
#define ACC_BITS 32 // of ACC_T: 32 (float) or 64 (double)
#endif
#ifndef LINE_T
#define LINE_T ACC_T // element type of a line
#define LINE_PX PX   // scalars in a vector of them
#endif
#define ACCV_T VECTOR(ACC_T, PX)
#define LINEV_T VECTOR(LINE_T, LINE_PX)
#if SRC_BINARY16
#define TO_LINE(value, lanes) FROM_SRC(value, lanes)
#else
#define TO_LINE(value, lanes) JOIN(convert_, VECTOR(LINE_T, lanes))(value)
#endif
#define STEP_WIDTH (PX * VECTORS) // scalars of a row that are computed at a time
#define HALO ((FILTER_COLS - 1) * CN) // scalars of a line beside those under the outputs
#define SOURCE_ROWS (ROWS + FILTER_ROWS - 1) // source rows under ROWS rows of outputs

// The tile of a work-item, which is a work-group of its own: `block` scalars from scalar `begin` on, in rows `top` up
// to but without `bottom`. It is empty if `block` or the number of rows is not positive.
typedef struct
{
    int begin, block, top, bottom;
} Tile;

INLINE Tile tileOf(Group place, int2 dstSize)
{
    Tile tile;
    tile.begin = place.x * BLOCK;
    tile.block = min(BLOCK, dstSize.x * CN - tile.begin);
    tile.top = place.y * (ROWS * STEPS);
    tile.bottom = min(tile.top + ROWS * STEPS, dstSize.y);
    return tile;
}

// Vectors at any address. PoCL 3.1 compiles vload and vstore to single elements for bytes, and to halves of vectors for
// floats, but packed structs to whole unaligned vectors.
typedef struct __attribute__((packed))
{
    VECTOR(SRC_T, LINE_PX) lanes;
} SourceVector;

typedef struct __attribute__((packed))
{
    VECTOR(DST_T, PX) lanes;
} DestinationVector;

INLINE LINEV_T loadSource(__global const SRC_T *source)
{
    return TO_LINE(((__global const SourceVector *)source)->lanes, LINE_PX);
}

INLINE LINEV_T loadLine(const LINE_T *line)
{
    return JOIN(vload, LINE_PX)(0, line);
}

INLINE void storeLine(LINEV_T values, LINE_T *line)
{
    JOIN(vstore, LINE_PX)(values, 0, line);
}

// Reads `count` scalars of source row y, from scalar `first` on; all of them may be outside the image.
INLINE void readLine(Source source, int y, int first, int count, LINE_T *line)
{
    const int mapped = borderRow(source, y);
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
        line[i] = borderScalar(source, row, first + i);
    for (; i + LINE_PX <= right; i += LINE_PX)
        storeLine(loadSource(row + first + i), line + i);
    for (; i < right; ++i)
        line[i] = TO_LINE(row[first + i], );
    for (; i < count; ++i)
        line[i] = borderScalar(source, row, first + i);
}

#ifdef DST_MIN
// Rounds half to even, or down, and saturates. Adding a number whose last place is 1 leaves the sum, rounded half to
// even, in the low bits: one instruction, while convert_int8_rte takes 20 (PoCL 3.1).
INLINE VECTOR(DST_T, PX) toDestination(ACCV_T sum)
{
    const ACCV_T bounded = clamp(RESULT(sum, PX), (ACC_T)DST_MIN, (ACC_T)DST_MAX);
#if DST_FLOORS
    const VECTOR(int, PX) bits = JOIN(convert_, VECTOR(int, PX))(bounded);
#elif ACC_BITS == 64
    const VECTOR(long, PX) bits = JOIN(as_, VECTOR(long, PX))(bounded + 0x1.8p52);
#else
    const VECTOR(int, PX) bits = JOIN(as_, VECTOR(int, PX))(bounded + 0x1.8p23f);
#endif
    return JOIN(convert_, VECTOR(DST_T, PX))(bits);
}
#else
#define toDestination(sum) TO_DST(sum, PX)
#endif

// Stores PX outputs, or the first `count` of them if the row ends before.
INLINE void storePart(ACCV_T sum, __global DST_T *out, int count)
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

#if defined AFTER && AFTER_SECOND
// The second image's scalars under PX outputs; arbitrary after the end of the row.
INLINE ACCV_T loadSecond(__global const DST_T *second, int count)
{
    if (count >= PX)
        return TO_ACC(((__global const DestinationVector *)second)->lanes, PX);
    ACC_T lanes[PX] = {0};
    for (int p = 0; p < count; ++p)
        lanes[p] = TO_ACC(second[p], );
    return JOIN(vload, PX)(0, lanes);
}
#endif

// Stores PX sums of a filter, or the first `count` of them, after the stages behind the filter.
INLINE void writeOutputs(ACCV_T sum, Output output, __global DST_T *out, int count)
{
#ifdef AFTER
#if AFTER_SECOND
    const ACCV_T second = loadSecond(secondOf(output, out), count);
#else
    const ACCV_T second = 0;
#endif
    sum = afterFilter(sum, second, output.numbers);
#endif
    storePart(sum, out, count);
}

// Stores STEP_WIDTH outputs in row y, from the tile's scalar s on, as far as they are in the tile.
INLINE void writeVectors(const ACCV_T *sum, Output output, Tile tile, int s, int y)
{
#pragma unroll
    for (int v = 0; v < VECTORS; ++v)
        if (y < tile.bottom && s + v * PX < tile.block)
            writeOutputs(sum[v], output, outputRow(output, y) + tile.begin + s + v * PX, tile.block - s - v * PX);
}

#endif
