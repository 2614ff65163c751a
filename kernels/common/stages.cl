// SPDX-License-Identifier: Apache-2.0
//
// The stages of a chain that share a launch. A work-item walks down its columns row by row. For each row of the source
// every stage computes one row of its own, some rows further up:
//
//      row y of the source    ooooooooooooo      LEFT_0 + pixels + RIGHT_0 pixels
//      row y-2 of a 5x5 blur    ooooooooo        the blur keeps the row sums of five rows
//      row y-3 of a 3x3 Sobel    ooooooo         Sobel keeps the row sums of three blurred rows
//
// The build option CHAIN lists the stages (host: api/chain/fusion/fused_stages.cpp). Each entry has the number n of the
// value that it computes, then its window (left, right: pixels beyond those of the outputs), then what it is computed
// from:
//
//   LOAD(n, left, right, type, channels, which, lag)   row y-lag of the source (which 0), or of the second image (1)
//   FILTER(n, left, right, in, cols, rows, x, y, separable, border, how, low, high, first)   x, y: the anchor;
//                                                      border: of the rows of `in`; -1: they have it already
//   DELAY(n, left, right, in, rows)                    the value `rows` rows ago
//   ONE(n, left, right, in, operation, how, low, high, first)
//   TWO(n, left, right, a, b, operation, how, low, high, first)
//   GREY(n, left, right, in, type, channels, first)    from colours
//   EDGE(n, border)                                    pixels of value n outside the image, for filters that read them
//
// first: index of the stage's first number among the coefficients; a filter has its taps there (row factor and column
// factor, or all taps), then delta. Values are numbers of type ACC_T; those of integer depths are integers between low
// and high. Borders are compile-time constants, so a pixel outside the image is a copy of a known one inside.
//
// A border acts on the values of the stage before it. Values outside the image are copies of values inside, or 0, and
// never computed from source pixels outside; what a stage has computed there is overwritten. IMPLIED(border) marks
// borders whose copies would change nothing: a stage that works pixel by pixel on values beyond the source's border, or
// a symmetric filter on mirrored ones, computes what the border would copy. Around a region the source has other pixels
// than the border, so there values are copied nevertheless.
//
// EDGES is a constant at each step; 0: the tile and all that it reads are inside the image, and nothing is copied.
//
// The including kernel defines LANES (values in a vector, 1 where the loops are unrolled) and PIXELS (pixels of a tile
// at most). Filters and delays: kept_rows.cl.

#ifndef CLCONV_STAGES_CL
#define CLCONV_STAGES_CL

#include "common/border.cl"
#include "common/pixel_stages.cl"

#ifndef PIXELS
#define PIXELS 8 // pixels of a row that a work-item computes, e.g. 4 on a GPU, 256 on a CPU device
#endif
#ifndef CHAIN
// Sobel's filter and its magnitude, so that this file compiles alone
#define CHAIN                                                                                                         \
    LOAD(0, 1, 1, uchar, 1, 0, 0)                                                                                     \
    FILTER(1, 0, 0, 0, 3, 3, 1, 1, 1, -1, AS_IT_IS, 0, 0, 0)                                                          \
    ONE(2, 0, 0, 1, ABSOLUTE, LIMIT_ABOVE, 0, 255, 7)
#define CHAIN_RESULT 2
#define ABOVE 1
#define BELOW 1
#endif

#ifndef SOURCE_BORDER
#define SOURCE_BORDER BORDER_REFLECT_101 // the border of the source, OpenCV's number (border.cl)
#endif
#ifndef SURROUNDED
#define SURROUNDED 0 // 1: the source is a region, with pixels of its parent beside it
#endif
#ifndef OUTPUT_CN
#define OUTPUT_CN CN // channels of the output: CN, or more where the last stage makes colours of grey
#endif
#ifndef OPAQUE
#define OPAQUE 0 // index of the number that is the fourth channel of such colours
#endif
#ifndef SECOND_T
#define SECOND_ARGUMENTS // SECOND_T: element type of a second image of the output's size; defined if there is one
#else
#define SECOND_ARGUMENTS                                                                                              \
    , __global const uchar *second, const INDEX_T secondStep, const INDEX_T secondOffset
#endif

#if LANES == 1
#define LOAD_VALUES(from) (*(from))
#define STORE_VALUES(values, to) (*(to) = (values))
#define UNROLLED _Pragma("unroll")
#define FROM(start)
#else
#define LOAD_VALUES(from) JOIN(vload, LANES)(0, from)
#define STORE_VALUES(values, to) JOIN(vstore, LANES)(values, 0, to)
#define UNROLLED
// Skips rows that are not complete yet: they would be computed from whatever is in memory, and denormal numbers cost a
// CPU a hundred cycles.
#define FROM(start) if (step >= (start))
#endif

// The initial value of the Source
#define CHAIN_SOURCE {0, src, srcStep, srcOffset, srcArea.xy, srcArea.zw, SOURCE_BORDER, 0}

// Scalar p of a row of outputs
#define OUTPUT_VALUE(p)                                                                                               \
    (OUTPUT_CN > CN && (p) % OUTPUT_CN == 3 ? TAPS[OPAQUE] : JOIN(value, CHAIN_RESULT)[(p) * CN / OUTPUT_CN])

// Row `line` of the second image; scalars outside are arbitrary.
#define PRIME_1(n, line, left, right, channels)
#define SECOND_ROW(line)                                                                                              \
    ((__global const SECOND_T *)(second +                                                                             \
                                 ((INDEX_T)min(max(line, 0), place.height - 1) * secondStep + secondOffset)))
#if LANES == 1
#define LOAD_1(n, line, left, right, channels)                                                                        \
    {                                                                                                                 \
        __global const SECOND_T *row = SECOND_ROW(line);                                                              \
        const int at = (x0 - (left)) * (channels), most = dstSize.x * (channels)-1;                                   \
        UNROLLED for (int i = 0; i < (pixels + (left) + (right)) * (channels); ++i) value##n[i] =                     \
            TO_ACC(row[min(max(at + i, 0), most)], );                                                                 \
    }
#else
#define LOAD_1(n, line, left, right, channels)                                                                        \
    {                                                                                                                 \
        __global const SECOND_T *row = SECOND_ROW(line) + (x0 - (left)) * (channels);                                 \
        const int end = min(pixels + (left) + (right), dstSize.x - x0 + (left)) * (channels);                         \
        int i = max((left)-x0, 0) * (channels);                                                                       \
        for (; i + LANES <= end; i += LANES)                                                                          \
            STORE_VALUES(TO_ACC(JOIN(vload, LANES)(0, row + i), LANES), value##n + i);                                \
        for (; i < end; ++i) value##n[i] = TO_ACC(row[i], );                                                          \
    }
#endif

// Where the tile is in the image
typedef struct
{
    int unused; // see Source (common/interface.cl)
    int atLeft, atRight; // 1: it ends at the image's edge
    int height; // rows of the image
} Place;

// Loops are macros: compilers unroll a loop in a function before they know its arguments, and leave a remainder loop.
#define FOR_VALUES(i, count) UNROLLED for (int i = 0; i < (count); i += LANES)
#define FOR_TAPS(i, count) _Pragma("unroll") for (int i = 0; i < (count); ++i)
#define COPY_VALUES(from, count, to) FOR_VALUES(i, count) STORE_VALUES(LOAD_VALUES((from) + i), (to) + i);

// The value `distance` outside an edge, given those at the edge, `distance` - 1 inside it, and `distance` inside it.
// All are loaded before one is selected: otherwise clang selects an address, and the array stays in memory.
#define OUTSIDE(border, at, before, behind)                                                                           \
    (border == BORDER_CONSTANT ? 0 : border == BORDER_REPLICATE ? at : border == BORDER_REFLECT ? before : behind)

// --- Columns outside the image: pixel `to` of a row of values, as COPY_ROW ---

#define COPY_PIXEL(values, to, edge, distance, towards, border, channels)                                             \
    UNROLLED for (int c = 0; c < (channels); ++c)                                                                     \
    {                                                                                                                 \
        const ACC_T at = (values)[(edge) * (channels) + c];                                                           \
        const ACC_T before = (values)[((edge) + (towards) * ((distance)-1)) * (channels) + c];                        \
        const ACC_T behind = (values)[((edge) + (towards) * (distance)) * (channels) + c];                            \
        (values)[(to) * (channels) + c] = OUTSIDE(border, at, before, behind);                                        \
    }

#define FIX_COLUMNS(values, edges, left, right, border, channels)                                                     \
    if (EDGES && (border) >= 0 && (left) > 0 && edges.atLeft)                                                         \
    {                                                                                                                 \
        UNROLLED for (int i = 1; i <= (left); ++i) COPY_PIXEL(values, (left)-i, left, i, 1, border, channels)         \
    }                                                                                                                 \
    if (EDGES && (border) >= 0 && (right) > 0 && edges.atRight)                                                       \
    {                                                                                                                 \
        UNROLLED for (int i = 1; i <= (right); ++i)                                                                   \
            COPY_PIXEL(values, (left) + pixels - 1 + i, (left) + pixels - 1, i, -1, border, channels)                 \
    }

// OpenCV's weights, for bytes and words times 2^15; the sums of words have more bits than a float holds.
INLINE ACC_T greyOf(const ACC_T *colour, TAPS_T p, int bytes)
{
    if (bytes == 4)
        return fma(colour[2], p[2], fma(colour[1], p[1], colour[0] * p[0]));
    if (bytes == 1)
    {
        const ACC_T sum = fma(colour[2], p[2], fma(colour[1], p[1], fma(colour[0], p[0], (ACC_T)0x1p14f)));
        const ACC_T grey = sum * (ACC_T)0x1p-15f, whole = TO_WHOLE(grey);
        return whole > grey ? whole - 1 : whole;
    }
    const uint sum = (uint)colour[0] * (uint)p[0] + (uint)colour[1] * (uint)p[1] + (uint)colour[2] * (uint)p[2];
    return (ACC_T)((sum + (1u << 14)) >> 15);
}

// --- What the list means: MEANING is DECLARE before the walk, STEP for a row of it ---

#define LOAD JOIN(MEANING, _LOAD)
#define FILTER JOIN(MEANING, _FILTER)
#define DELAY JOIN(MEANING, _DELAY)
#define GREY JOIN(MEANING, _GREY)
#define EDGE JOIN(MEANING, _EDGE)

#define IMPLIED(border) (SURROUNDED ? (border) : -1)
#define COUNT(n) ((pixels + LEFT_##n + RIGHT_##n) * CN) // scalars of a row of values
#define STRIDE(n) ((PIXELS + LEFT_##n + RIGHT_##n) * CN + (LANES == 1 ? 0 : 2 * LANES)) // of the memory for one
#define WINDOW(n, left, right, lag, start)                                                                            \
    enum                                                                                                              \
    {                                                                                                                 \
        LEFT_##n = left,                                                                                              \
        RIGHT_##n = right,                                                                                            \
        LAG_##n = lag,                                                                                                \
        START_##n = start                                                                                             \
    };
#if LANES == 1
#define VALUES(n, channels) PRIVATE_ARRAY(ACC_T, value##n, STRIDE(n) * (channels) / CN)
#else
#define VALUES(n, channels)                                                                                           \
    ACC_T value##n[STRIDE(n) * (channels) / CN];                                                                      \
    for (int i = 0; i < STRIDE(n) * (channels) / CN; ++i)                                                             \
    value##n[i] = 0
#endif
#define SAME_PLACE(n, in) (value##in + (LEFT_##in - LEFT_##n) * CN)

#define DECLARE_LOAD(n, left, right, type, channels, which, lag)                                                      \
    WINDOW(n, left, right, lag, lag)                                                                                  \
    VALUES(n, channels);                                                                                              \
    PRIME_##which(n, y0 - ABOVE - (lag), left, right, channels)
#define DECLARE_ONE(n, left, right, in, operation, how, low, high, first)                                             \
    WINDOW(n, left, right, LAG_##in, START_##in) VALUES(n, CN);
#define DECLARE_TWO(n, left, right, a, b, operation, how, low, high, first)                                           \
    WINDOW(n, left, right, LAG_##a, START_##a > START_##b ? START_##a : START_##b) VALUES(n, CN);
#define DECLARE_GREY(n, left, right, in, type, channels, first)                                                       \
    WINDOW(n, left, right, LAG_##in, START_##in) VALUES(n, CN);
#define DECLARE_EDGE(n, border)

// y: the row of the source

#define STEP_LOAD(n, left, right, type, channels, which, lag) LOAD_##which(n, y - (lag), left, right, channels)
#define STEP_ONE(n, left, right, in, operation, how, low, high, first)                                                \
    FROM(START_##n) FOR_VALUES(i, COUNT(n))                                                                           \
    {                                                                                                                 \
        const VALUES_T a = LOAD_VALUES(SAME_PLACE(n, in) + i);                                                        \
        STORE_VALUES(valueOf(operation(a, TAPS + (first)), how, low, high), value##n + i);                            \
    }
#define STEP_TWO(n, left, right, first_, second_, operation, how, low, high, first)                                   \
    FROM(START_##n) FOR_VALUES(i, COUNT(n))                                                                           \
    {                                                                                                                 \
        const VALUES_T a = LOAD_VALUES(SAME_PLACE(n, first_) + i), b = LOAD_VALUES(SAME_PLACE(n, second_) + i);       \
        STORE_VALUES(valueOf(operation(a, b, TAPS + (first)), how, low, high), value##n + i);                         \
    }
#define STEP_GREY(n, left, right, in, type, channels, first)                                                          \
    FROM(START_##n) UNROLLED for (int i = 0; i < COUNT(n); ++i)                                                       \
        value##n[i] = greyOf(value##in + (LEFT_##in - LEFT_##n + i) * (channels), TAPS + (first), BYTES_##type);
#define STEP_EDGE(n, border) FIX_COLUMNS(value##n, place, LEFT_##n, RIGHT_##n, border, CN)

#endif
