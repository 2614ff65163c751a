// SPDX-License-Identifier: Apache-2.0
//
// The values of a filter in the type of the sums, and the outer products whose sum it is. They are passed to programs
// as data, and are not part of the program text unless they are specialized.

#pragma once

#include "problem/problem.hpp"

namespace cv { namespace clconv {

//! A filter's values in the type of the sums, as the device reads them.
struct Coefficients
{
    Size size;               //!< in taps
    int rank = 0;            //!< of how many outer products it is the sum (factors/outer_products.hpp); 0: of too many
    Mat full;                //!< all taps; empty if the factors were given (see multipliedOut)
    Mat factors;             //!< for each product the row's taps, then the column's
    SliceErrors sliceErrors; //!< infinity if the factors were given
    FftTraits fft;           //!< empty if the factors were given
    double halfPartsError = std::numeric_limits<double>::infinity(); //!< of the factors (matrix/factor_parts.hpp)
    IntegerTaps integers;

    bool separable() const { return rank == 1; }
    FilterTraits traits() const
    {
        return FilterTraits(rank, sliceErrors, fft, halfPartsError, integers,
                            factors.empty() ? full.depth() : factors.depth());
    }
};

//! Analyses a 2-D filter.
//! @param filter one channel, any depth of CV_8U ... CV_64F
//! @param accDepth CV_32F or CV_64F
Coefficients analyse(const Mat& filter, int accDepth);

//! All taps of a filter with float sums, as CV_64F.
Mat tapsOf(const Coefficients& coefficients);

//! A filter given by its factors.
//! @param rowFactor, columnFactor one channel, one-dimensional, any depth of CV_8U ... CV_64F
Coefficients outerProduct(const Mat& rowFactor, const Mat& columnFactor, int accDepth);

//! All taps of the product in the type of the sums: few plans need them, and long factors have many.
Mat multipliedOut(const Mat& rowFactor, const Mat& columnFactor, int accDepth);

}} // namespace cv::clconv
