// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Programs for one kernel, forced: what their taps may be. Types, borders and layouts are Clconv_ForcedKin's matter.

#include "sparse.hpp"

#include <limits>

namespace opencv_test
{
namespace
{

class Clconv_LiteralForced : public testing::TestWithParam<const char*>
{
};

TEST_P(Clconv_LiteralForced, takesSparseKernels)
{
    Trial trial;
    trial.srcType = CV_8UC3;
    trial.border = BORDER_WRAP;
    trial.size = Size(83, 47);
    trial.kernel = spread(31, 0.05f);
    trial.force = GetParam();
    for (const Trial& laidOut : layouts(trial))
        EXPECT_TRUE(right(laidOut, GetParam()));
}

TEST_P(Clconv_LiteralForced, doesNotRunWithoutFiniteTaps)
{
    clconv::ForceScope force(GetParam());
    const UMat src(31, 41, CV_32FC1, Scalar(2));
    UMat dst;
    Mat kernel = Mat::zeros(3, 3, CV_32F);
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_NE(GetParam(), clconv::lastImplementation());
    EXPECT_EQ(0, cv::norm(dst, NORM_INF));
    kernel.at<float>(1, 1) = std::numeric_limits<float>::infinity();
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_NE(GetParam(), clconv::lastImplementation());
}

//! As cv::filter2D on a Mat, which leaves zero taps out.
TEST_P(Clconv_LiteralForced, passesOverNaNsUnderZeroTaps)
{
    Mat src(29, 37, CV_32FC1, Scalar(1)), expected;
    src.at<float>(14, 20) = std::numeric_limits<float>::quiet_NaN();
    src.at<float>(5, 9) = std::numeric_limits<float>::infinity();
    const Mat kernel = spread(5, 1);
    cv::filter2D(src, expected, -1, kernel);
    UMat dst;
    clconv::ForceScope force(GetParam());
    clconv::filter2D(src.getUMat(ACCESS_READ), dst, -1, kernel);
    EXPECT_EQ(GetParam(), clconv::lastImplementation());
    const Mat result = dst.getMat(ACCESS_READ);
    for (int y = 0; y < src.rows; y++)
        for (int x = 0; x < src.cols; x++)
        {
            const float a = expected.at<float>(y, x), b = result.at<float>(y, x);
            EXPECT_TRUE(a == b || (a != a && b != b)) << x << ", " << y << ": " << a << ", " << b;
        }
}

CLCONV_INSTANTIATE(Both, Clconv_LiteralForced, testing::Values("literal", "cpu_literal"));

//! The text is the same for both.
TEST(Clconv_LiteralValues, areExact)
{
    static const float tiny = 1e-40f, large = 1e30f;
    static const float rows[][10] = {{1, -1, 0, -0.f, 2, 0.1f, 1, -1, -0.f, 1e-3f},
                                     {tiny, 0, -tiny, 0, 0, tiny, 0, 0, 0, -3 * tiny},
                                     {large, 0, 0, 0, -large, 1, 0, 0, 0, 0},
                                     {0, 0, 0, 0, 0, 0, 0, 0, 0, -7}};
    for (int i = 0; i < 4; i++)
    {
        Trial trial;
        trial.srcType = CV_32FC1;
        trial.kernel = Mat(2, 5, CV_32F, const_cast<float*>(rows[i])).clone();
        trial.force = i % 2 ? "literal" : "cpu_literal";
        EXPECT_TRUE(right(trial, trial.force)) << i;
    }
    Trial trial; // not exact in float
    trial.srcType = CV_32FC1;
    trial.ddepth = CV_64F;
    trial.kernel = (Mat_<double>(2, 3) << 0.1, 0, -1. / 3, 0, 1e-300, 1);
    trial.force = "cpu_literal";
    EXPECT_TRUE(right(trial, trial.force));
}

} // namespace
} // namespace opencv_test
