// SPDX-License-Identifier: Apache-2.0
//
// Which taps forced specialized programs support. Clconv_ForcedSharedCode covers types, borders and layouts.

#include "cases/sparse.hpp"
#include "support/device.hpp"

#include <limits>

namespace opencv_test { namespace {

class Clconv_SpecializedForced : public testing::TestWithParam<const char*>
{
};

TEST_P(Clconv_SpecializedForced, takesSparseKernels)
{
    FilterCase filterCase;
    filterCase.srcType = CV_8UC3;
    filterCase.border = BORDER_WRAP;
    filterCase.size = Size(83, 47);
    filterCase.kernel = spread(31, 0.05f);
    filterCase.force = GetParam();
    for (const FilterCase& laidOut : layouts(filterCase))
        EXPECT_TRUE(isRight(laidOut, GetParam()));
}

TEST_P(Clconv_SpecializedForced, doesNotRunWithoutFiniteTaps)
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

//! Like cv::filter2D on a Mat, which skips zero taps.
TEST_P(Clconv_SpecializedForced, passesOverNaNsUnderZeroTaps)
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

CLCONV_INSTANTIATE(Both, Clconv_SpecializedForced, testing::Values("specialized", "cpu_specialized"));

//! The program text is the same for both.
TEST(Clconv_SpecializedValues, areExact)
{
    static const float tiny = 1e-40f, large = 1e30f;
    static const float rows[][10] = {{1, -1, 0, -0.f, 2, 0.1f, 1, -1, -0.f, 1e-3f},
                                     {tiny, 0, -tiny, 0, 0, tiny, 0, 0, 0, -3 * tiny},
                                     {large, 0, 0, 0, -large, 1, 0, 0, 0, 0},
                                     {0, 0, 0, 0, 0, 0, 0, 0, 0, -7}};
    for (int i = 0; i < 4; i++)
    {
        FilterCase filterCase;
        filterCase.srcType = CV_32FC1;
        filterCase.kernel = Mat(2, 5, CV_32F, const_cast<float*>(rows[i])).clone();
        filterCase.force = i % 2 ? "specialized" : "cpu_specialized";
        EXPECT_TRUE(isRight(filterCase, filterCase.force)) << i;
    }
    FilterCase filterCase; // not exact in float
    filterCase.srcType = CV_32FC1;
    filterCase.ddepth = CV_64F;
    filterCase.kernel = Mat_<double>({2, 3}, {0.1, 0, -1. / 3, 0, 1e-300, 1});
    filterCase.force = "cpu_specialized";
    EXPECT_TRUE(isRight(filterCase, hasDoubles() ? filterCase.force : "opencv-cpu"));
}

}} // namespace opencv_test
