// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The values of a filter in the type of the sums, and whether the filter is separable. They are passed to programs as
// data, and are not part of the program text unless they are specialized.

#pragma once

#include "coefficients/int8_slices.hpp"
#include "problem/problem.hpp"

namespace cv
{
namespace clconv
{

//! A filter's values in the type of the sums, as the device reads them.
struct Coefficients
{
    Size size;                  //!< in taps
    bool separable;             //!< an outer product of a row and a column, within the precision of the sums
    std::vector<uchar> full;    //!< all taps, row by row; empty if the factors were given (see multipliedOut)
    std::vector<uchar> factors; //!< the row's taps, then the column's; empty unless separable
    //! sum of |tap - tap in fixed point|; infinity if not representable, or if the factors were given
    double fixedPointError;
    FftTraits fft;         //!< empty if the factors were given
    double halfPartsError; //!< of the factors (matrix/factor_parts.hpp); infinity without factors

    //! what the planner uses of them
    FilterTraits traits() const { return FilterTraits(separable, fixedPointError, fft, halfPartsError); }
};

//! Analyses a 2-D filter.
//!
//! Rank 1 is detected from a pivot and refined by power iteration. An integer filter is separable only if it is so
//! exactly, with integer factors (the row divided by its greatest common divisor), so that integer sums stay exact. Any
//! other filter is separable if no tap differs by more than 4 ulp of its own, nor by more than 2 ulp of the largest
//! tap.
//! @param filter one channel, any depth of CV_8U ... CV_64F
//! @param accDepth CV_32F or CV_64F
Coefficients analyse(const Mat& filter, int accDepth);

//! All taps of a filter with float sums, as CV_64F.
Mat tapsOf(const Coefficients& coefficients);

//! The factors of a separable filter with float sums: the row's taps, then the column's.
std::vector<float> factorsOf(const Coefficients& coefficients);

//! A filter given by its factors.
//! @param rowFactor, columnFactor one channel, one-dimensional, any depth of CV_8U ... CV_64F
Coefficients outerProduct(const Mat& rowFactor, const Mat& columnFactor, int accDepth);

//! All taps of the product, row by row: few plans need them, and long factors have many.
std::vector<uchar> multipliedOut(const Mat& rowFactor, const Mat& columnFactor, int accDepth);

} // namespace clconv
} // namespace cv
