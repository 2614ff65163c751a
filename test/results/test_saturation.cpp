// SPDX-License-Identifier: Apache-2.0
//
// Sums beyond the range of int, on the device and when the CPU finishes a call on UMats.

#include "support/test_precomp.hpp"

#include <climits>

namespace opencv_test { namespace {

double valueOf(const UMat& image)
{
    Mat numbers;
    image.getMat(ACCESS_READ).convertTo(numbers, CV_64F);
    return numbers.at<double>(9, 9);
}

void expectSaturated(int ddepth, double delta, double expected)
{
    const UMat src(19, 23, CV_8UC1, Scalar(9));
    UMat dst;
    clconv::filter2D(src, dst, ddepth, Mat::ones(3, 3, CV_32F), Point(-1, -1), delta);
    EXPECT_EQ(expected, valueOf(dst)) << ddepth << ' ' << delta << ' ' << clconv::lastImplementation();
}

void expectEveryDepthSaturated()
{
    const double infinity = std::numeric_limits<double>::infinity();
    static const double bounds[][2] = {
        {0, 255}, {-128, 127}, {0, 65535}, {-32768, 32767}, {double(INT_MIN), double(INT_MAX)}};
    for (int depth : integerDepths())
        for (double delta : {3e9, 1e30, infinity})
        {
            expectSaturated(depth, delta, bounds[depth][1]);
            expectSaturated(depth, -delta, bounds[depth][0]);
        }
}

TEST(Clconv_Saturation, holdsBeyondTheRangeOfInt)
{
    expectEveryDepthSaturated();
}

TEST(Clconv_Saturation, holdsBeyondTheRangeOfIntOnTheCpu)
{
    const NoOpenCL noOpenCL;
    expectEveryDepthSaturated();
}

TEST(Clconv_Saturation, holdsForLargeCoefficientsOnTheCpu)
{
    const Mat large(5, 5, CV_32F, Scalar(2000)), row(1, 5, CV_32F, Scalar(2000));
    UMat dst, sep;
    const NoOpenCL noOpenCL;
    const UMat src(29, 37, CV_16UC1, Scalar(65535));
    clconv::filter2D(src, dst, -1, large);
    clconv::sepFilter2D(src, sep, -1, row, row);
    EXPECT_EQ(65535, valueOf(dst));
    EXPECT_EQ(65535, valueOf(sep));
}

}} // namespace opencv_test
