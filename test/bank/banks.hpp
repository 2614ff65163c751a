// SPDX-License-Identifier: Apache-2.0
//
// Calls of filterBank as FilterCases.

#pragma once

#include "cases/layouts.hpp"

namespace opencv_test {

//! The kernels of one call of filterBank.
inline void setKernels(FilterCase& filterCase, const std::vector<Mat>& kernels)
{
    filterCase.kernel = kernels[0];
    filterCase.otherKernels.assign(kernels.begin() + 1, kernels.end());
}

inline std::vector<Mat> randomKernels(int type, const std::vector<Size>& sizes, unsigned seed = 5)
{
    RNG rng(seed);
    std::vector<Mat> kernels;
    for (const Size& size : sizes)
        kernels.push_back(randomKernel(size, CV_MAT_DEPTH(type), CV_MAT_DEPTH(type), Coefficients::Random, rng));
    return kernels;
}

//! A bank of `count` kernels of one size, over an image of the usual size to the same depth.
inline FilterCase bankOf(int type, int count, Size size, unsigned seed = 5)
{
    FilterCase filterCase;
    filterCase.srcType = type;
    setKernels(filterCase, randomKernels(type, std::vector<Size>(size_t(count), size), seed));
    return filterCase;
}

} // namespace opencv_test
