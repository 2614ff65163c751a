// SPDX-License-Identifier: Apache-2.0
//
// One or several filters over one source on a CPU device (the host pads several to one size and one anchor); each
// source row is read and converted once for all of them. Explicit vectors along the row, no local memory, no barriers.
// A work-item computes BLOCK scalars of ROWS * STEPS rows. It keeps the lines (line.cl) under ROWS output rows in a
// circular line buffer, reads ROWS new lines in each step, and holds FILTERS x ROWS x VECTORS sums in registers while
// it runs over all taps. If nothing needs conversion, columns whose input window lies inside the image are read in
// place, and only those at the left and right border through the line buffer.
//
//      +------------------------+------+
//      | FILTER_ROWS-1 lines    |      |   the line buffer: SOURCE_ROWS = ROWS + FILTER_ROWS-1 lines of BLOCK + HALO
//      +------------------------+ halo |   scalars, in private memory
//      | ROWS new lines         |      |
//      +------------------------+------+
//
// Coefficients: the taps of each filter follow those of the one before. If each channel has a filter of its own, a step
// begins with a pixel, so it is constant which taps belong to the lanes of a vector.
//
// Options (host: implementations/cpu/cpu.cpp): below, and those of line.cl and FILTERS of common/interface.cl.
// Work size: ceil(columns * CN / BLOCK) x ceil(rows / (ROWS * STEPS)) work-items, in groups of one. Local memory: none.
// Private memory: SOURCE_ROWS * (BLOCK + HALO) scalars of ACC_T and 2 * SOURCE_ROWS pointers for each work-item.
// Not supported: more than 8 filters in a launch; CHANNEL_FILTERS where STEP_WIDTH % CN is not 0; line buffers larger
// than a thread's stack should hold (privateBytes in implementations/cpu/line_buffer.cpp).

#include "common/border.cl"
#include "cpu/line.cl"

#ifndef IN_PLACE
#define IN_PLACE 0 // 1: interior columns are read from the source (SRC_T is ACC_T); 0: all through the line buffer
#endif
#define BUFFER_WIDTH (BLOCK + HALO)
#define SUMS (FILTERS * ROWS)
#define SPLIT_LINES (ROWS - 1 < FILTER_ROWS ? ROWS - 1 : FILTER_ROWS) // lines before ROWS-1: in a loop of their own
// The loop over at most this many columns of taps is unrolled: 7x7 is a fifth faster (PoCL, AVX2), but a program for
// 1001 columns takes seconds to build.
#define MAX_UNROLLED_COLS 9

// The SOURCE_ROWS rows under a step, in the image (`row`) or in the line buffer (`line`). `inPlace`, a constant,
// selects one of the two without a condition at run time.
typedef struct
{
    __global const SRC_T *row[SOURCE_ROWS];
    const ACC_T *line[SOURCE_ROWS];
} SourceRows;

INLINE ACCV_T loadVector(const SourceRows *rows, bool inPlace, int k, int i)
{
    return inPlace ? loadSource(rows->row[k] + i) : loadLine(rows->line[k] + i);
}

// The taps at one place of the filter for PX scalars of a row.
#if CHANNEL_FILTERS
INLINE ACCV_T tapsUnder(TAPS_T tap, int first)
{
    ACC_T lanes[PX];
#pragma unroll
    for (int p = 0; p < PX; ++p)
        lanes[p] = TAP_OF(tap, first + p);
    return JOIN(vload, PX)(0, lanes);
}
#define TAPS_UNDER(tap, first) tapsUnder(tap, first)
#else
#define TAPS_UNDER(tap, first) tap
#endif

// Adds one row of taps to each of the SUMS x VECTORS sums. Output row r uses the one of its lines whose number is
// `line` modulo FILTER_ROWS, so every call has SUMS * VECTORS independent multiply-adds, which hide their latency.
// @param shared a constant; `line` is ROWS-1 or more, and all output rows use it
INLINE void addTapRows(const SourceRows *rows, bool inPlace, int s, int line, bool shared, TAPS_T taps,
                       ACCV_T (*sum)[VECTORS])
{
#if FILTER_COLS > MAX_UNROLLED_COLS
#pragma unroll 1
#else
#pragma unroll
#endif
    for (int i = 0; i < FILTER_COLS; ++i)
    {
#pragma unroll
        for (int f = 0; f < SUMS; ++f)
        {
            const int r = f % ROWS;
            const int tapRow = shared ? line - r : (line + ROWS * FILTER_ROWS - r) % FILTER_ROWS;
            TAP_T tap = TAP_AT(taps, (f / ROWS * FILTER_ROWS + tapRow) * FILTER_COLS + i);
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
                sum[f][v] += TAPS_UNDER(tap, v * PX) * loadVector(rows, inPlace, tapRow + r, s + i * CN + v * PX);
        }
    }
}

// Computes ROWS output rows from y on, in the tile's scalars from `from` up to `to`.
INLINE void filterStep(const SourceRows *rows, bool inPlace, Tile tile, int from, int to, int y, TAPS_T taps,
                       ACC_T delta, const Output *output)
{
    for (int s = from; s < to; s += STEP_WIDTH)
    {
        ACCV_T sum[SUMS][VECTORS];
#pragma unroll
        for (int f = 0; f < SUMS; ++f)
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
                sum[f][v] = (ACCV_T)(delta);
#pragma unroll
        for (int line = 0; line < SPLIT_LINES; ++line)
            addTapRows(rows, inPlace, s - from, line, false, taps, sum);
#pragma unroll 1
        for (int line = ROWS - 1; line < FILTER_ROWS; ++line)
            addTapRows(rows, inPlace, s - from, line, true, taps, sum);
#pragma unroll
        for (int f = 0; f < SUMS; ++f)
            writeVectors(sum[f], output[f / ROWS], tile, s, y + f % ROWS);
    }
}

// The tile's scalars that are read in place, from .x up to .y: steps whose window lies inside the image's columns.
INLINE int2 columnsInPlace(Tile tile, Source source)
{
    const int first = source.origin.x * CN + tile.begin;
    const int left = min((max(-first, 0) + STEP_WIDTH - 1) / STEP_WIDTH * STEP_WIDTH, tile.block);
    const int groups = max(source.size.x * CN - HALO - first, 0) / STEP_WIDTH;
    const int top = source.origin.y + tile.top;
    const bool inRows = top >= 0 && top + ROWS * STEPS + FILTER_ROWS - 1 <= source.size.y;
    // With BORDER_CONSTANT, rows outside the image are zeros, which are not in memory.
    const bool possible = IN_PLACE && (inRows || source.border != BORDER_CONSTANT);
    return (int2)(left, possible ? clamp(groups * STEP_WIDTH, left, tile.block) : left);
}

// Computes the tile of this work-item.
INLINE void filterTile(Group place, Source source, int2 dstSize, TAPS_T taps, ACC_T delta, const Output *output)
{
    const Tile tile = tileOf(place, dstSize);
    if (tile.block <= 0 || tile.top >= tile.bottom)
        return;
    SourceRows rows;
    const int2 inPlace = columnsInPlace(tile, source);

    ACC_T lineBuffer[SOURCE_ROWS * BUFFER_WIDTH];
    for (int side = 0; side < 2; ++side) // columns left and right of those read in place; all if there are none
    {
        const int from = side ? inPlace.y : 0;
        const int to = side ? tile.block : inPlace.x;
        const int first = source.origin.x * CN + tile.begin + from;
        int next = 0; // rows read so far
        for (int y = tile.top; from < to && y < tile.bottom; y += ROWS)
        {
            for (; next < y - tile.top + SOURCE_ROWS; ++next)
                readLine(source, source.origin.y + tile.top + next, first, to - from + HALO,
                         lineBuffer + next % SOURCE_ROWS * BUFFER_WIDTH);
            for (int k = 0; k < SOURCE_ROWS; ++k)
                rows.line[k] = lineBuffer + (y - tile.top + k) % SOURCE_ROWS * BUFFER_WIDTH;
            filterStep(&rows, false, tile, from, to, y, taps, delta, output);
        }
    }
#if IN_PLACE
    for (int y = tile.top; inPlace.x < inPlace.y && y < tile.bottom; y += ROWS)
    {
        for (int k = 0; k < SOURCE_ROWS; ++k)
            rows.row[k] = sourceRow(source, borderRow(source, source.origin.y + y + k)) +
                           source.origin.x * CN + tile.begin + inPlace.x;
        filterStep(&rows, true, tile, inPlace.x, inPlace.y, y, taps, delta, output);
    }
#endif
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu(CLCONV_ARGUMENTS(__global const uchar *src))
{
    CLCONV_GROUP
    const Source source = SOURCE_VALUES;
    CLCONV_OUTPUTS
    filterTile(group, source, dstSize, TAPS, delta, output);
}
