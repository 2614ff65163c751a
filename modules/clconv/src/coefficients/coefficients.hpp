// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What is known of a kernel's coefficients: their numbers in the type of the sums, and whether they are an outer product.
// They travel beside planning as data and are never part of a program's text.

#pragma once

#include "coefficients/int8_slices.hpp"
#include "problem/problem.hpp"

namespace cv
{
namespace clconv
{

//! A kernel in the type of the sums, ready to be handed to the device.
struct Coefficients
{
    Size size;                  //!< in taps
    bool separable;             //!< an outer product of a row and a column, to the precision of the sums
    std::vector<uchar> full;    //!< all taps, row by row; empty where the factors were given: multipliedOut
    std::vector<uchar> factors; //!< the row's taps, then the column's; empty unless separable
    double
        fixedPointError; //!< sum of |tap - tap in fixed point|; infinity where the factors were given, or none serves

    //! all that planning sees of them
    FilterTraits traits() const { return FilterTraits(separable, fixedPointError); }
};

//! Looks a two-dimensional kernel through.
//!
//! Rank 1 is found by a pivot and refined by power iterations, in double. An integer kernel counts as an outer product only if
//! it is one exactly, and gets integer factors (the row divided by its greatest common divisor), so that integer sums stay
//! exact; any other if no tap is off by more than 4 units in its own last place, nor 2 in that of the largest one.
//! @param kernel one channel, any depth of CV_8U ... CV_64F
//! @param accDepth CV_32F or CV_64F
Coefficients analyse(const Mat& kernel, int accDepth);

//! All taps of a kernel in the type of float sums, as CV_64F.
Mat tapsOf(const Coefficients& coefficients);

//! The kernel whose factors are given.
//! @param kernelX, kernelY one channel, one-dimensional, any depth of CV_8U ... CV_64F
Coefficients outerProduct(const Mat& kernelX, const Mat& kernelY, int accDepth);

//! All its taps, row by row: few plans want them, and for long factors they are many.
std::vector<uchar> multipliedOut(const Mat& kernelX, const Mat& kernelY, int accDepth);

} // namespace clconv
} // namespace cv
