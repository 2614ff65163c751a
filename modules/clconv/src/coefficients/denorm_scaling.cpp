// SPDX-License-Identifier: Apache-2.0
//
// Scaling by powers of two, within the range of float.

#include "coefficients/denorm_scaling.hpp"

#include <cfloat>

namespace cv { namespace clconv {

//! An integer in the upper bits of a float's 24-bit mantissa has the value n * 2^-exponent, for this exponent.
static int bitsExponent(int bits)
{
    return 149 - 24 + bits;
}

//! The exponent of the power of two that scales the taps; the factor that scales sums back must be a float as well.
static int shiftFor(const float* taps, size_t count, int bits)
{
    const int highest = 126; // exponent of a float, less a margin of one
    float largest = 0;
    for (size_t i = 0; i < count; ++i)
        if (std::isfinite(taps[i]))
            largest = std::max(largest, std::abs(taps[i]));
    int exponent = 0;
    std::frexp(largest, &exponent);
    return std::max(std::min(highest - exponent, bitsExponent(bits)), bitsExponent(bits) - highest);
}

//! tap * 2^exponent, finite if the tap is
static float shifted(float tap, int exponent)
{
    const float value = std::ldexp(tap, exponent);
    return std::isfinite(tap) ? std::min(std::max(value, -FLT_MAX), FLT_MAX) : value;
}

std::vector<float> denormTaps(std::vector<float> taps, int bits)
{
    const int shift = shiftFor(taps.data(), taps.size(), bits);
    for (float& tap : taps)
        tap = shifted(tap, shift);
    taps.push_back(shifted(1, bitsExponent(bits) - shift));
    return taps;
}

std::vector<float> denormFactors(std::vector<float> factors, int columns, int bits)
{
    const size_t row = size_t(columns);
    const int shift = shiftFor(factors.data() + row, factors.size() - row, bits);
    for (size_t i = 0; i < factors.size(); ++i)
        factors[i] = shifted(factors[i], i < row ? bitsExponent(bits) - shift : shift);
    return factors;
}

}} // namespace cv::clconv
