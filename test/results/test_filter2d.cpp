// SPDX-License-Identifier: Apache-2.0
//
// What filter2D guarantees for every implementation: kernels of every kind, regions, outputs.

#include "cases/layouts.hpp"

namespace opencv_test { namespace {

FilterCase caseWith(const Mat& kernel, int srcType = CV_8UC1, int ddepth = -1)
{
    FilterCase filterCase;
    filterCase.srcType = srcType;
    filterCase.ddepth = ddepth;
    filterCase.kernel = kernel;
    return filterCase;
}

Mat emboss()
{
    return Mat_<float>({3, 3}, {-2, -1, 0.25, -1, 1, 1, 0, 1, 2});
}

TEST(Clconv_Filter2D, correlatesAndDoesNotFlip)
{
    Mat src = Mat::zeros(5, 5, CV_8UC1), result;
    src.at<uchar>(2, 2) = 1;
    const Mat kernel = Mat_<float>({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    UMat dst;
    clconv::filter2D(src.getUMat(ACCESS_READ), dst, -1, kernel);
    cv::flip(kernel, result, -1);
    Mat expected = Mat::zeros(5, 5, CV_8UC1);
    result.convertTo(expected(Rect(1, 1, 3, 3)), CV_8U);
    EXPECT_EQ(0, cv::norm(dst, expected, NORM_INF));
}

TEST(Clconv_Filter2D, readsTheParentAroundARegionUnlessItIsIsolated)
{
    FilterCase filterCase = caseWith(emboss());
    filterCase.srcParent = Size(83, 59);
    for (int i = 0; i < 12; i++)
        for (int isolated : {0, int(BORDER_ISOLATED)})
        {
            filterCase.size = Size(7 + 3 * i, 5 + i);
            filterCase.srcOrigin = Point(i * 3, 36 - 3 * i);
            filterCase.border = entry(borderTypes(), i) | isolated;
            EXPECT_TRUE(isRight(filterCase));
        }
}

TEST(Clconv_Filter2D, leavesTheSurroundingsOfAnOutputRegion)
{
    FilterCase filterCase = caseWith(emboss(), CV_8UC3);
    filterCase.dstParent = Size(71, 53);
    for (int x = 0; x < 34; x += 3)
    {
        filterCase.dstOrigin = Point(x, 30 - x * 30 / 33);
        filterCase.size = Size(37 - x % 4, 23 - x % 3);
        EXPECT_TRUE(isRight(filterCase));
    }
}

TEST(Clconv_Filter2D, leavesTheSurroundingsOfOneOutputPixel)
{
    FilterCase filterCase = caseWith(emboss(), CV_16UC1);
    filterCase.size = Size(1, 1);
    filterCase.dstParent = Size(5, 4);
    for (int i = 0; i < 20; i++)
    {
        filterCase.dstOrigin = Point(i % 5, i / 5);
        EXPECT_TRUE(isRight(filterCase));
    }
}

TEST(Clconv_Filter2D, takesKernelsInUMats)
{
    FilterCase filterCase = caseWith(emboss());
    filterCase.kernelIsUMat = true;
    expectRight(filterCase, 4);
    filterCase.kernel = Mat(emboss())(Rect(1, 0, 2, 3));
    expectRight(filterCase, 4);
}

TEST(Clconv_Filter2D, takesKernelsThatAreRegions)
{
    RNG rng(5);
    const Mat large = randomKernel(Size(23, 19), CV_8U, CV_8U, Coefficients::Random, rng) * 4;
    FilterCase filterCase = caseWith(large(Rect(3, 2, 5, 3)));
    for (int x = 0; x < 10; x++)
    {
        filterCase.kernel = large(Rect(x, 9 - x, 5, 3));
        expectRight(filterCase, 2);
    }
}

TEST(Clconv_Filter2D, takesKernelsOfAnyDepth)
{
    const Mat numbers = Mat_<double>({3, 5}, {1, 0, 3, 2, 1, 0, 1, 2, 0, 4, 1, 1, 0, 7, 2});
    for (int depth : depths())
        for (int negative = 0; negative < 2; negative++)
        {
            FilterCase filterCase = caseWith(Mat());
            Mat(negative ? numbers * -1 : numbers).convertTo(filterCase.kernel, depth);
            filterCase.ddepth = CV_16S;
            expectRight(filterCase, 2);
        }
}

TEST(Clconv_Filter2D, givesDeltaForAKernelOfZeros)
{
    for (int type = 0; type < 3; type++)
        for (double delta : {0., 2.5, 3.5, -7., 254.5, 300., 0.49999})
        {
            UMat src(19, 23, CV_8UC1, Scalar(200)), dst;
            clconv::filter2D(src, dst, CV_8U, Mat::zeros(type + 1, 3, CV_32F), Point(-1, -1), delta);
            EXPECT_EQ(0, cv::norm(dst, Mat(19, 23, CV_8U, Scalar(saturate_cast<uchar>(delta))), NORM_INF)) << delta;
        }
}

TEST(Clconv_Filter2D, takesAnyNegativeDdepthForTheSources)
{
    for (int ddepth = -1; ddepth > -20; ddepth -= 6)
    {
        UMat src(19, 23, CV_16SC2, Scalar::all(-7)), dst;
        clconv::filter2D(src, dst, ddepth, Mat::ones(1, 1, CV_32F));
        EXPECT_EQ(CV_16SC2, dst.type());
        EXPECT_EQ(0, cv::norm(dst, src, NORM_INF));
    }
}

TEST(Clconv_Filter2D, createsAnOutputOfTheRightTypeAndSize)
{
    UMat src(19, 23, CV_8UC3, Scalar::all(7)), dst(5, 5, CV_64FC2);
    clconv::filter2D(src, dst, CV_32F, emboss());
    EXPECT_EQ(CV_32FC3, dst.type());
    EXPECT_EQ(Size(23, 19), dst.size());
}

TEST(Clconv_Filter2D, usesAFittingOutputAsItIs)
{
    UMat src(19, 23, CV_8UC3, Scalar::all(7)), dst(19, 23, CV_8UC3), same = dst;
    clconv::filter2D(src, dst, -1, emboss());
    EXPECT_EQ(same.u, dst.u);
    EXPECT_EQ(same.handle(ACCESS_READ), dst.handle(ACCESS_READ));
}

TEST(Clconv_Filter2D, filtersLongThinImages)
{
    FilterCase filterCase = caseWith(emboss());
    filterCase.size = Size(100003, 1);
    EXPECT_TRUE(isRight(filterCase));
    filterCase.size = Size(1, 100003);
    EXPECT_TRUE(isRight(filterCase));
    filterCase.size = Size(3, 33333);
    EXPECT_TRUE(isRight(filterCase));
}

TEST(Clconv_Filter2D, filtersALargeImage)
{
    FilterCase filterCase = caseWith(emboss());
    filterCase.size = Size(1921, 1083);
    filterCase.delta = 3;
    EXPECT_TRUE(isRight(filterCase));
}

TEST(Clconv_Filter2D, repeatsItself)
{
    RNG rng(9);
    const Mat kernel = randomKernel(Size(5, 5), CV_32F, CV_32F, Coefficients::Random, rng);
    const UMat src = randomImage(Size(301, 203), CV_32FC1, rng).getUMat(ACCESS_READ);
    UMat first, again;
    clconv::filter2D(src, first, -1, kernel);
    for (int i = 0; i < 20; i++)
    {
        clconv::filter2D(src, again, -1, kernel);
        EXPECT_EQ(0, cv::norm(first, again, NORM_INF));
    }
}

}} // namespace opencv_test
