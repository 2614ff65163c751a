// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A tile of outputs on a CPU device, for one filter (cpu.cl) or several (cpu_bank.cl), with explicit vectors along the
// row. A work-item computes BLOCK scalars of ROWS * STEPS rows. It keeps the lines (line.cl) under ROWS output rows in
// a circular line buffer, reads ROWS new lines in each step, and holds FILTERS x ROWS x VECTORS sums in registers while
// it runs over all taps. If nothing needs conversion, columns whose input window lies inside the image are read in
// place, and only those at the left and right border through the line buffer.
//
//      +------------------------+------+
//      | FILTER_ROWS-1 lines    |      |   the line buffer: SOURCE_ROWS = ROWS + FILTER_ROWS-1 lines of BLOCK + HALO
//      +------------------------+ halo |   scalars, in private memory
//      | ROWS new lines         |      |
//      +------------------------+------+
//
// Coefficients: the taps of one filter after those of the other.
//
// Options (host: implementations/cpu/line_buffer.cpp): below, and those of line.cl and FILTERS of common/interface.cl.
// Private memory: SOURCE_ROWS * (BLOCK + HALO) scalars of ACC_T and 2 * SOURCE_ROWS pointers for each work-item.

#include "common/interface.cl"
#include "common/border.cl"
#include "cpu/line.cl"

#ifndef IN_PLACE
#define IN_PLACE 0 // 1: interior columns are read from the source (SRC_T is ACC_T); 0: all through the line buffer
#endif
#define BUFFER_WIDTH (BLOCK + HALO)
#define SUMS (FILTERS * ROWS)
#define MIXED_PHASES (ROWS - 1 < FILTER_ROWS ? ROWS - 1 : FILTER_ROWS)
#define MAX_UNROLLED 9 // taps of a row: PoCL, AVX2, 7x7 a fifth faster unrolled; 1001 take seconds to build

// The SOURCE_ROWS rows under a step, of which a literal `inPlace` tells where they are: in the image or in the ring.
typedef struct
{
    __global const SRC_T *row[SOURCE_ROWS];
    const ACC_T *line[SOURCE_ROWS];
} SourceRows;

INLINE ACCV_T loadRow(const SourceRows *strip, bool inPlace, int k, int i)
{
    return inPlace ? loadSource(strip->row[k] + i) : loadLine(strip->line[k] + i);
}

// Adds one line's taps to each of the SUMS x VECTORS sums. In phase p output row r takes the one of its FILTER_ROWS
// lines whose place in the ring is p modulo FILTER_ROWS: from phase ROWS-1 on all rows take line p. Before that some
// take line p, the others line p + FILTER_ROWS: so many sums are always under way that none waits for the one before
// it. A literal `common` says that all rows take line p.
INLINE void addPhase(const SourceRows *strip, bool inPlace, int s, int lead, bool common, TAPS_T taps, ACCV_T (*sum)[VECTORS])
{
#if FILTER_COLS > MAX_UNROLLED
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
            const int tapRow = common ? lead - r : (lead + ROWS * FILTER_ROWS - r) % FILTER_ROWS;
            const ACC_T tap = taps[(f / ROWS * FILTER_ROWS + tapRow) * FILTER_COLS + i];
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
                sum[f][v] += tap * loadRow(strip, inPlace, tapRow + r, s + i * CN + v * PX);
        }
    }
}

// ROWS output rows from y on, the tile's scalars from `from` to `to`.
INLINE void filterStep(const SourceRows *strip, bool inPlace, Tile tile, int from, int to, int y, TAPS_T taps, ACC_T delta,
                       const Output *output)
{
    for (int s = from; s < to; s += GROUP)
    {
        ACCV_T sum[SUMS][VECTORS];
#pragma unroll
        for (int f = 0; f < SUMS; ++f)
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
                sum[f][v] = (ACCV_T)(delta);
#pragma unroll
        for (int lead = 0; lead < MIXED_PHASES; ++lead)
            addPhase(strip, inPlace, s - from, lead, false, taps, sum);
#pragma unroll 1
        for (int lead = ROWS - 1; lead < FILTER_ROWS; ++lead)
            addPhase(strip, inPlace, s - from, lead, true, taps, sum);
#pragma unroll
        for (int f = 0; f < SUMS; ++f)
            writeGroup(sum[f], output[f / ROWS], tile, s, y + f % ROWS);
    }
}

// The tile's scalars that are read in place, from .x to .y: whole groups whose window lies inside the image's columns.
INLINE int2 columnsInPlace(Tile tile, Source source)
{
    const int first = source.origin.x * CN + tile.begin;
    const int left = min((max(-first, 0) + GROUP - 1) / GROUP * GROUP, tile.block);
    const int groups = max(source.size.x * CN - HALO - first, 0) / GROUP;
    bool inside = IN_PLACE;
#ifdef BORDER_CONSTANT // rows of zeros are nowhere in the image
    const int top = source.origin.y + tile.top;
    inside = inside && top >= 0 && top + ROWS * STEPS + FILTER_ROWS - 1 <= source.size.y;
#endif
    return (int2)(left, inside ? clamp(groups * GROUP, left, tile.block) : left);
}

INLINE void filterTile(Source source, int2 dstSize, TAPS_T taps, ACC_T delta, const Output *output)
{
    const Tile tile = tileOf(dstSize);
    if (tile.block <= 0 || tile.top >= tile.bottom)
        return;
    SourceRows strip;
    const int2 inPlace = columnsInPlace(tile, source);

    ACC_T lineBuffer[SOURCE_ROWS * BUFFER_WIDTH];
    for (int edge = 0; edge < 2; ++edge) // left and right of what is read in place: all, if nothing is
    {
        const int from = edge ? inPlace.y : 0;
        const int to = edge ? tile.block : inPlace.x;
        const int first = source.origin.x * CN + tile.begin + from;
        int next = 0; // rows read so far
        for (int y = tile.top; from < to && y < tile.bottom; y += ROWS)
        {
            for (; next < y - tile.top + SOURCE_ROWS; ++next)
                readLine(source, source.origin.y + tile.top + next, first, to - from + HALO,
                         lineBuffer + next % SOURCE_ROWS * BUFFER_WIDTH);
            for (int k = 0; k < SOURCE_ROWS; ++k)
                strip.line[k] = lineBuffer + (y - tile.top + k) % SOURCE_ROWS * BUFFER_WIDTH;
            filterStep(&strip, false, tile, from, to, y, taps, delta, output);
        }
    }
#if IN_PLACE
    for (int y = tile.top; inPlace.x < inPlace.y && y < tile.bottom; y += ROWS)
    {
        for (int k = 0; k < SOURCE_ROWS; ++k)
            strip.row[k] = sourceRow(source, borderCoordinate(source.origin.y + y + k, source.size.y)) +
                           source.origin.x * CN + tile.begin + inPlace.x;
        filterStep(&strip, true, tile, inPlace.x, inPlace.y, y, taps, delta, output);
    }
#endif
}
