// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The representation of floats.

#pragma once

#include "util/precomp.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{

//! The exponent of the last mantissa bit of a float that is set. By its bits: each new filter is analysed, large or
//! not.
//! @param value not zero
inline int lastBit(float value)
{
    Cv32suf bits;
    bits.f = value;
    const int mantissaBits = 23, bias = 127 + mantissaBits;
    const unsigned fraction = bits.u & 0x7fffff;
    const int exponent = int(bits.u >> mantissaBits & 0xff);
    int last = std::max(exponent, 1) - bias;
    for (unsigned mantissa = exponent > 0 ? fraction | 0x800000 : fraction; mantissa % 2 == 0; mantissa /= 2)
        ++last;
    return last;
}

} // namespace clconv
} // namespace cv
