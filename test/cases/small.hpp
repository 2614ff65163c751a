// SPDX-License-Identifier: Apache-2.0
//
// A small image and kernel, for tests of what surrounds a call.

#pragma once

#include "support/test_precomp.hpp"

namespace opencv_test {

inline Mat pixels(int type)
{
    RNG rng(5);
    return randomImage(Size(37, 29), type, rng);
}

inline Mat smallKernel()
{
    RNG rng(6);
    return randomKernel(Size(5, 3), CV_8U, CV_8U, Coefficients::Random, rng);
}

//! Empty if the result equals that of filter2D with the usual arguments.
inline std::string compared(const Mat& result, const Mat& src, const Mat& kernel)
{
    const FilterInput input = {src, kernel, Point(-1, -1), 0, BORDER_DEFAULT, src.depth()};
    return findDifference(result, exactSums(input), Tolerance::PlainSum);
}

} // namespace opencv_test
