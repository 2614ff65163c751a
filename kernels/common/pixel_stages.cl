// SPDX-License-Identifier: Apache-2.0
//
// Stages of a chain that work pixel by pixel, and how numbers become values: for programs of several filters
// (common/stages.cl) and for those of one filter with stages behind it (common/after.cl).
//
// Options: LANES.

#ifndef CLCONV_PIXEL_STAGES_CL
#define CLCONV_PIXEL_STAGES_CL

#include "common/interface.cl"
#include "nvidia/ptx.cl"

#ifndef LANES
#define LANES 1 // values in a vector; 1: loops over values are unrolled, with a value at a time
#endif

#if LANES == 1
#define VALUES_T ACC_T
// By additions, as in TO_WHOLE
#if NVIDIA && !defined USE_FP64
#define ROUNDED_DOWN(number) (addRoundedDown(number, 0x1p23f) - 0x1p23f)
#else
#define ROUNDED_DOWN(number) (TO_WHOLE(number) - (TO_WHOLE(number) > (number) ? (ACC_T)1 : (ACC_T)0))
#endif
#else
#define VALUES_T VECTOR(ACC_T, LANES)
#define ROUNDED_DOWN(number) TO_ACC(JOIN(convert_, VECTOR(int, LANES))(number), LANES)
#endif

// Flags: how a number becomes a value
#define AS_IT_IS 0
#define LIMIT_BELOW 1
#define LIMIT_ABOVE 2
#define TO_EVEN 4       // rounded half to even
#define DOWN 8          // rounded down; not negative
#define TO_FLOAT 16     // of doubles
#define AVERAGE_OF 32   // a sum of a box is divided by its taps first
#define AVERAGE_HALF 64 // and has a half added then

// Adding a number whose last place is 1 rounds half to even: two additions, where rint and floor take more on most
// devices. In double, numbers may be integers of 32 bits, for which the added number must be a double, too.
#if defined USE_FP64
#define TO_WHOLE(number) ((number) + 0x1.8p52 - 0x1.8p52)
#else
#define TO_WHOLE(number) ((number) + 0x1.8p23f - 0x1.8p23f)
#endif

INLINE VALUES_T valueOf(VALUES_T number, int how, ACC_T low, ACC_T high)
{
#if LANES == 1
    if (how & TO_FLOAT)
        return (ACC_T)(float)number;
#else
    if (how & TO_FLOAT)
        return TO_ACC(JOIN(convert_, VECTOR(float, LANES))(number), LANES);
#endif
    if (how & LIMIT_BELOW)
        number = fmax(number, (VALUES_T)(low));
    if (how & LIMIT_ABOVE)
        number = fmin(number, (VALUES_T)(high));
    return how & TO_EVEN ? TO_WHOLE(number) : how & DOWN ? ROUNDED_DOWN(number) : number;
}

// The result of a filter before rounding: for a box the average of an exact sum, as AVERAGE in interface.cl
INLINE VALUES_T resultOf(VALUES_T sum, int how, ACC_T taps)
{
    if (!(how & AVERAGE_OF))
        return sum;
#if NO_FMA
    const VALUES_T average = sum / taps;
#else
    const VALUES_T all = (VALUES_T)(taps), part = 1 / all;
    const VALUES_T average = fma(fma(-sum * part, all, sum), part, sum * part);
#endif
    return how & AVERAGE_HALF ? average + (ACC_T)0.5f : average;
}

// Entries of a list of stages (stages.cl); MEANING selects how they expand.
#define ONE JOIN(MEANING, _ONE)
#define TWO JOIN(MEANING, _TWO)

// --- Pixel by pixel; p: the numbers of the stage ---

#define COPIED(a, p) (a)
#define SCALED(a, p) fma(a, (VALUES_T)((p)[0]), (VALUES_T)((p)[1]))
#define SCALED_ABS(a, p) fabs(fma(a, (VALUES_T)((p)[0]), (VALUES_T)((p)[1])))
#define ABSOLUTE(a, p) fabs(a)
#define BINARY(a, p) ((a) > (VALUES_T)((p)[0]) ? (VALUES_T)((p)[1]) : (VALUES_T)(0))
#define BINARY_INV(a, p) ((a) > (VALUES_T)((p)[0]) ? (VALUES_T)(0) : (VALUES_T)((p)[1]))
#define TRUNCATED(a, p) ((a) > (VALUES_T)((p)[0]) ? (VALUES_T)((p)[1]) : (a))
#define TO_ZERO(a, p) ((a) > (VALUES_T)((p)[0]) ? (a) : (VALUES_T)(0))
#define TO_ZERO_INV(a, p) ((a) > (VALUES_T)((p)[0]) ? (VALUES_T)(0) : (a))
#define SUM(a, b, p) ((a) + (b))
#define DIFFERENCE(a, b, p) ((a) - (b))
#define DISTANCE(a, b, p) fabs((a) - (b))
#define LESSER(a, b, p) fmin(a, b)
#define GREATER(a, b, p) fmax(a, b)
#define WEIGHTED(a, b, p) fma(a, (VALUES_T)((p)[0]), fma(b, (VALUES_T)((p)[1]), (VALUES_T)((p)[2])))
#define ROOT(a, b, p) sqrt(fma(a, a, (b) * (b)))

#endif
