// SPDX-License-Identifier: Apache-2.0
//
// What all filters by Fourier transforms have in common: planes, and the rule by which outputs are as accurate as
// promised.
//
// A sum of n products may be off by (n+8)*u times the sum of their magnitudes, u = 2^-24. The error of a transformed
// tile is the same in all of its outputs: it grows with the norm of the whole tile. So each output's sum of magnitudes
// must reach a certain number, which follows from the norm:
//
//   1  The tile is zero, or the filter and the tile are such that errors vanish when outputs are rounded.
//   2  Neither filter nor tile has negative numbers: then the outputs are the sums of magnitudes.
//   3  Each window has enough of the tile's brightness: with b of it in pixels of at most t each, the sum is at least t
//      times the sum of the filter's b/t smallest magnitudes. Each implementation has its own way to find b.
//   4  Otherwise sums of magnitudes are computed, by another transform, of |pixels| and |taps|.
//
// Outputs whose sum of magnitudes is too small, or not a number, are computed directly.

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
#define SRC_INTEGER JOIN(INTEGER_, SRC_T) // 1: if all taps are multiples of a number, so are the sums

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
    float neededMagnitude; // the same where that sum is transformed itself
    float grid;            // outputs are rounded to its multiples, which makes them exact; 0: they are not
    int certain;           // all outputs are accurate
    int known;             // sums of magnitudes take no other transform: they are the outputs, or are not finite
} Accuracy;

// What errors of a tile are proportional to: its norm, as far as errors spread. Errors of a column stay there in the
// transform of columns, which comes first, so the norm is that of a tile with nothing but columns like the largest;
// rows spread errors over all of the tile. Where a column is dark but for few pixels, the last steps of the transform
// back leave errors at outputs of those pixels, and half a tile away, that follow their magnitude.
// @param column the largest sum of squares of a column
// @param largest magnitude of a complex number, or larger part of one, by which the bound is measured
// @param bits of all numbers, or-ed or merged: no part of a number is larger than they are as a float
// @param tile columns and rows
INLINE float normBound(float squares, float column, float largest, uint bits, float2 tile,
                           __global const float *coefficients)
{
    const float size = sqrt(tile.x * tile.y), byLargest = coefficients[FFT_LARGEST] * size;
    const float maxNorm = 1.4143f * size; // of complex numbers whose parts are up to 1
    // Squares that leave the range of float say nothing; transforms of large numbers may leave it, too.
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
    // Where sums may leave the range of float, not a number: no sum is enough then, not even an infinity.
    const float direct = error / promise < INFINITY ? error / promise - fabs(delta) : NAN;
    a.needed = direct + (a.known ? error : 0);
    a.neededMagnitude = direct + coefficients[FFT_MAGNITUDE_ERROR] * norm;
    return a;
}

// The third step: the least sum of products of magnitudes, for each unit of the tile's largest one
// @param numbers at least so many of the filter's taps lie under that magnitude; what is not a number counts as none
INLINE float smallestSum(__global const float *coefficients, int2 filterSize, float numbers)
{
    const float part = numbers * (63.99f / ((float)filterSize.x * filterSize.y));
    return coefficients[FFT_SMALLEST + (part >= 64 ? 64 : part > 0 ? (int)part : 0)];
}

#endif // CLCONV_FFT_ACCURACY_CL
