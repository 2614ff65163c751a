// SPDX-License-Identifier: Apache-2.0
//
// The filters of a chain (stages.cl). They keep rows of row sums, or of values if the filter is not an outer product:
// with vectors in a circular line buffer; with unrolled loops the rows move up, so that their places are constants.

#ifndef CLCONV_KEPT_ROWS_CL
#define CLCONV_KEPT_ROWS_CL

#include "common/stages.cl"

#define ROW_PASS(in, count, taps, cols, sums)                                                                         \
    FOR_VALUES(i, count)                                                                                              \
    {                                                                                                                 \
        VALUES_T sum = 0;                                                                                             \
        FOR_TAPS(j, cols) sum = fma((VALUES_T)((taps)[j]), LOAD_VALUES((in) + i + j * CN), sum);                      \
        STORE_VALUES(sum, (sums) + i);                                                                                \
    }

// The place of kept row k, 0: the oldest
#if LANES == 1
#define KEPT_ROW(kept, rows, k, stride) ((kept) + (k) * (stride))
#define CLEAR_ROWS(kept, count) UNROLLED for (int i = 0; i < (count); ++i)(kept)[i] = 0;
#define MOVE_ROWS(kept, rows, stride)                                                                                 \
    UNROLLED for (int i = 0; i < ((rows)-1) * (stride); ++i)(kept)[i] = (kept)[i + (stride)];
#else
#define KEPT_ROW(kept, rows, k, stride) ((kept) + (step + 1 + (k)) % (rows) * (stride))
#define CLEAR_ROWS(kept, count) // rows are used once they are complete (FROM)
#define MOVE_ROWS(kept, rows, stride)
#endif

// Fills kept row `to`, which lies outside the image, `distance` rows from the row `edge` at the image's edge. towards:
// 1 or -1, the direction from the edge into the image. Used only for borders that copy rows that are kept.
#define KEPT_INDEX(k, rows) ((k) < 0 ? 0 : (k) < (rows) ? (k) : (rows)-1)
#define COPY_ROW(kept, rows, to, edge, distance, towards, border, count, stride)                                      \
    FOR_VALUES(i, count)                                                                                              \
    {                                                                                                                 \
        const VALUES_T at = LOAD_VALUES(KEPT_ROW(kept, rows, edge, stride) + i);                                      \
        const VALUES_T before =                                                                                       \
            LOAD_VALUES(KEPT_ROW(kept, rows, KEPT_INDEX((edge) + (towards) * ((distance)-1), rows), stride) + i);     \
        const VALUES_T behind =                                                                                       \
            LOAD_VALUES(KEPT_ROW(kept, rows, KEPT_INDEX((edge) + (towards) * (distance), rows), stride) + i);         \
        STORE_VALUES(OUTSIDE(border, at, before, behind), KEPT_ROW(kept, rows, to, stride) + i);                      \
    }

// Fills the kept rows outside the image; the newest kept row is row `newest` of the image. Rows above the image are
// filled when the last row arrives that the first row of results needs, rows below one by one, when each is the newest.
#define FIX_ROWS(kept, rows, y, newest, border, count, stride)                                                        \
    if ((y) > 0 && newest == (rows)-1 - (y))                                                                          \
    {                                                                                                                 \
        UNROLLED for (int j = 1; j <= (y); ++j) COPY_ROW(kept, rows, (y)-j, y, j, 1, border, count, stride)           \
    }                                                                                                                 \
    if ((rows)-1 - (y) > 0 && newest >= place.height)                                                                 \
    {                                                                                                                 \
        UNROLLED for (int k = 1; k < (rows) - (y); ++k) if (newest - place.height + 1 == k)                           \
            COPY_ROW(kept, rows, (rows)-1, (rows)-1 - k, k, -1, border, count, stride)                                \
    }

#define COLUMN_PASS(kept, cols, rows, count, stride, taps, delta, how, low, high, out)                                \
    FOR_VALUES(i, count)                                                                                              \
    {                                                                                                                 \
        VALUES_T sum = (VALUES_T)(delta);                                                                             \
        FOR_TAPS(k, rows)                                                                                             \
        sum = fma((VALUES_T)((taps)[k]), LOAD_VALUES(KEPT_ROW(kept, rows, k, stride) + i), sum);                      \
        STORE_VALUES(valueOf(resultOf(sum, how, (cols) * (rows)), how, low, high), (out) + i);                        \
    }

#define BOTH_PASSES(kept, cols, rows, count, stride, taps, delta, how, low, high, out)                                \
    FOR_VALUES(i, count)                                                                                              \
    {                                                                                                                 \
        VALUES_T sum = (VALUES_T)(delta);                                                                             \
        FOR_TAPS(k, rows)                                                                                             \
        {                                                                                                             \
            FOR_TAPS(j, cols)                                                                                         \
            sum = fma((VALUES_T)((taps)[k * (cols) + j]), LOAD_VALUES(KEPT_ROW(kept, rows, k, stride) + i + j * CN),  \
                      sum);                                                                                           \
        }                                                                                                             \
        STORE_VALUES(valueOf(resultOf(sum, how, (cols) * (rows)), how, low, high), (out) + i);                        \
    }

#define DECLARE_FILTER(n, left, right, in, cols, rows, x, y, separable, border, how, low, high, first)                \
    WINDOW(n, left, right, LAG_##in + (rows)-1 - (y), START_##in + (rows)-1)                                          \
    VALUES(n, CN);                                                                                                    \
    PRIVATE_ARRAY(ACC_T, kept##n, (rows) * ((separable) ? STRIDE(n) : STRIDE(in)));                                   \
    CLEAR_ROWS(kept##n, (rows) * ((separable) ? STRIDE(n) : STRIDE(in)))
#define DECLARE_DELAY(n, left, right, in, rows)                                                                       \
    WINDOW(n, left, right, LAG_##in + (rows), START_##in + (rows))                                                    \
    VALUES(n, CN);                                                                                                    \
    PRIVATE_ARRAY(ACC_T, kept##n, ((rows) + 1) * STRIDE(n));                                                          \
    CLEAR_ROWS(kept##n, ((rows) + 1) * STRIDE(n))

// separable: 1 or 0
#define STEP_FILTER(n, left, right, in, cols, rows, x, y_, separable, border, how, low, high, first)                  \
    {                                                                                                                 \
        TAPS_T taps = TAPS + (first);                                                                                 \
        const int at = (LEFT_##in - LEFT_##n - (x)) * CN, newest = y - LAG_##in;                                      \
        FILTER_##separable(n, in, cols, rows, y_, border, how, low, high)                                             \
    }
#define FILTER_1(n, in, cols, rows, y_, border, how, low, high)                                                       \
    MOVE_ROWS(kept##n, rows, STRIDE(n))                                                                               \
    FROM(START_##in)                                                                                                  \
    ROW_PASS(value##in + at, COUNT(n), taps, cols, KEPT_ROW(kept##n, rows, (rows)-1, STRIDE(n)))                      \
    if (EDGES && (border) >= 0)                                                                                       \
    {                                                                                                                 \
        FIX_ROWS(kept##n, rows, y_, newest, border, COUNT(n), STRIDE(n))                                              \
    }                                                                                                                 \
    FROM(START_##n)                                                                                                   \
    COLUMN_PASS(kept##n, cols, rows, COUNT(n), STRIDE(n), taps + (cols), taps[(cols) + (rows)], how, low, high,       \
                value##n)
#define FILTER_0(n, in, cols, rows, y_, border, how, low, high)                                                       \
    MOVE_ROWS(kept##n, rows, STRIDE(in))                                                                              \
    FROM(START_##in)                                                                                                  \
    COPY_VALUES(value##in, COUNT(in), KEPT_ROW(kept##n, rows, (rows)-1, STRIDE(in)))                                  \
    if (EDGES && (border) >= 0)                                                                                       \
    {                                                                                                                 \
        FIX_ROWS(kept##n, rows, y_, newest, border, COUNT(in), STRIDE(in))                                            \
    }                                                                                                                 \
    FROM(START_##n)                                                                                                   \
    BOTH_PASSES(kept##n + at, cols, rows, COUNT(n), STRIDE(in), taps, taps[(cols) * (rows)], how, low, high,          \
                value##n)
#define STEP_DELAY(n, left, right, in, rows)                                                                          \
    MOVE_ROWS(kept##n, (rows) + 1, STRIDE(n))                                                                         \
    FROM(START_##in)                                                                                                  \
    COPY_VALUES(SAME_PLACE(n, in), COUNT(n), KEPT_ROW(kept##n, (rows) + 1, rows, STRIDE(n)))                          \
    FROM(START_##n)                                                                                                   \
    COPY_VALUES(KEPT_ROW(kept##n, (rows) + 1, 0, STRIDE(n)), COUNT(n), value##n)

#endif
