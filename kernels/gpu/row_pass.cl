// SPDX-License-Identifier: Apache-2.0
//
// The row pass of separable.cl: a work-group filters the rows of its column sums, which are in local memory, and stores
// the outputs. A sum of outer products has RANK tiles of column sums, one after the other.
//
//      +-----+----------------------------+------+
//      |LEAD | TILE sums, as many outputs | halo |     GROUP_ROWS = WG_Y*ROWS rows of PITCH vectors of four sums
//      +-----+----------------------------+------+
//
// A work-item computes PX outputs from one pass over PX + (FILTER_COLS-1)*CN column sums, four at a time. Adjacent
// work-items read local memory PX sums apart, which is an odd number of vectors of four: no bank conflicts. Where PX is
// VEC, a work-item stays in its columns and steps down; otherwise the outputs of the group are numbered row by row.
//
// Options (host: implementations/gpu/separable.cpp): below; WG_X, WG_Y, DENORM_OPERANDS of interface.cl;
// UNALIGNED_STORE, ALIGNED_OUTPUTS and PX of memory.cl: PX, 4 or 12, is what the row pass computes at a time.

#ifndef CLCONV_ROW_PASS_CL
#define CLCONV_ROW_PASS_CL

#include "common/border.cl"
#include "common/memory.cl"

#ifndef RANK
#define RANK 1 // outer products whose sum the filter is, 1..4
#endif
#ifndef ROWS
#define ROWS 4 // rows of a work-item in the column pass, 1..16
#endif
#ifndef VEC
#define VEC 4 // of separable: columns, in scalars, of a work-item in the column pass: 4, 8 or 16
#endif
#ifndef LEAD
#define LEAD 0 // scalars from the aligned address before the first tap to that tap, anchor centred: 0..VEC-1
#endif
#ifndef TILE
#define TILE (WG_X * VEC / 2) // outputs of a group along a row, a multiple of PX and VEC, e.g. 240
#endif
#ifndef TAPS_PER_CHUNK
#define TAPS_PER_CHUNK FILTER_COLS // taps of a row that are unrolled: all, or fewer with TAPS_PER_CHUNK*CN % 4 == 0
#endif
#ifndef SPAN
#define SPAN (TILE / PX) // if PX is not VEC: work-items for a row in the row pass, a few idle, e.g. 64 for TILE/PX = 60
#endif
#define GROUP_ITEMS (WG_X * WG_Y)
#define GROUP_ROWS (WG_Y * ROWS)
#define PRODUCT_TAPS (FILTER_COLS + FILTER_ROWS) // of the factors of an outer product
#define VECTOR_SUMS 4                     // column sums in a vector of local memory
#define PITCH (WG_X * VEC / VECTOR_SUMS)  // vectors in a row of column sums
#define FIRST_SUM (LEAD % VECTOR_SUMS)    // position of the first sum of a row pass in its first vector
// Vectors under TAPS_PER_CHUNK taps of PX outputs
#define ROW_VECTORS ((FIRST_SUM + PX + (TAPS_PER_CHUNK - 1) * CN + VECTOR_SUMS - 1) / VECTOR_SUMS)
#define CHANNEL_OUTPUTS ((PX + CN - 1) / CN) // of the PX outputs, those of one channel, or one more
#define ACC4_T VECTOR(ACC_T, 4)

// Adds the taps i0 ... i0+TAPS_PER_CHUNK-1 of the row to PX outputs. from: the vector with the sum under the first of
// these taps for the first output
INLINE void addChunk(__local const ACC4_T *row, int from, int i0, TAPS_T taps, ACC_T *outputs)
{
#pragma unroll
    for (int v = 0; v < ROW_VECTORS; ++v)
    {
        PRIVATE_ARRAY(ACC_T, values, VECTOR_SUMS);
        // The last chunk may have fewer taps: vectors that it does not need may be beyond the row.
        const int vector = FILTER_COLS % TAPS_PER_CHUNK != 0 ? min(from + v, PITCH - 1) : from + v;
        vstore4(row[vector], 0, values);
#pragma unroll
        for (int e = 0; e < VECTOR_SUMS; ++e)
#pragma unroll
            for (int n = 0; n < CHANNEL_OUTPUTS; ++n) // those of the sum's channel
            {
                const int distance = v * VECTOR_SUMS + e - FIRST_SUM; // of the sum from the first output's first one
                const int p = (distance + VECTOR_SUMS * CN) % CN + n * CN, i = (distance - p) / CN;
                if (p >= PX || distance < p || i >= TAPS_PER_CHUNK)
                    continue;
                if (FILTER_COLS % TAPS_PER_CHUNK != 0 && i0 + i >= FILTER_COLS)
                    continue;
                outputs[p] += taps[i0 + i] * values[e];
            }
    }
}

// PX outputs from a row of sums of each product; column: of the sum under the first tap of the first output
INLINE void filterRow(__local const ACC4_T *row, int column, TAPS_T taps, ACC_T delta, ACC_T *outputs)
{
#pragma unroll
    for (int p = 0; p < PX; ++p)
        outputs[p] = delta;
#pragma unroll 1
    for (int product = 0; product < RANK; ++product, row += GROUP_ROWS * PITCH, taps += PRODUCT_TAPS)
#pragma unroll 1
        for (int i0 = 0; i0 < FILTER_COLS; i0 += TAPS_PER_CHUNK)
            addChunk(row, (column + i0 * CN) / VECTOR_SUMS, i0, taps, outputs);
}

#if RANK > 1
// An output computed tap by tap. y, scalar: of the source, under the first tap
INLINE ACC_T directSum(Source source, int y, int scalar, TAPS_T taps, ACC_T delta)
{
    ACC_T sum = delta;
#pragma unroll 1
    for (int j = 0; j < FILTER_ROWS; ++j)
    {
        const int mapped = borderRow(source, y + j);
        __global const SRC_T *row = sourceRow(source, max(mapped, 0));
#pragma unroll 1
        for (int i = 0; i < FILTER_COLS; ++i)
        {
            ACC_T tap = 0;
#pragma unroll
            for (int product = 0; product < RANK; ++product)
                tap += taps[product * PRODUCT_TAPS + i] * taps[product * PRODUCT_TAPS + FILTER_COLS + j];
            sum += tap * (mapped < 0 ? (ACC_T)0 : borderScalar(source, row, scalar + i * CN));
        }
    }
    return sum;
}

// Computes outputs that are not finite once more, tap by tap, and stores them: outer products of opposite signs turn an
// infinity into NaN, and may overflow where their sum does not.
INLINE void storeDirectSums(const ACC_T *outputs, Source source, int s, int y, TAPS_T taps, ACC_T delta, int count,
                            __global DST_T *out)
{
    uint places = 0; // a bit for each output
#pragma unroll
    for (int p = 0; p < PX; ++p)
        places |= (uint)!isfinite(outputs[p]) << p;
#pragma unroll 1
    for (int p = 0; places != 0; ++p, places >>= 1)
        if ((places & 1) != 0 && p < count)
            out[p] = TO_DST(directSum(source, source.origin.y + y, source.origin.x * CN + s + p, taps, delta), );
}
#endif

// s0, y0: scalar and row of the image of the group's first output
INLINE void rowPass(__local const ACC4_T *sums, Source source, int lx, int ly, int s0, int y0, TAPS_T taps, ACC_T delta,
                    Output output, int2 dstSize)
{
    const int scalars = dstSize.x * CN;
    const bool alignedOutputs = areAligned(output.step | output.offset);
#if PX == VEC // a work-item stays in its columns: no division, and addresses are incremented
    const int at = lx * PX;
    if (at >= TILE || s0 + at >= scalars)
        return;
    const bool whole = alignedOutputs && s0 + at + PX <= scalars;
    __local const ACC4_T *row = sums + ly * PITCH;
    __global uchar *out = (__global uchar *)(outputRow(output, y0 + ly) + s0 + at);
#pragma unroll 1
    for (int n = 0; n < ROWS; ++n, row += WG_Y * PITCH, out += WG_Y * output.step)
    {
        if (y0 + ly + n * WG_Y >= dstSize.y)
            return;
        PRIVATE_ARRAY(ACC_T, outputs, PX);
        filterRow(row, LEAD + at, taps, delta, outputs);
        applyStages(output, (__global const DST_T *)out, scalars - s0 - at, PX, whole, outputs);
        if (whole)
            storeVector((__global DST_T *)out, outputs);
        else
            storeTail((__global DST_T *)out, outputs, scalars - s0 - at, false);
#if RANK > 1
        storeDirectSums(outputs, source, s0 + at, y0 + ly + n * WG_Y, taps, delta, scalars - s0 - at,
                        (__global DST_T *)out);
#endif
    }
#else
    const int item = ly * WG_X + lx;
#pragma unroll 1
    for (int n = 0; n < (GROUP_ROWS * SPAN + GROUP_ITEMS - 1) / GROUP_ITEMS; ++n)
    {
        const bool fixedColumns = GROUP_ITEMS % SPAN == 0;
        const int row = fixedColumns ? item / SPAN + n * (GROUP_ITEMS / SPAN) : (item + n * GROUP_ITEMS) / SPAN;
        const int at = (fixedColumns ? item % SPAN : (item + n * GROUP_ITEMS) % SPAN) * PX;
        if (row >= GROUP_ROWS || y0 + row >= dstSize.y || at >= TILE || s0 + at >= scalars)
            continue;
        PRIVATE_ARRAY(ACC_T, outputs, PX);
        filterRow(sums + row * PITCH, LEAD + at, taps, delta, outputs);
        __global DST_T *out = outputRow(output, y0 + row) + s0 + at;
        applyStages(output, out, scalars - s0 - at, PX, alignedOutputs, outputs);
        storeTail(out, outputs, scalars - s0 - at, alignedOutputs);
#if RANK > 1
        storeDirectSums(outputs, source, s0 + at, y0 + row, taps, delta, scalars - s0 - at, out);
#endif
    }
#endif
}

#endif
