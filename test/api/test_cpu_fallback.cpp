// SPDX-License-Identifier: Apache-2.0
//
// Calls that run on the CPU by OpenCV's functions: Mat arguments, OpenCL switched off.

#include "cases/layouts.hpp"
#include "support/thrown.hpp"

namespace opencv_test { namespace {

FilterCase randomCase(int srcType, int ddepth, Size kernelSize = Size(5, 3))
{
    RNG rng(unsigned(srcType * 7 + ddepth));
    FilterCase filterCase;
    filterCase.srcType = srcType;
    filterCase.ddepth = ddepth;
    filterCase.kernel = randomKernel(kernelSize, CV_MAT_DEPTH(srcType), ddepth, Coefficients::Random, rng);
    return filterCase;
}

TEST(Clconv_CpuFallback, takesAllPairsOnUMatsWithoutOpenCL)
{
    NoOpenCL off;
    for (int s : depths())
        for (int d : depths())
            expectRight(randomCase(CV_MAKETYPE(s, 1 + (s + d) % 4), d), 10, "opencv-cpu");
}

TEST(Clconv_CpuFallback, makesUpEveryBorderWithoutOpenCL)
{
    NoOpenCL off;
    for (int border : borderTypes())
        for (int size = 0; size < 3; size++)
        {
            static const int sizes[][2] = {{5, 3}, {2, 7}, {31, 29}};
            FilterCase filterCase = randomCase(CV_8UC2, CV_8U, Size(sizes[size][0], sizes[size][1]));
            filterCase.border = border;
            expectRight(filterCase, 10, "opencv-cpu");
            filterCase.border |= BORDER_ISOLATED;
            expectRight(filterCase, 10, "opencv-cpu");
        }
}

TEST(Clconv_CpuFallback, filtersInPlaceWithoutOpenCL)
{
    NoOpenCL off;
    FilterCase filterCase = randomCase(CV_8UC3, -1);
    filterCase.placement = Placement::InPlace;
    EXPECT_TRUE(isRight(filterCase, "opencv-cpu"));
    filterCase.border = BORDER_WRAP;
    EXPECT_TRUE(isRight(filterCase, "opencv-cpu"));
    filterCase.placement = Placement::Overlap;
    filterCase.srcParent = Size(60, 50);
    filterCase.srcOrigin = Point(5, 6);
    filterCase.dstOrigin = Point(7, 3);
    EXPECT_TRUE(isRight(filterCase, "opencv-cpu"));
}

TEST(Clconv_CpuFallback, returnsToTheDevice)
{
    const UMat src(19, 23, CV_8UC1, Scalar(3));
    {
        NoOpenCL off;
        UMat dst;
        clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
        EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
        EXPECT_EQ(0, cv::norm(dst, Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
    }
    UMat dst;
    clconv::ForceScope force("reference");
    clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_EQ("reference", clconv::lastImplementation());
    EXPECT_EQ(0, cv::norm(dst, Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
}

//! An image made while OpenCL is off has no buffer on the device, even after OpenCL is on again.
UMat madeWithoutOpenCL(int value)
{
    NoOpenCL off;
    return UMat(19, 23, CV_8UC1, Scalar(value));
}

TEST(Clconv_CpuFallback, readsImagesMadeWithoutOpenCL)
{
    const UMat src = madeWithoutOpenCL(3);
    UMat dst;
    clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_EQ(0, cv::norm(dst.getMat(ACCESS_READ), Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
}

TEST(Clconv_CpuFallback, writesImagesMadeWithoutOpenCL)
{
    const UMat src(19, 23, CV_8UC1, Scalar(3));
    UMat dst = madeWithoutOpenCL(0);
    clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_EQ(0, cv::norm(dst.getMat(ACCESS_READ), Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
    dst = madeWithoutOpenCL(3);
    clconv::filter2D(dst, dst, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_EQ(0, cv::norm(dst.getMat(ACCESS_READ), Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
}

TEST(Clconv_CpuFallback, takesMatsAsStockDoes)
{
    for (int s : depths())
        for (int d : depths())
        {
            FilterCase filterCase = randomCase(CV_MAKETYPE(s, 1 + (s + d) % 4), d);
            const FilterInput input = {
                Mat(1, 1, filterCase.srcType), filterCase.kernel, filterCase.anchor, 0, filterCase.border, d};
            if (!stockTakes(input))
                continue;
            filterCase.srcIsMat = filterCase.dstIsMat = true;
            expectRight(filterCase, 10, "opencv-cpu");
        }
}

TEST(Clconv_CpuFallback, refusesOnMatsWhatStockRefuses)
{
    const Mat src(19, 23, CV_16UC1, Scalar(3)), kernel = Mat::ones(3, 3, CV_32F);
    for (int d : depths())
    {
        Mat stock, ours;
        const int code = codeOf([&] { cv::filter2D(src, stock, d, kernel); });
        EXPECT_EQ(code, codeOf([&] { clconv::filter2D(src, ours, d, kernel); })) << depthToString(d);
    }
}

TEST(Clconv_CpuFallback, equalsStockOnMatsBitForBit)
{
    RNG rng(8);
    const Mat src = randomImage(Size(203, 151), CV_32FC1, rng);
    static const int sizes[][2] = {{3, 3}, {7, 9}, {15, 15}, {1, 21}};
    for (int i = 0; i < 4; i++)
    {
        Mat stock, ours;
        const Mat kernel = randomKernel(Size(sizes[i][0], sizes[i][1]), CV_32F, CV_32F, Coefficients::Random, rng);
        cv::filter2D(src, stock, -1, kernel, Point(0, -1), 0.1, BORDER_REFLECT);
        clconv::filter2D(src, ours, -1, kernel, Point(0, -1), 0.1, BORDER_REFLECT);
        EXPECT_EQ(0, cv::norm(stock, ours, NORM_INF));
    }
}

TEST(Clconv_CpuFallback, wrapsAroundOnMats)
{
    static const int pairs[][2] = {
        {CV_8U, CV_8U}, {CV_8U, CV_16S}, {CV_16U, CV_32F}, {CV_32F, CV_32F}, {CV_64F, CV_64F}};
    for (int i = 0; i < 5; i++)
        for (int isolated = 0; isolated < 2; isolated++)
        {
            FilterCase filterCase = randomCase(CV_MAKETYPE(pairs[i][0], 3), pairs[i][1]);
            filterCase.border = BORDER_WRAP | (isolated ? int(BORDER_ISOLATED) : 0);
            filterCase.srcIsMat = filterCase.dstIsMat = true;
            expectRight(filterCase, 10, "opencv-cpu");
            filterCase.placement = Placement::InPlace;
            if (pairs[i][0] == pairs[i][1])
            {
                EXPECT_TRUE(isRight(filterCase));
            }
        }
}

//! Also in the upper left corner, where OpenCV's own Mat::getUMat() loses the parent.
TEST(Clconv_CpuFallback, aRegionOfAMatReadsItsParentOnTheDevice)
{
    RNG rng(17);
    const Mat parent = randomImage(Size(41, 37), CV_8UC3, rng);
    const Mat kernel = randomKernel(Size(7, 9), CV_8U, CV_8U, Coefficients::Random, rng);
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++)
            for (int isolated = 0; isolated <= BORDER_ISOLATED; isolated += BORDER_ISOLATED)
            {
                const Mat region = parent(Rect(x, y, 23, 19));
                UMat dst;
                Mat expected;
                clconv::filter2D(region, dst, CV_32F, kernel, Point(-1, -1), 0, BORDER_REFLECT_101 | isolated);
                cv::filter2D(region, expected, CV_32F, kernel, Point(-1, -1), 0, BORDER_REFLECT_101 | isolated);
                EXPECT_NE("opencv-cpu", clconv::lastImplementation());
                EXPECT_LE(cv::norm(dst, expected, NORM_INF), 1e-3) << "region at " << x << ", " << y;
            }
}

TEST(Clconv_CpuFallback, mixesMatsAndUMats)
{
    for (int toMat = 0; toMat < 2; toMat++)
        for (int border : borderTypes())
        {
            if (!toMat && border != BORDER_CONSTANT && border != BORDER_WRAP)
                continue; // programs take long to build
            FilterCase filterCase = randomCase(CV_8UC3, CV_16S);
            filterCase.border = border;
            filterCase.srcIsMat = !toMat;
            filterCase.dstIsMat = toMat != 0;
            expectRight(filterCase);
        }
}

}} // namespace opencv_test
