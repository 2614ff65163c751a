// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// All 49 pairs of depths, many channels, rounding and saturation, for the implementation chosen by itself and for the
// reference.

#include "test_precomp.hpp"

#include <limits>

namespace opencv_test
{
namespace
{

class Clconv_Depths : public testing::TestWithParam<const char*>
{
protected:
    Trial trial(int srcType, int ddepth, Size kernelSize, int border) const
    {
        Trial t;
        RNG rng(static_cast<unsigned>(srcType * 8 + ddepth));
        t.srcType = srcType;
        t.ddepth = ddepth;
        t.kernel = randomKernel(kernelSize, CV_MAT_DEPTH(srcType), ddepth, Coefficients::Random, rng);
        t.border = border;
        t.force = GetParam();
        t.seed = static_cast<unsigned>(ddepth + 1);
        return t;
    }

    void expectRight(const Trial& base, size_t count) const
    {
        const std::vector<Trial> all = layouts(base, count);
        for (size_t i = 0; i < all.size(); i++)
            EXPECT_TRUE(right(all[i], GetParam()));
    }
};

TEST_P(Clconv_Depths, takes8U)
{
    for (int ddepth = CV_8U; ddepth <= CV_64F; ddepth++)
        expectRight(trial(CV_8UC1, ddepth, Size(3, 5), BORDER_REFLECT_101), 8);
}

TEST_P(Clconv_Depths, takes8S)
{
    for (int ddepth = CV_8U; ddepth <= CV_64F; ddepth++)
        expectRight(trial(CV_8SC1, ddepth, Size(3, 5), BORDER_REFLECT_101), 8);
}

TEST_P(Clconv_Depths, takes16U)
{
    for (int ddepth = CV_8U; ddepth <= CV_64F; ddepth++)
        expectRight(trial(CV_16UC1, ddepth, Size(3, 5), BORDER_CONSTANT), 8);
}

TEST_P(Clconv_Depths, takes16S)
{
    for (int ddepth = CV_8U; ddepth <= CV_64F; ddepth++)
        expectRight(trial(CV_16SC1, ddepth, Size(3, 5), BORDER_REPLICATE), 8);
}

TEST_P(Clconv_Depths, takes32S)
{
    for (int ddepth = CV_8U; ddepth <= CV_64F; ddepth++)
        expectRight(trial(CV_32SC1, ddepth, Size(3, 5), BORDER_REFLECT), 8);
}

TEST_P(Clconv_Depths, takes32F)
{
    for (int ddepth = CV_8U; ddepth <= CV_64F; ddepth++)
        expectRight(trial(CV_32FC1, ddepth, Size(3, 5), BORDER_WRAP), 8);
}

TEST_P(Clconv_Depths, takes64F)
{
    for (int ddepth = CV_8U; ddepth <= CV_64F; ddepth++)
        expectRight(trial(CV_64FC1, ddepth, Size(3, 5), BORDER_REFLECT_101), 8);
}

TEST_P(Clconv_Depths, takesManyChannels)
{
    static const int channels[] = {6, 17, 128, 512};
    for (size_t i = 0; i < 4 && channels[i] <= CV_CN_MAX; i++)
    {
        const size_t count = channels[i] > 100 ? 3 : 10;
        expectRight(trial(CV_8UC(channels[i]), CV_8U, Size(3, 3), BORDER_REFLECT), count);
        expectRight(trial(CV_32FC(channels[i]), CV_32F, Size(2, 3), BORDER_REFLECT_101), count);
    }
}

TEST_P(Clconv_Depths, roundsHalfToEven)
{
    const Mat src = (Mat_<uchar>(1, 6) << 1, 3, 5, 7, 9, 255);
    const Mat kernel(1, 1, CV_32F, Scalar(0.5));
    const int depths[] = {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S};
    for (size_t i = 0; i < 5; i++)
    {
        UMat dst;
        clconv::ForceScope force(GetParam());
        clconv::filter2D(src.getUMat(ACCESS_READ), dst, depths[i], kernel);
        const Mat expected = (Mat_<double>(1, 6) << 0, 2, 2, 4, 4, depths[i] == CV_8S ? 127 : 128);
        Mat result;
        dst.copyTo(result);
        result.convertTo(result, CV_64F);
        EXPECT_EQ(0, cv::norm(result, expected, NORM_INF)) << depthToString(depths[i]) << ' ' << result;
    }
}

TEST_P(Clconv_Depths, saturatesAtBothEnds)
{
    const Mat src = (Mat_<float>(1, 4) << -1e30f, -4e9f, 4e9f, 1e30f);
    const double least[] = {0, -128, 0, -32768, std::numeric_limits<int>::min()};
    const double most[] = {255, 127, 65535, 32767, std::numeric_limits<int>::max()};
    for (int ddepth = CV_8U; ddepth <= CV_32S; ddepth++)
        for (int wide = 0; wide < 2; wide++) // sums in float, sums in double
        {
            Mat source, result;
            src.convertTo(source, wide ? CV_64F : CV_32F);
            UMat dst;
            clconv::ForceScope force(GetParam());
            clconv::filter2D(source.getUMat(ACCESS_READ), dst, ddepth, Mat(1, 1, CV_32F, Scalar(1)));
            dst.copyTo(result);
            result.convertTo(result, CV_64F);
            const Mat expected = (Mat_<double>(1, 4) << least[ddepth], least[ddepth], most[ddepth], most[ddepth]);
            EXPECT_EQ(0, cv::norm(result, expected, NORM_INF)) << depthToString(ddepth) << ' ' << result;
        }
}

//! Floats next to 2^31 : the last one below it is an int, 2^31 is not.
TEST_P(Clconv_Depths, saturatesNextToTheEndsOfInt)
{
    const Mat src = (Mat_<float>(1, 4) << 2147483520.f, 2147483648.f, -2147483648.f, -2147483904.f);
    const int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
    const Mat expected = (Mat_<int>(1, 4) << 2147483520, most, least, least);
    UMat dst;
    clconv::ForceScope force(GetParam());
    clconv::filter2D(src.getUMat(ACCESS_READ), dst, CV_32S, Mat(1, 1, CV_32F, Scalar(1)));
    EXPECT_EQ(0, cv::norm(dst, expected, NORM_INF)) << dst.getMat(ACCESS_READ);
}

TEST_P(Clconv_Depths, keepsDoublePrecision)
{
    const double tiny = std::ldexp(1., -50);
    Mat src(3, 4, CV_64F, Scalar(1 + tiny)), result;
    UMat dst;
    clconv::ForceScope force(GetParam());
    clconv::filter2D(src.getUMat(ACCESS_READ), dst, -1, Mat(1, 1, CV_64F, Scalar(1 + tiny)), Point(-1, -1), tiny);
    dst.copyTo(result);
    EXPECT_NEAR(3 * tiny, result.at<double>(1, 2) - 1, std::ldexp(1., -52));
}

CLCONV_INSTANTIATE(Chosen, Clconv_Depths, testing::Values("", "reference"));

} // namespace
} // namespace opencv_test
