// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that are images of the same call, and kernels of half floats.

#include "small.hpp"

namespace opencv_test
{
namespace
{

//! An image as its own kernel.
void expectRightWithKernel(const UMat& src, UMat& dst, const UMat& kernel, const Mat& original)
{
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_NE("native", clconv::lastImplementation());
    EXPECT_EQ("", judged(dst.getMat(ACCESS_READ), original, original));
}

TEST(Clconv_Kernel, mayBeTheSourceOrTheOutput)
{
    const Mat original = pixels(CV_32FC1)(Rect(0, 0, 5, 5)).clone();
    UMat image, kernel, dst;
    original.copyTo(image);
    expectRightWithKernel(image, dst, image, original);
    original.copyTo(kernel);
    expectRightWithKernel(image, kernel, kernel, original);
    expectRightWithKernel(image, image, image, original);
}

TEST(Clconv_Kernel, mayBeOfHalfFloats)
{
    Mat half, kernel;
    smallKernel().convertTo(half, CV_32F);
    half.convertTo(half, CV_16F);
    half.convertTo(kernel, CV_32F);
    const UMat src = pixels(CV_8UC1).getUMat(ACCESS_READ).clone();
    UMat dst;
    clconv::filter2D(src, dst, -1, half);
    EXPECT_EQ("", judged(dst.getMat(ACCESS_READ), pixels(CV_8UC1), kernel));
    Mat stock, ours;
    cv::filter2D(pixels(CV_8UC1), stock, -1, half);
    clconv::filter2D(pixels(CV_8UC1), ours, -1, half);
    EXPECT_EQ(0, cv::norm(stock, ours, NORM_INF));
}

} // namespace
} // namespace opencv_test
