// SPDX-License-Identifier: Apache-2.0
//
// Sparse kernels, and the implementations that are specialized for them.

#pragma once

#include "support/test_precomp.hpp"

#include "problem/device_traits.hpp"

namespace opencv_test {

//! The specialized implementation that the planner selects on this device.
inline std::string ownProgram()
{
    return clconv::traitsOf(ocl::Device::getDefault()).cpu ? "cpu_specialized" : "specialized";
}

//! Six taps, nearly the weights of Scharr's derivative times `scale`: each scale gives another kernel.
inline Mat spread(int ksize, float scale)
{
    Mat kernel = Mat::zeros(ksize, ksize, CV_32F);
    static const float weights[] = {3, 10, 4}; // not an outer product
    for (int i = 0; i < 3; i++)
    {
        kernel.at<float>(i * (ksize / 2), 0) = -weights[i] * scale;
        kernel.at<float>(i * (ksize / 2), ksize - 1) = 3 * scale;
    }
    return kernel;
}

//! Filters a small image with the usual arguments, and expects the right result.
//! @returns the implementation that ran
inline std::string filtered(const Mat& kernel)
{
    FilterCase filterCase;
    filterCase.srcType = CV_32FC1;
    filterCase.kernel = kernel;
    filterCase.size = Size(64, 43);
    EXPECT_TRUE(isRight(filterCase));
    return clconv::lastImplementation();
}

} // namespace opencv_test
