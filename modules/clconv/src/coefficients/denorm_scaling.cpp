// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Scaling by powers of two, within the range of float.

#include "coefficients/denorm_scaling.hpp"

#include <cfloat>
#include <cmath>

namespace cv
{
namespace clconv
{
namespace
{

std::vector<float> floats(const std::vector<uchar>& bytes)
{
    const float* begin = reinterpret_cast<const float*>(bytes.data());
    return std::vector<float>(begin, begin + bytes.size() / sizeof(float));
}

std::vector<uchar> bytesOf(const std::vector<float>& taps)
{
    const uchar* begin = reinterpret_cast<const uchar*>(taps.data());
    return std::vector<uchar>(begin, begin + taps.size() * sizeof(float));
}

//! An integer in the upper bits of a float's 24-bit mantissa has the value n * 2^-exponent, for this exponent.
int bitsExponent(int bits)
{
    return 149 - 24 + bits;
}

//! The exponent of the power of two that scales the taps; the factor that scales sums back must be a float as well.
int shiftFor(const float* taps, size_t count, int bits)
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
float shifted(float tap, int exponent)
{
    const float value = std::ldexp(tap, exponent);
    return std::isfinite(tap) ? std::min(std::max(value, -FLT_MAX), FLT_MAX) : value;
}

} // namespace

std::vector<uchar> denormTaps(const std::vector<uchar>& taps, int bits)
{
    const std::vector<float> from = floats(taps);
    const int shift = shiftFor(from.data(), from.size(), bits);
    std::vector<float> to;
    for (float tap : from)
        to.push_back(shifted(tap, shift));
    to.push_back(shifted(1, bitsExponent(bits) - shift));
    return bytesOf(to);
}

std::vector<uchar> denormFactors(const std::vector<uchar>& factors, int columns, int bits)
{
    const std::vector<float> from = floats(factors);
    const size_t row = size_t(columns);
    const int shift = shiftFor(from.data() + row, from.size() - row, bits);
    std::vector<float> to;
    for (size_t i = 0; i < from.size(); ++i)
        to.push_back(shifted(from[i], i < row ? bitsExponent(bits) - shift : shift));
    return bytesOf(to);
}

} // namespace clconv
} // namespace cv
