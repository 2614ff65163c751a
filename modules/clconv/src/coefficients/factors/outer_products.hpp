// SPDX-License-Identifier: Apache-2.0
//
// Filters as sums of outer products: a column times a row each.

#pragma once

#include "problem/problem.hpp"

namespace cv { namespace clconv {

struct OuterProduct
{
    std::vector<double> row, column;
};

//! The matrix, in double.
Mat productOf(const OuterProduct& factors);

//! The exponent of a number's last set bit, by bit operations: each new filter is analysed, however large.
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

//! Whether taps are integers of up to 53 bits, or integers of up to 16 bits times a power of two below 1; with their
//! sum.
//! @param taps a row, a column or a filter, one channel, CV_64F
IntegerTaps integerTaps(const Mat& taps);

//! The outer products whose sum is a filter within what filter2D promises; empty if it is no sum of maxRank at most.
//!
//! One product is detected from a pivot and refined by power iteration. A filter of integers (integerTaps) is a product
//! only if it is so exactly, with integer factors (the row divided by its greatest common divisor), so that sums stay
//! exact. Any other filter is a product if no tap differs by more than 4 ulp of its own, nor by more than 2 ulp of the
//! largest tap.
//!
//! Two and more, for sums in float, by cross approximation with full pivoting (M. Bebendorf, "Approximation of boundary
//! element matrices", 2000), then a singular value decomposition within the rows and columns found: such a sum is
//! accepted where its error is within the bound for every tap, with the magnitudes of the products, which may cancel.
//! @param filter one channel, CV_64F
//! @param accDepth CV_32F or CV_64F
std::vector<OuterProduct> outerProductsOf(const Mat& filter, int accDepth);

}} // namespace cv::clconv
