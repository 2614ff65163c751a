// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The representation of floating-point numbers.

#pragma once

#include "util/precomp.hpp"

#include <algorithm>

namespace cv { namespace clconv {

//! The exponent of the last bit of a number that is set. By its bits: each new filter is analysed, large or not.
//! @param value finite, not zero
inline int lastBit(double value)
{
    Cv64suf bits;
    bits.f = value;
    const int mantissaBits = 52, bias = 1023 + mantissaBits;
    const uint64 fraction = bits.u & ((uint64(1) << mantissaBits) - 1);
    const int exponent = int(bits.u >> mantissaBits & 0x7ff);
    int last = std::max(exponent, 1) - bias;
    for (uint64 mantissa = exponent > 0 ? fraction | uint64(1) << mantissaBits : fraction; mantissa % 2 == 0;)
        mantissa /= 2, ++last;
    return last;
}

}} // namespace cv::clconv
