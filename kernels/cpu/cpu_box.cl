// SPDX-License-Identifier: Apache-2.0
//
// Sums of all pixels under a box on a CPU device, in a time that hardly depends on the size of the box. A work-item
// walks down its rows, adds one row to the column sums and subtracts one. It makes the sums along a row from sums of 1,
// 2, 4, ... neighbours, up to those of a GROUP.
//
//      row - FILTER_ROWS  -->  -                       13 = 8 + 4 + 1 neighbours:
//                                column sums  ------>  |-------8-------|---4---|1|
//      row                -->  +
//
// Columns outside the image copy the sum of the column that the border maps them to, if the work-item has that one.
//
// Sums of integers move along the row by GROUP pixels at a time: the sum of one group is subtracted, that of another
// added. Sums of floats are made of two parts that meet at the start of a block of groups.
//
// Sums of integers are exact: in int (LINE_T), or in ACC_T where int is too small. Sums of floats, in double, lose bits
// when a large number leaves the box: columns whose sum has become small compared with earlier values are summed up
// afresh, as are those with NaN or infinity.
//
// Coefficients: none are read, all are 1. Options (host: implementations/cpu/cpu_box.cpp): those of line.cl, with one
// row in each step, and FRESH_SUMS.
// Work size: ceil(columns * CN / BLOCK) x ceil(rows / STEPS) work-items, in groups of one. Local memory: none.
// Private memory of a work-item: 3 * COLUMNS scalars of LINE_T, with FRESH_SUMS 4; HALO + 1 ints.
// Not supported: other filters; sources of double, and float sources with sums in float.

#include "common/border.cl"
#include "cpu/line.cl"

#ifndef FRESH_SUMS
#define FRESH_SUMS 0 // 1: the source is floats, sums may have to be computed afresh
#endif
// Columns by which a sum of integers moves along a row in one step
#define GROUP (LINE_PX < 16 ? 8 : 16)
#define GROUPS (FILTER_COLS / GROUP)
#define GROUP_SCALARS (GROUP * CN)
// With fewer than two groups, all sums along a row are made of sums of 1, 2, 4, ... columns
#define LEVEL (FRESH_SUMS && GROUPS < 2 ? 2 * GROUP : GROUP)
#define COLUMNS (BLOCK + HALO + (GROUP + 1) * CN + 2 * LINE_PX) // vectors and groups overread the last column
#define MAX_LOST 65536.f // of a double's 53 bits 16 may be lost at once, and 10 over 1024 steps; the result needs 24

// The scalars of a tile with its halo: scalar of the row where they begin, their number, and which of them are inside
// the image
typedef struct
{
    Source source;
    int first, count;
    int left, right;
    bool compute; // some outside column has no other column with its sum
} Columns;

// Adds row y to all column sums, or subtracts it.
INLINE void addRow(Columns columns, int y, LINE_T sign, LINE_T *line, LINE_T *sums)
{
    readLine(columns.source, y, columns.first, columns.count, line);
    for (int i = 0; i < columns.count; i += LINE_PX)
        storeLine(loadLine(sums + i) + sign * loadLine(line + i), sums + i);
}

#define ZERO (COLUMNS - 1) // a column sum that stays 0

// Finds for each outside column, from left to right, another column with the same sum, or itself if there is none.
// @returns whether a column has none, so that its sum must be computed
INLINE bool findOutside(Columns columns, int *from)
{
    bool computed = false;
    for (int n = 0; n < columns.left + columns.count - columns.right; ++n)
    {
        const int i = n < columns.left ? n : columns.right + n - columns.left;
        const int index = borderIndex(columns.source, columns.first + i), inTile = index - columns.first;
        from[n] = index < 0 ? ZERO : inTile >= columns.left && inTile < columns.right ? inTile : i;
        computed |= from[n] == i;
    }
    return computed;
}

INLINE void copyOutside(Columns columns, const int *from, LINE_T *sums)
{
    for (int n = 0; n < columns.left; ++n)
        sums[n] = sums[from[n]];
    for (int n = columns.left, i = columns.right; i < columns.count; ++n, ++i)
        sums[i] = sums[from[n]];
}

// Adds row y, and row `other` times `sign`, to the column sums, but perhaps not to those that copyOutside sets.
INLINE void addRows(Columns columns, int y, int other, LINE_T sign, const int *from, LINE_T *line, LINE_T *sums)
{
    const Source source = columns.source;
    const int y0 = borderRow(source, y), y1 = borderRow(source, other);
    if (y0 < 0 || y1 < 0)
    {
        addRow(columns, other, sign, line, sums);
        addRow(columns, y, 1, line, sums);
        return;
    }
    __global const SRC_T *row0 = sourceRow(source, y0), *row1 = sourceRow(source, y1);
    const int first = columns.first, right = columns.right;
    int i = columns.left;
    for (; i + LINE_PX <= right; i += LINE_PX)
        storeLine(loadLine(sums + i) + (loadSource(row0 + first + i) + sign * loadSource(row1 + first + i)), sums + i);
    for (; i < right; ++i)
        sums[i] += sign * TO_LINE(row1[first + i], ) + TO_LINE(row0[first + i], );
    for (int n = 0; columns.compute && n < columns.left + columns.count - right; ++n)
    {
        i = n < columns.left ? n : right + n - columns.left;
        if (from[n] == i)
            sums[i] += sign * borderScalar(source, row1, first + i) + borderScalar(source, row0, first + i);
    }
}

#if FRESH_SUMS
// The sum of FILTER_ROWS rows from y on in column i
INLINE LINE_T freshSum(Columns columns, int y, int i)
{
    LINE_T sum = 0;
    for (int k = 0; k < FILTER_ROWS; ++k)
    {
        const int mapped = borderRow(columns.source, y + k);
        if (mapped >= 0)
            sum += borderScalar(columns.source, sourceRow(columns.source, mapped), columns.first + i);
    }
    return sum;
}

// Whether this sum may have lost too much, or is NaN
INLINE bool isLost(LINE_T sum, LINE_T peak)
{
    return !(peak <= MAX_LOST * fabs(sum));
}

// Sums up afresh FILTER_ROWS rows from y on where the sum may be wrong.
// @param peaks the largest magnitudes of the sums since they were last computed afresh
INLINE void refresh(Columns columns, int y, LINE_T *peaks, LINE_T *sums)
{
    VECTOR(long, LINE_PX) lost = 0;
    for (int i = 0; i < columns.count; i += LINE_PX)
    {
        const LINEV_T sum = loadLine(sums + i), peak = fmax(loadLine(peaks + i), fabs(sum));
        storeLine(peak, peaks + i);
        lost |= ~islessequal(peak, MAX_LOST * fabs(sum));
    }
    if (!any(lost))
        return;
    for (int i = 0; i < columns.count; ++i)
        if (isLost(sums[i], peaks[i]))
        {
            sums[i] = freshSum(columns, y, i);
            peaks[i] = fabs(sums[i]);
        }
}
#endif

// For `count` scalars of a row: `level` becomes the sums of LEVEL columns, if the filter has as many, made from sums of
// 1, 2, 4, ... columns. With `add`, `sums` becomes those of the first FILTER_COLS % LEVEL columns under the filter.
INLINE void sumLevels(const LINE_T *columns, int count, bool add, LINE_T *level, LINE_T *sums)
{
    const LINE_T *from = columns;
    int done = 0;
    for (int size = 1; size < LEVEL; size *= 2)
    {
        if (add && (FILTER_COLS & size))
        {
            for (int i = 0; i < count; i += LINE_PX)
                storeLine((done ? loadLine(sums + i) : (LINEV_T)(0)) + loadLine(from + i + done * CN), sums + i);
            done += size;
        }
        for (int i = 0; 2 * size <= FILTER_COLS && i < count + HALO - (2 * size - 1) * CN; i += LINE_PX)
            storeLine(loadLine(from + i) + loadLine(from + i + size * CN), level + i);
        from = level;
    }
}

// The sums of FILTER_COLS column sums, for `count` scalars of a row.
// level: space for sums of 2, 4, 8, ... columns
#if FRESH_SUMS || FILTER_COLS < GROUP
// Nothing is subtracted, so that no bits are lost. From two groups on, each group of a block of GROUPS groups gets the
// sum from it to the end of the block. A window is such a sum and one from the start of the next block.
INLINE void sumAlong(const LINE_T *columns, int count, LINE_T *level, LINE_T *sums)
{
    sumLevels(columns, count, true, level, sums);
    LINE_T *const groups = level + FILTER_COLS % LEVEL * CN;
    for (int block = 0; GROUPS > 1 && block < count; block += GROUPS * GROUP_SCALARS)
        for (int v = block; v < block + GROUP_SCALARS; v += LINE_PX)
        {
            LINEV_T sum = loadLine(groups + v + (GROUPS - 1) * GROUP_SCALARS);
            for (int i = v + (GROUPS - 2) * GROUP_SCALARS; i >= v; i -= GROUP_SCALARS)
            {
                sum += loadLine(groups + i);
                storeLine(sum, groups + i);
            }
            const int end = min(count, v + GROUPS * GROUP_SCALARS);
            sum = 0;
            for (int i = v; i < end; i += GROUP_SCALARS)
            {
                const LINEV_T before = FILTER_COLS % LEVEL ? loadLine(sums + i) : (LINEV_T)(0);
                storeLine(before + loadLine(groups + i) + sum, sums + i);
                sum += loadLine(groups + i + GROUPS * GROUP_SCALARS);
            }
        }
}
#else
INLINE void sumAlong(const LINE_T *columns, int count, LINE_T *level, LINE_T *sums)
{
    sumLevels(columns, count, false, level, sums);
    LINEV_T sum[GROUP_SCALARS / LINE_PX]; // in registers: read back from memory each would wait for the store before it
    for (int v = 0; v < GROUP_SCALARS / LINE_PX; ++v)
    {
        const int i = v * LINE_PX;
        sum[v] = 0;
        for (int c = 0; c + GROUP <= FILTER_COLS; c += GROUP)
            sum[v] += loadLine(level + i + c * CN);
        for (int c = FILTER_COLS / GROUP * GROUP; c < FILTER_COLS; ++c)
            sum[v] += loadLine(columns + i + c * CN);
        storeLine(sum[v], sums + i);
    }
    for (int i = 0; i < count - GROUP_SCALARS; i += GROUP_SCALARS)
#pragma unroll
        for (int v = 0; v < GROUP_SCALARS / LINE_PX; ++v)
        {
            const LINE_T *group = level + i + v * LINE_PX;
            sum[v] += loadLine(group + FILTER_COLS * CN) - loadLine(group);
            storeLine(sum[v], sums + i + GROUP_SCALARS + v * LINE_PX);
        }
}
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void clconv_cpu_box(CLCONV_ARGUMENTS(__global const uchar *src))
{
    CLCONV_GROUP
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    const Tile tile = tileOf(group, dstSize);
    if (tile.block <= 0 || tile.top >= tile.bottom)
        return;
    const int first = source.origin.x * CN + tile.begin, count = tile.block + HALO;
    const int left = clamp(-first, 0, count), right = clamp(source.size.x * CN - first, left, count);
    Columns columns = {source, first, count, left, right, false};
    int from[HALO + 1];
    columns.compute = findOutside(columns, from);
    const int top = source.origin.y + tile.top;

    LINE_T columnSums[COLUMNS], line[COLUMNS], sums[COLUMNS];
    for (int i = 0; i < COLUMNS; ++i)
        columnSums[i] = line[i] = 0;
    for (int k = 0; k + 1 < FILTER_ROWS; k += 2)
        addRows(columns, top + k, top + k + 1, 1, from, line, columnSums);
    if (FILTER_ROWS % 2)
        addRow(columns, top + FILTER_ROWS - 1, 1, line, columnSums);
    copyOutside(columns, from, columnSums);
#if FRESH_SUMS
    LINE_T peaks[COLUMNS];
    for (int i = 0; i < COLUMNS; ++i)
        peaks[i] = fabs(columnSums[i]);
#endif
    for (int y = tile.top;; ++y)
    {
        sumAlong(columnSums, tile.block, line, sums);
        for (int s = 0; s < tile.block; s += PX)
            writeOutputs(TO_ACC(JOIN(vload, PX)(0, sums + s), PX) + (ACCV_T)(delta), output,
                         outputRow(output, y) + tile.begin + s, tile.block - s);
        if (y + 1 >= tile.bottom)
            break;
        const int next = source.origin.y + y + 1;
        addRows(columns, next + FILTER_ROWS - 1, next - 1, -1, from, line, columnSums);
        copyOutside(columns, from, columnSums);
#if FRESH_SUMS
        refresh(columns, next, peaks, columnSums);
#endif
    }
}
