// SPDX-License-Identifier: Apache-2.0
//
// All 49 pairs of depths, many channels, rounding and saturation, for the implementation selected by default and for
// the reference.

#include "support/device.hpp"
#include "support/test_precomp.hpp"

#include <limits>

namespace opencv_test { namespace {

class Clconv_Depths : public testing::TestWithParam<const char*>
{
protected:
    FilterCase filterCase(int srcType, int ddepth, Size kernelSize, int border) const
    {
        FilterCase t;
        RNG rng(static_cast<unsigned>(srcType * 8 + ddepth));
        t.srcType = srcType;
        t.ddepth = ddepth;
        t.kernel = randomKernel(kernelSize, CV_MAT_DEPTH(srcType), ddepth, Coefficients::Random, rng);
        t.border = border;
        t.force = GetParam();
        t.seed = static_cast<unsigned>(ddepth + 1);
        return t;
    }

    void expectRight(const FilterCase& base, size_t count) const
    {
        const bool needsDoubles = CV_MAT_DEPTH(base.srcType) == CV_64F || base.dstDepth() == CV_64F;
        const std::vector<FilterCase> all = layouts(base, count);
        for (size_t i = 0; i < all.size(); i++)
            EXPECT_TRUE(isRight(all[i], needsDoubles && !hasDoubles() ? "opencv-cpu" : GetParam()));
    }
};

TEST_P(Clconv_Depths, takesEveryPair)
{
    static const int borders[] = {BORDER_REFLECT_101, BORDER_REFLECT_101, BORDER_CONSTANT,   BORDER_REPLICATE,
                                  BORDER_REFLECT,     BORDER_WRAP,        BORDER_REFLECT_101};
    for (int depth : depths())
        for (int ddepth : depths())
            expectRight(filterCase(CV_MAKETYPE(depth, 1), ddepth, Size(3, 5), borders[depth]), 8);
}

TEST_P(Clconv_Depths, takesManyChannels)
{
    static const int channels[] = {6, 17, 128, 512};
    for (int i = 0; i < 4 && channels[i] <= CV_CN_MAX; i++)
    {
        const int depth = i % 2 ? CV_32F : CV_8U;
        expectRight(filterCase(CV_MAKETYPE(depth, channels[i]), depth, Size(3, 2), BORDER_REFLECT), i < 2 ? 10 : 3);
    }
}

// The tests below use single pixels among zeros. Their kernel has the size of the tests above, to share their programs.

//! The values in one row, each surrounded by zeros as far as the kernel reaches.
Mat alone(const Mat& values)
{
    Mat image = Mat::zeros(5, 3 * values.cols, values.type());
    for (int i = 0; i < values.cols; i++)
        values.col(i).copyTo(image(Rect(3 * i + 1, 2, 1, 1)));
    return image;
}

//! A kernel that multiplies each of these by the factor; not an outer product.
Mat scaling(double factor)
{
    Mat kernel = Mat::zeros(5, 3, CV_64F);
    kernel.at<double>(2, 1) = kernel.at<double>(0, 0) = factor;
    return kernel;
}

//! The results for these values, as doubles.
Mat filtered(const std::string& force, const Mat& values, int ddepth, double factor, int border, double delta = 0)
{
    UMat dst;
    Mat result(values.size(), CV_64F), numbers;
    clconv::ForceScope scope(force);
    clconv::filter2D(alone(values).getUMat(ACCESS_READ), dst, ddepth, scaling(factor), Point(-1, -1), delta, border);
    dst.getMat(ACCESS_READ).convertTo(numbers, CV_64F);
    for (int i = 0; i < values.cols; i++)
        result.at<double>(i) = numbers.at<double>(2, 3 * i + 1);
    return result;
}

TEST_P(Clconv_Depths, roundsHalfToEven)
{
    const Mat src = Mat_<uchar>({1, 6}, {1, 3, 5, 7, 9, 255});
    for (int depth : integerDepths())
    {
        const Mat expected = Mat_<double>({1, 6}, {0, 2, 2, 4, 4, depth == CV_8S ? 127. : 128.});
        const Mat result = filtered(GetParam(), src, depth, 0.5, BORDER_REFLECT_101);
        EXPECT_EQ(0, cv::norm(result, expected, NORM_INF)) << depthToString(depth) << ' ' << result;
    }
}

TEST_P(Clconv_Depths, saturatesAtBothEnds)
{
    const Mat src = Mat_<double>({1, 4}, {-1e30, -4e9, 4e9, 1e30});
    const double lowest[] = {0, -128, 0, -32768, std::numeric_limits<int>::min()};
    const double highest[] = {255, 127, 65535, 32767, std::numeric_limits<int>::max()};
    for (int depth : integerDepths())
        for (int wide = 0; wide < 2; wide++) // first with sums in float, then in double
        {
            Mat values;
            src.convertTo(values, wide ? CV_64F : CV_32F);
            const Mat expected = Mat_<double>({1, 4}, {lowest[depth], lowest[depth], highest[depth], highest[depth]});
            const Mat result = filtered(GetParam(), values, depth, 1, wide ? BORDER_REFLECT_101 : BORDER_WRAP);
            EXPECT_EQ(0, cv::norm(result, expected, NORM_INF)) << depthToString(depth) << ' ' << result;
        }
}

//! The last float below 2^31 is an int, 2^31 is not.
TEST_P(Clconv_Depths, saturatesNextToTheEndsOfInt)
{
    const Mat src = Mat_<float>({1, 4}, {2147483520.f, 2147483648.f, -2147483648.f, -2147483904.f});
    const int highest = std::numeric_limits<int>::max(), lowest = std::numeric_limits<int>::min();
    const Mat expected = Mat_<double>({1, 4}, {2147483520, highest, lowest, lowest});
    const Mat result = filtered(GetParam(), src, CV_32S, 1, BORDER_WRAP);
    EXPECT_EQ(0, cv::norm(result, expected, NORM_INF)) << result;
}

TEST_P(Clconv_Depths, keepsDoublePrecision)
{
    const double tiny = std::ldexp(1., -50);
    const Mat src(1, 2, CV_64F, Scalar(1 + tiny));
    const Mat result = filtered(GetParam(), src, CV_64F, 1 + tiny, BORDER_REFLECT_101, tiny);
    EXPECT_NEAR(3 * tiny, result.at<double>(1) - 1, std::ldexp(1., -52));
}

CLCONV_INSTANTIATE(Chosen, Clconv_Depths, testing::Values("", "reference"));

}} // namespace opencv_test
