// SPDX-License-Identifier: Apache-2.0
//
// Coefficients in fixed point for matrix units that multiply 8-bit integers: each tap is an integer multiple of one
// scale, in as many 8-bit slices (digits in base 256, each in -128 ... 127) as the coefficients need.

#pragma once

#include "problem/problem.hpp"

namespace cv { namespace clconv {

//! tap = scale * sum of slice[i] * 256^(slices - 1 - i)
struct FixedPoint
{
    //! With three slices, the smallest power of two for which the largest tap fits in 23 bits. With one or two, the
    //! unit of the taps, a float: all are multiples of it, or would be without rounding to float. It is a fraction of
    //! the largest tap, down to 1/127 or 1/32639 (1/1448 where taps were rounded).
    double scale;
    int slices; //!< 1 ... maxSlices
    //! in multiples of scale, row by row; empty if not representable: not all taps are finite, the largest is out of
    //! range, or fewer slices than three have no unit
    std::vector<int> taps;
    double error; //!< sum of |tap - its value in fixed point|; infinity if not representable
};

//! @param filter CV_64F, one channel
FixedPoint toFixedPoint(const Mat& filter, int slices);

//! The errors with 1, 2, ... slices at most.
SliceErrors sliceErrors(const Mat& filter);

}} // namespace cv::clconv
