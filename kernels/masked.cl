// SPDX-License-Identifier: Apache-2.0
//
// Filters an image some of whose pixels are missing, in one pass: the output is the sum of taps times weights times
// pixels, divided by the sum of taps times weights. A pixel of weight 0 does not count, whatever its value.
//
// A work-item computes PX pixels of each of ROWS rows. It reads every pixel under them once for all rows:
//
//      source row k of a tile of ROWS = 3, for a filter of three rows: its pixels times tap row j are added to sum r
//
//      k         0    1    2    3    4
//      sum 0    j=0  j=1  j=2
//      sum 1         j=0  j=1  j=2
//      sum 2              j=0  j=1  j=2
//
// Each sum adds its products row by row, so its bits depend on neither PX nor ROWS. The scalars of PX pixels are as
// many vectors as there are channels; the weights from a mask are one vector for all channels.
//
// Options: below, and those of interface.cl and border.cl; the size of the filter is data.
// Work size: ceil(columns / PX) x ceil(rows / ROWS) work-items, with more than four channels columns*CN along a row,
// rounded up to whole groups of WG_X x WG_Y. Local memory: none.
// Not supported: COEFFICIENTS_BY_VALUE; PX other than 1 with more than four channels.

#define TAP_COUNT ((long)call.filterCols * call.filterRows) // in the kernel

#include "common/interface.cl"
#include "common/border.cl"

#ifndef PX
#define PX 1 // pixels of a row that a work-item computes: 1, 4, 8 or 16
#endif
#ifndef ROWS
#define ROWS 4 // rows that a work-item computes
#endif
#ifndef WEIGHTS
#define WEIGHTS 0 // 0: NaN is missing; 1: pixels count where the mask is not 0; 2: the mask has their weights
#endif
#ifndef WEIGHT_T
#define WEIGHT_T uchar // element type of the mask
#endif
#define CHANNELS (CN > 4 ? 1 : CN)               // channels that a work-item computes
#define WEIGHT_VECTORS (WEIGHTS ? 1 : CHANNELS) // without a mask each channel has NaNs of its own

#if PX == 1
#define LANES
#define VALUES_T ACC_T
#define LOAD(address) TO_ACC(*(address), )
#define LOAD_SOURCE(address) FROM_SRC(*(address), )
#define STORE(values, address) *(address) = values
#else
#define LANES PX
#define VALUES_T VECTOR(ACC_T, PX)
#define LOAD(address) TO_ACC(JOIN(vload, PX)(0, address), PX)
#define LOAD_SOURCE(address) FROM_SRC(JOIN(vload, PX)(0, address), PX)
#define STORE(values, address) JOIN(vstore, PX)(values, 0, address)
#endif

// Expands `pixels`, one number for each pixel: the numbers of the pixels to which the scalars of vector c belong.
INLINE VALUES_T ofScalars(VALUES_T pixels, int c)
{
#if CHANNELS == 1 || PX == 1
    return pixels;
#else
    ACC_T from[PX], to[PX];
    STORE(pixels, from);
#pragma unroll
    for (int p = 0; p < PX; ++p)
        to[p] = from[(c * PX + p) / CHANNELS];
    return LOAD(to);
#endif
}

// The weights for pixels of a mask
INLINE VALUES_T weightsOf(VALUES_T mask)
{
    return WEIGHTS == 1 ? (mask != 0 ? (VALUES_T)(1) : (VALUES_T)(0)) : mask;
}

// PX pixels of a row from column x on, all of them inside, and their weights
INLINE void loadInside(__global const SRC_T *row, __global const WEIGHT_T *mask, int x, VALUES_T *values,
                       VALUES_T *weights)
{
#pragma unroll
    for (int c = 0; c < CHANNELS; ++c)
        values[c] = LOAD_SOURCE(row + x * CN + c * PX);
#if WEIGHTS
    weights[0] = weightsOf(LOAD(mask + x));
#else
#pragma unroll
    for (int c = 0; c < CHANNELS; ++c)
        weights[c] = isnan(values[c]) ? (VALUES_T)(0) : (VALUES_T)(1);
#endif
}

// The same if pixels may be outside the image: with BORDER_CONSTANT those have no weight.
INLINE void loadMapped(Source source, __global const SRC_T *row, __global const WEIGHT_T *mask, int x,
                       VALUES_T *values, VALUES_T *weights)
{
    ACC_T value[PX * CHANNELS], weight[PX * WEIGHT_VECTORS];
#pragma unroll
    for (int p = 0; p < PX; ++p)
    {
        const int column = borderColumn(source, x + p), near = max(column, 0);
#pragma unroll
        for (int c = 0; c < CHANNELS; ++c)
        {
            const ACC_T scalar = FROM_SRC(row[near * CN + c], );
            value[p * CHANNELS + c] = column < 0 ? (ACC_T)0 : scalar;
#if WEIGHTS == 0
            weight[p * CHANNELS + c] = column < 0 || isnan(scalar) ? (ACC_T)0 : (ACC_T)1;
#endif
        }
#if WEIGHTS
        weight[p] = column < 0 ? (ACC_T)0 : TO_ACC(mask[near], );
#endif
    }
#pragma unroll
    for (int c = 0; c < CHANNELS; ++c)
        values[c] = LOAD(value + c * PX);
#pragma unroll
    for (int v = 0; v < WEIGHT_VECTORS; ++v)
        weights[v] = WEIGHTS ? weightsOf(LOAD(weight + v * PX)) : LOAD(weight + v * PX);
}

// The quotient, corrected so that nearly all results are correctly rounded: devices divide with an error of a few units
// in the last place.
INLINE VALUES_T quotient(VALUES_T sum, VALUES_T total)
{
    const VALUES_T first = sum / total;
#if NO_FMA
    return first;
#else
    const VALUES_T corrected = fma(fma(-first, total, sum), 1 / total, first);
    return isfinite(corrected) ? corrected : first;
#endif
}

__kernel GROUP_SIZE
void clconv_masked(CLCONV_ARGUMENTS(__global const uchar *src), __global const ACC_T *numbers
#if WEIGHTS
                   , __global const uchar *second, const INDEX_T secondStep, const INDEX_T secondOffset
#endif
                   )
{
    const Source source = SOURCE_VALUES;
    const Output output = OUTPUT_VALUES;
    const CallData call = FIELDS_OF(tileRange);
    const int item = get_global_id(0), y = get_global_id(1) * ROWS;
    const int x = item / (CN / CHANNELS) * PX, channel = item % (CN / CHANNELS);
    if (x >= dstSize.x || y >= dstSize.y)
        return;
    const int first = source.origin.x + x;
    const bool inside = first >= 0 && first + call.filterCols - 1 + PX <= source.size.x;
    VALUES_T sum[ROWS * CHANNELS], total[ROWS * WEIGHT_VECTORS];
#pragma unroll
    for (int s = 0; s < ROWS * CHANNELS; ++s)
        sum[s] = 0;
#pragma unroll
    for (int s = 0; s < ROWS * WEIGHT_VECTORS; ++s)
        total[s] = 0;
    for (int k = 0; k < call.filterRows + ROWS - 1; ++k)
    {
        const int sourceY = borderRow(source, source.origin.y + y + k);
        if (sourceY < 0)
            continue;
        __global const SRC_T *row = sourceRow(source, sourceY) + channel;
#if WEIGHTS
        __global const WEIGHT_T *mask =
            (__global const WEIGHT_T *)(second + ((INDEX_T)sourceY * secondStep + secondOffset));
#else
        __global const WEIGHT_T *mask = 0;
#endif
        for (int i = 0; i < call.filterCols; ++i)
        {
            VALUES_T values[CHANNELS], weights[WEIGHT_VECTORS];
            if (inside)
                loadInside(row, mask, first + i, values, weights);
            else
                loadMapped(source, row, mask, first + i, values, weights);
#pragma unroll
            for (int c = 0; c < CHANNELS; ++c)
            {
                const VALUES_T weight = WEIGHTS ? ofScalars(weights[0], c) : weights[c % WEIGHT_VECTORS];
                values[c] = weight == 0 ? (VALUES_T)(0) : WEIGHTS == 2 ? values[c] * weight : values[c];
            }
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
            {
                const int j = k - r;
                if (j < 0 || j >= call.filterRows)
                    continue;
                const VALUES_T tap = (VALUES_T)(TAPS[j * call.filterCols + i]);
#pragma unroll
                for (int c = 0; c < CHANNELS; ++c)
                    sum[r * CHANNELS + c] = fma(tap, values[c], sum[r * CHANNELS + c]);
#pragma unroll
                for (int v = 0; v < WEIGHT_VECTORS; ++v)
                    total[r * WEIGHT_VECTORS + v] = fma(tap, weights[v], total[r * WEIGHT_VECTORS + v]);
            }
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
    {
        if (y + r >= dstSize.y)
            break;
        __global DST_T *out = outputRow(output, y + r) + x * CN + channel;
#pragma unroll
        for (int c = 0; c < CHANNELS; ++c)
        {
            const VALUES_T weight = WEIGHTS ? ofScalars(total[r], c) : total[r * WEIGHT_VECTORS + c % WEIGHT_VECTORS];
            const VALUES_T divided = quotient(sum[r * CHANNELS + c], weight) + delta;
            const VALUES_T result = weight == 0 ? (VALUES_T)(numbers[0]) : divided;
            if (x + PX <= dstSize.x)
            {
                STORE(TO_DST(result, LANES), out + c * PX);
                continue;
            }
            ACC_T scalars[PX];
            STORE(result, scalars);
            for (int p = 0; p < PX; ++p)
                if (x + (c * PX + p) / CHANNELS < dstSize.x)
                    out[c * PX + p] = TO_DST(scalars[p], );
        }
    }
}
