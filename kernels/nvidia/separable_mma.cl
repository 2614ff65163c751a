// SPDX-License-Identifier: Apache-2.0
//
// Filters that are the outer product of a column and a row, or the sum of RANK of them, through the matrix units of
// NVIDIA's multiprocessors: for each outer product two chained products of small matrices. The result of the first is
// the left operand of the second without leaving its registers.
//
//      column sums = (matrix of the column's taps) * pixels          16 rows x 16 pixels from 15 + FILTER_ROWS rows
//      outputs    += column sums * (matrix of the row's taps)        16 rows x 16 pixels from 15 + FILTER_COLS pixels
//
// These are Toeplitz matrices: each row holds the same taps, shifted by one. A work-group has WG_Y warps, one above the
// other, each with 16 rows of outputs. It walks along SEGMENT pixels of its rows in steps of 16, a column group. A step
// computes one group of column sums and adds its share to COL_GROUPS groups of outputs; the oldest is then complete.
//
//      |      group 0       |      group 1       |      group 2       |   column groups, from LEAD_PIXELS before
//      +--------------------+--------------------+--------------------+   the first tap on
//                           |   under 31 taps of the outputs of one group: three groups
//
// Asynchronous copies bring source rows to local memory, STAGES - 1 stages ahead of the one in use. A stage is
// STAGE_GROUPS column groups of all rows of the work-group.
//
// An operand is the sum of two numbers of fewer bits, its upper and lower part, and a product of operands is three:
// that of the lower parts is below the rounding of the sums. With HALF_OPERANDS, for uchar, parts are half floats of 11
// bits; a byte read as a denormal half float needs no conversion and no lower part. Otherwise they are floats of 11
// bits (tf32).
//
// The zeros of these matrices turn a number that is not finite into NaN, and lower parts of tiny numbers are denormal,
// which matrix units take for zero. So float sums that are not finite, or tiny, are computed directly.
//
// Coefficients (src/coefficients/matrix/factor_parts.hpp): two factors for the sums, since taps are scaled; for each
// outer product the upper and lower parts of all taps of its column and its row, with PADDING zeros on both sides; then
// the row's and the column's taps.
//
// Options (host: implementations/nvidia/separable_mma.cpp): below, and those of toeplitz.cl and memory.cl; the border
// of border.cl. WG_X is 32, WG_Y the number of warps in a work-group.
// Work size: ceil(columns / SEGMENT) * 32 x ceil(rows / 16) work-items, rounded up to groups of 32 x WG_Y.
// Local memory: STAGES * STAGE_ROWS * PITCH bytes (localBytes in separable_mma.cpp).
// Not supported: other filters, several products without HALF_OPERANDS, more than 4 channels, double. For other
// vendors' devices, and below compute capability 8.0, the file compiles without the kernel.

#include "common/border.cl"
#include "common/memory.cl"
#include "nvidia/toeplitz.cl"
#include "nvidia/ptx.cl"

#ifndef SEGMENT
#define SEGMENT 512 // pixels of a row that a work-group filters, a multiple of 16
#endif
#ifndef STAGES
#define STAGES 3 // stages in local memory: one in use, the others on their way
#endif
#ifndef STAGE_GROUPS
#define STAGE_GROUPS 4 // column groups in a stage, e.g. 4 for 64 bytes of a row of uchar
#endif
#ifndef RANK
#define RANK 1 // outer products whose sum the filter is, 1..4
#endif
#define PRODUCT_WORDS (2 * TABLE_WORDS(FILTER_ROWS) + 2 * TABLE_WORDS(FILTER_COLS)) // words in the tables of one
#define STAGE_ROWS (SQUARE * (WG_Y - 1) + ROW_BLOCKS * BLOCK_ROWS)
#define STAGE_ROW_BYTES (STAGE_GROUPS * SQUARE * CN * SRC_BYTES)
#define PITCH (STAGE_ROW_BYTES + (SRC_BYTES == 1 ? 16 : 32)) // the four rows that a warp reads at a time: other banks
#define COPY_T JOIN(COPY_T_, COPY_BYTES) // as large as an asynchronous copy
#define COPY_T_8 uint2
#define COPY_T_16 uint4
#define COPIES_PER_ROW (STAGE_ROW_BYTES / COPY_BYTES)
#define GROUP_ITEMS (WARP_SIZE * WG_Y)
#define COPIES ((STAGE_ROWS * COPIES_PER_ROW + GROUP_ITEMS - 1) / GROUP_ITEMS) // copies of a work-item for a stage

// Loads a stage from pixel x, y on, wherever its pixels are
INLINE void gatherStage(Source source, int x, int y, int item, __local uchar *stage)
{
#pragma unroll 1
    for (int n = item; n < STAGE_ROWS * COPIES_PER_ROW; n += GROUP_ITEMS)
    {
        const int row = n / COPIES_PER_ROW, byte = n % COPIES_PER_ROW * COPY_BYTES;
        const int mapped = borderRow(source, y + row);
        __global const SRC_T *from = sourceRow(source, max(mapped, 0));
        __local SRC_T *to = (__local SRC_T *)(stage + row * PITCH + byte);
#pragma unroll 1
        for (int i = 0; i < COPY_BYTES / SRC_BYTES; ++i)
        {
            const int index = borderIndex(source, x * CN + byte / SRC_BYTES + i);
            to[i] = mapped < 0 || index < 0 ? (SRC_T)0 : from[index];
        }
    }
}

// The same if its pixels are inside the columns of the image, and aligned
INLINE void copyRows(Source source, int x, int y, int item, __local uchar *stage)
{
#pragma unroll 1
    for (int n = item; n < STAGE_ROWS * COPIES_PER_ROW; n += GROUP_ITEMS)
    {
        const int row = n / COPIES_PER_ROW, byte = n % COPIES_PER_ROW * COPY_BYTES;
        const int mapped = borderRow(source, y + row);
        __local uchar *to = stage + row * PITCH + byte;
        if (mapped < 0)
            *(__local COPY_T *)to = (COPY_T)(0);
        else
            copyAsync(to, (__global const uchar *)(sourceRow(source, mapped) + x * CN) + byte);
    }
}

// The same if they are inside the image
INLINE void copyInterior(Source source, int x, int y, int item, __local uchar *stage)
{
    __global const uchar *from = (__global const uchar *)(sourceRow(source, y) + x * CN);
#pragma unroll
    for (int i = 0; i < COPIES; ++i)
    {
        const int n = item + i * GROUP_ITEMS, row = n / COPIES_PER_ROW, byte = n % COPIES_PER_ROW * COPY_BYTES;
        if ((i + 1) * GROUP_ITEMS <= STAGE_ROWS * COPIES_PER_ROW || row < STAGE_ROWS)
            copyAsync(stage + row * PITCH + byte, from + ((INDEX_T)row * source.step + byte));
    }
}

// Requests a stage. aligned: pixel x is at a multiple of COPY_BYTES in every row; insideRows: all rows are in the image
INLINE void requestStage(Source source, int x, int y, bool aligned, bool insideRows, int item, __local uchar *stage)
{
    if (!aligned || x < 0 || x + STAGE_GROUPS * SQUARE > source.size.x)
        gatherStage(source, x, y, item, stage);
    else if (insideRows)
        copyInterior(source, x, y, item, stage);
    else
        copyRows(source, x, y, item, stage);
}

#if !HALF_OPERANDS
#define LEAST_SUM 0x12800000u // bits of 2^-90
#define INFINITE_SUM 0x7f800000u

// Whether parts of floats may give a wrong sum. Zero counts as right: it is the sum of zeros.
INLINE bool isDoubtful(float sum)
{
    const uint magnitude = as_uint(sum) & 0x7fffffff;
    return magnitude - LEAST_SUM >= INFINITE_SUM - LEAST_SUM && magnitude != 0;
}

// An output computed directly. x, y: its first source pixel
INLINE float directSum(Source source, __global const float *rowTaps, int x, int y, int channel)
{
    __global const float *columnTaps = rowTaps + FILTER_COLS;
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < FILTER_ROWS; ++j)
    {
        const int mapped = borderRow(source, y + j);
        __global const SRC_T *row = sourceRow(source, max(mapped, 0));
        float rowSum = 0;
#pragma unroll 1
        for (int i = 0; i < FILTER_COLS; ++i)
            rowSum += rowTaps[i] * (mapped < 0 ? 0.f : borderScalar(source, row, (x + i) * CN + channel));
        sum += columnTaps[j] * rowSum;
    }
    return sum;
}
#endif

// Stores a lane's outputs of a complete group: in the rows lane / 4 and lane / 4 + 8, the pixels of 4 * (lane % 4) on.
// x, y: the first output of the group in the image
INLINE void storeGroup(Output output, int2 dstSize, Source source, __global const float *rowTaps, int x, int y,
                       int lane, bool aligned, float2 scale, float delta, float (*sums)[2][4])
{
    const int column = x + lane % 4 * LANE_PIXELS;
    if (column >= dstSize.x)
        return;
#pragma unroll
    for (int side = 0; side < 2; ++side)
    {
        const int row = y + lane / 4 + SQUARE / 2 * side;
        if (row >= dstSize.y)
            return;
        float values[PX];
        uint doubtful = 0; // a bit for each output
#pragma unroll
        for (int i = 0; i < PX; ++i)
        {
            const int pixel = i / CN;
            const float sum = sums[i % CN][pixel / 2][2 * side + pixel % 2];
#if HALF_OPERANDS
            values[i] = sum * scale.x + delta;
#else
            values[i] = sum * scale.x * scale.y + delta;
            doubtful |= (uint)isDoubtful(sum) << i;
#endif
        }
        __global DST_T *out = outputRow(output, row) + column * CN;
        applyStages(output, out, (dstSize.x - column) * CN, PX, aligned, values);
        storeTail(out, values, (dstSize.x - column) * CN, aligned);
#if !HALF_OPERANDS
#pragma unroll 1
        for (int i = 0; doubtful != 0; ++i, doubtful >>= 1)
            if ((doubtful & 1) != 0 && column + i / CN < dstSize.x)
                out[i] = TO_DST(delta + directSum(source, rowTaps, source.origin.x + column + i / CN,
                                                  source.origin.y + row, i % CN), );
#endif
    }
}

#if NVIDIA >= 80 // other devices lack the instructions
__kernel GROUP_SIZE
void clconv_separable_mma(CLCONV_ARGUMENTS(__global const uchar *src))
{
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    __local uint4 buffer[STAGES * STAGE_ROWS * PITCH / 16];
    const int lane = get_local_id(0), warp = get_local_id(1), item = warp * WARP_SIZE + lane;
    const int x0 = get_group_id(0) * SEGMENT, y0 = get_group_id(1) * WG_Y * SQUARE;
    const int x = source.origin.x + x0 - LEAD_PIXELS, y = source.origin.y + y0;
    const int groups = (min(SEGMENT, dstSize.x - x0) + SQUARE - 1) / SQUARE;
    const int stages = (groups + COL_GROUPS - 1 + STAGE_GROUPS - 1) / STAGE_GROUPS;
    const INDEX_T addresses = source.step | (source.offset + (INDEX_T)x * (INDEX_T)(CN * SRC_BYTES));
    const bool aligned = (((size_t)source.data | (size_t)addresses) & (COPY_BYTES - 1)) == 0;
    const bool insideRows = y >= 0 && y + STAGE_ROWS <= source.size.y;
    const bool alignedOutputs = areAligned(output.step | output.offset);
#pragma unroll
    for (int s = 0; s < STAGES - 1; ++s)
    {
        if (s < stages)
            requestStage(source, x + s * STAGE_GROUPS * SQUARE, y, aligned, insideRows, item,
                         (__local uchar *)buffer + s * (STAGE_ROWS * PITCH));
        commitCopies();
    }
    __global const float *table = coefficients;
    const float2 scale = (float2)(table[0], table[1]);
    Toeplitz matrices[RANK];
#pragma unroll
    for (int p = 0; p < RANK; ++p)
        loadToeplitz((__global const uint *)table + HEAD_WORDS + p * PRODUCT_WORDS, lane, &matrices[p]);
    __global const float *rowTaps = table + HEAD_WORDS + RANK * PRODUCT_WORDS;

    float sums[COL_GROUPS][CN][2][4];
#pragma unroll
    for (int i = 0; i < COL_GROUPS * CN * 8; ++i)
        ((float *)sums)[i] = 0;
    int group = 1 - COL_GROUPS; // of outputs, complete after this step
    int slot = 0;
#pragma unroll 1
    for (int s = 0; s < stages; ++s)
    {
        WAIT_FOR_COPIES(STAGES - 2);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int next = s + STAGES - 1;
        if (next < stages)
            requestStage(source, x + next * STAGE_GROUPS * SQUARE, y, aligned, insideRows, item,
                         (__local uchar *)buffer + (slot == 0 ? STAGES - 1 : slot - 1) * (STAGE_ROWS * PITCH));
        commitCopies();
        __local const uchar *tile = (__local uchar *)buffer + slot * (STAGE_ROWS * PITCH) +
                                    (warp * SQUARE + lane % 4) * PITCH + lane / 4 * (2 * CN * SRC_BYTES);
        slot = slot + 1 == STAGES ? 0 : slot + 1;
#pragma unroll 1
        for (int q = 0; q < STAGE_GROUPS; ++q, tile += SQUARE * CN * SRC_BYTES, ++group)
        {
#pragma unroll
            for (int c = 0; c < CN; ++c)
#pragma unroll
                for (int p = 0; p < RANK; ++p)
                {
                    float columnSums[2][4];
                    filterColumns(tile, PITCH, c, &matrices[p], columnSums);
                    addColumnSums(columnSums, c, p == 0, &matrices[p], sums);
                }
            if (group >= 0 && group < groups)
                storeGroup(output, dstSize, source, rowTaps, x0 + group * SQUARE, y0 + warp * SQUARE, lane,
                           alignedOutputs, scale, delta, sums[0]);
#pragma unroll
            for (int i = 0; i < (COL_GROUPS - 1) * CN * 8; ++i)
                ((float *)sums)[i] = ((float *)sums)[i + CN * 8];
        }
    }
}
#endif
