// SPDX-License-Identifier: Apache-2.0
//
// Shared by all filters that use Fourier transforms: planes, and the rule that decides which outputs meet the promised
// error bound: a sum of n products may be off by (n+8)*u times the sum of their magnitudes, u = 2^-24. The error of a
// transformed tile is alike in all of its outputs and grows with the norm of the whole tile. So an output meets the
// bound if its sum of magnitudes reaches a threshold that follows from the norm. The first of these steps that applies
// decides:
//
//   1  The tile is zero, or rounding the outputs removes all errors of this filter and tile.
//   2  Neither filter nor tile has negative numbers: then the outputs themselves are the sums of magnitudes.
//   3  Every window is bright enough: if its magnitudes, each cut off at t, add up to b, the sum is at least t times
//      the sum of the filter's b/t smallest magnitudes. Each implementation finds b in its own way.
//   4  Otherwise another transform, of |pixels| and |taps|, computes the sums of magnitudes.
//
// Outputs whose sum of magnitudes is below the threshold, or NaN, are computed directly.

#ifndef CLCONV_FFT_ACCURACY_CL
#define CLCONV_FFT_ACCURACY_CL

#include "common/fft_head.cl"
#include "common/interface.cl"

#define INTEGER_uchar 1
#define INTEGER_char 1
#define INTEGER_ushort 1
#define INTEGER_short 1
#define INTEGER_int 1
#define INTEGER_binary16 0
#define INTEGER_float 0
#define SRC_INTEGER JOIN(INTEGER_, SRC_T) // 1: pixels are integers; what divides all taps then divides all sums

// A tile of one channel: output pixel of its first element, and channel
typedef struct
{
    int x, y, c;
} Plane;

// Planes are numbered channel by channel, tile by tile, row by row.
INLINE Plane planeOf(int number, int across, int2 step)
{
    const int tile = number / CN;
    const Plane plane = {tile % across * step.x, tile / across * step.y, number % CN};
    return plane;
}

typedef struct
{
    float needed;          // sum of magnitudes from which an output is accurate
    float neededMagnitude; // the same where a transform computes that sum
    float grid;            // outputs are rounded to its multiples, which makes them exact; 0: they are not
    int certain;           // all outputs are accurate
    int known;             // sums of magnitudes need no other transform: they are the outputs, or are not finite
} Accuracy;

// The quantity that errors of a tile are proportional to: its norm, as far as errors spread. The transform of columns
// comes first and keeps errors within a column, so the norm is that of a tile whose columns are all like the largest;
// the transform of rows spreads errors over the whole tile. In a column with few bright pixels the last steps of the
// inverse transform leave errors proportional to those pixels, at their outputs and half a tile away.
// @param column the largest sum of squares of a column
// @param largest magnitude of a complex number, or the larger of its two parts, whichever the bound was measured with
// @param bits of all numbers, or-ed or merged: read as a float, no part of a number exceeds them
// @param tile columns and rows
INLINE float normBound(float squares, float column, float largest, uint bits, float2 tile,
                           __global const float *coefficients)
{
    const float size = sqrt(tile.x * tile.y), byLargest = coefficients[FFT_LARGEST] * size;
    const float maxNorm = 1.4143f * size; // of complex numbers whose parts are up to 1
    // Squares outside the range of float are of no use; transforms of large numbers may leave it, too.
    if (!(squares > 1e-24f && squares < 1e30f))
    {
        const float part = as_float(bits & 0x7fffffff);
        return part * size * size < 1e38f ? (maxNorm + 1.4143f * byLargest) * part : INFINITY;
    }
    const float norm = sqrt(column * tile.x);
    return fmax(norm, coefficients[FFT_NORM] * norm + byLargest * largest);
}

// @param norm of the tile, or a bound
INLINE Accuracy accuracyFrom(float norm, uint bits, __global const float *coefficients, int2 size, float delta)
{
    const float error = coefficients[FFT_ERROR] * norm, promise = 5.9604645e-8f * ((float)size.x * size.y + 8);
    const bool exact = SRC_INTEGER && error < 0.45f * coefficients[FFT_GRID];
    const bool small = SRC_BYTES == 1 && DST_ROUNDS && error <= 1.f / 1024;
    Accuracy a;
    a.grid = exact ? coefficients[FFT_GRID] : 0;
    a.certain = exact || small || error <= promise * fabs(delta) || norm == 0;
    a.known = !(error < INFINITY) || (bits >> 31 == 0 && coefficients[FFT_POSITIVE] > 0);
    // NaN if sums may leave the range of float: then no sum suffices, not even an infinity.
    const float direct = error / promise < INFINITY ? error / promise - fabs(delta) : NAN;
    a.needed = direct + (a.known ? error : 0);
    a.neededMagnitude = direct + coefficients[FFT_MAGNITUDE_ERROR] * norm;
    return a;
}

// The third step: a lower bound for the sum of products of magnitudes, divided by the tile's largest magnitude
// @param numbers at least so many of the filter's taps lie under that magnitude; NaN counts as none
INLINE float smallestSum(__global const float *coefficients, int2 filterSize, float numbers)
{
    const float part = numbers * (63.99f / ((float)filterSize.x * filterSize.y));
    return coefficients[FFT_SMALLEST + (part >= 64 ? 64 : part > 0 ? (int)part : 0)];
}

#endif // CLCONV_FFT_ACCURACY_CL
