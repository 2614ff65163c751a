// SPDX-License-Identifier: Apache-2.0
//
// sepFilter2D: any lengths and anchors, types, borders, placements; against the oracle and cv::sepFilter2D on Mats.

#include "cases/layouts.hpp"
#include "support/thrown.hpp"

#include <climits>

namespace opencv_test { namespace {

FilterCase factors(int lengthX, int lengthY, int srcType = CV_8UC1, int ddepth = -1, int depth = CV_32F)
{
    RNG rng(unsigned(lengthX * 100 + lengthY));
    FilterCase filterCase;
    filterCase.srcType = srcType;
    filterCase.ddepth = ddepth;
    randomKernel(Size(lengthX, 1), CV_8U, CV_8U, Coefficients::Random, rng).convertTo(filterCase.kernel, depth);
    randomKernel(Size(1, lengthY), CV_MAT_DEPTH(srcType), filterCase.dstDepth(), Coefficients::Random, rng)
        .convertTo(filterCase.kernelY, depth);
    return filterCase;
}

TEST(Clconv_SepFilter2D, takesAnyLengths)
{
    static const int lengths[][2] = {{3, 3}, {4, 6}, {1, 1}, {1, 8}, {8, 1}, {2, 5}, {31, 17}, {45, 2}};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        expectRight(factors(lengths[i][0], lengths[i][1]));
}

TEST(Clconv_SepFilter2D, takesOffCentreAnchors)
{
    FilterCase filterCase = factors(6, 5);
    for (int x = -1; x < 6; x++)
        for (int y = -1; y < 5; y++)
        {
            filterCase.anchor = Point(x, y);
            EXPECT_TRUE(isRight(filterCase));
        }
}

TEST(Clconv_SepFilter2D, takesRowsAndColumnsAsFactors)
{
    for (int turned = 0; turned < 4; turned++)
    {
        FilterCase filterCase = factors(5, 4);
        if (turned & 1)
            filterCase.kernel = filterCase.kernel.t();
        if (turned & 2)
            filterCase.kernelY = filterCase.kernelY.t();
        expectRight(filterCase, 3);
    }
}

// filter2D's tests cover all 49 pairs, and both functions share that code. Here each depth is source and destination at
// least once.
TEST(Clconv_SepFilter2D, takesAllDepths)
{
    for (int s : depths())
    {
        expectRight(factors(5, 3, CV_MAKETYPE(s, 1), s), 5);
        expectRight(factors(5, 3, CV_MAKETYPE(s, 1), entry(depths(), s + 3)), 5);
    }
}

TEST(Clconv_SepFilter2D, takesFactorsOfAnyDepth)
{
    for (int depth : depths())
    {
        FilterCase filterCase = factors(3, 5, CV_8UC1, CV_16S);
        Mat(Mat_<double>({1, 3}, {1, 2, 1})).convertTo(filterCase.kernel, depth);
        Mat(Mat_<double>({5, 1}, {3, 1, 0, 2, 1})).convertTo(filterCase.kernelY, depth);
        expectRight(filterCase, 3);
    }
}

TEST(Clconv_SepFilter2D, makesUpEveryBorderForAnyChannels)
{
    for (int border : borderTypes())
    {
        FilterCase filterCase = factors(7, 4, CV_8UC(1 + border), CV_8U);
        filterCase.border = border;
        expectRight(filterCase);
        filterCase.border |= BORDER_ISOLATED;
        expectRight(filterCase);
    }
}

TEST(Clconv_SepFilter2D, filtersInPlaceAndOverlapping)
{
    FilterCase filterCase = factors(5, 4);
    filterCase.size = Size(61, 47);
    filterCase.placement = Placement::InPlace;
    EXPECT_TRUE(isRight(filterCase));
    filterCase.srcParent = Size(90, 80);
    filterCase.srcOrigin = Point(11, 7);
    EXPECT_TRUE(isRight(filterCase));
    filterCase.placement = Placement::Overlap;
    filterCase.dstOrigin = Point(13, 4);
    EXPECT_TRUE(isRight(filterCase));
}

TEST(Clconv_SepFilter2D, keepsDoublePrecision)
{
    expectRight(factors(7, 5, CV_64FC1, -1, CV_64F));
}

TEST(Clconv_SepFilter2D, agreesWithStockOnMats)
{
    RNG rng(10);
    const Mat src = randomImage(Size(103, 77), CV_8UC3, rng);
    const Mat x = Mat_<float>({1, 5}, {-1, 2, 3, 2, -1}), y = Mat_<float>({3, 1}, {1, -2, 2});
    static const int depths[] = {CV_8U, CV_16S, CV_32F, CV_64F};
    for (int i = 0; i < 4; i++)
    {
        Mat stock;
        UMat ours;
        cv::sepFilter2D(src, stock, depths[i], x, y, Point(1, 2), 3, BORDER_REFLECT);
        clconv::sepFilter2D(src.getUMat(ACCESS_READ), ours, depths[i], x, y, Point(1, 2), 3, BORDER_REFLECT);
        EXPECT_EQ(0, cv::norm(stock, ours, NORM_INF)) << depthToString(depths[i]); // integers: exact sums
    }
}

TEST(Clconv_SepFilter2D, isAtMostOneOffStocksFixedPoint)
{
    RNG rng(10);
    const Mat src = randomImage(Size(103, 77), CV_8UC1, rng), gauss = getGaussianKernel(9, 1.9, CV_32F);
    Mat stock;
    UMat ours;
    cv::sepFilter2D(src, stock, -1, gauss, gauss);
    clconv::sepFilter2D(src.getUMat(ACCESS_READ), ours, -1, gauss, gauss);
    EXPECT_GE(1, cv::norm(stock, ours, NORM_INF));
}

TEST(Clconv_SepFilter2D, takesMats)
{
    FilterCase filterCase = factors(5, 4, CV_32FC2);
    for (int i = 1; i < 4; i++)
    {
        filterCase.srcIsMat = (i & 1) != 0;
        filterCase.dstIsMat = (i & 2) != 0;
        expectRight(filterCase);
    }
}

TEST(Clconv_SepFilter2D, filtersWithoutOpenCL)
{
    const NoOpenCL noOpenCL;
    for (int border : borderTypes())
    {
        FilterCase filterCase = factors(5, 4, CV_16UC2, CV_32F);
        filterCase.border = border;
        expectRight(filterCase);
    }
    for (int s : depths())
        for (int d : depths())
            expectRight(factors(4, 3, CV_MAKETYPE(s, 1), d), 3);
}

TEST(Clconv_SepFilter2D, refusesWhatStockRefuses)
{
    const UMat image(19, 23, CV_8UC1, Scalar(3));
    const Mat row = Mat::ones(1, 5, CV_32F), column = Mat::ones(3, 1, CV_32F), square = Mat::ones(3, 3, CV_32F);
    const Mat doubles = Mat::ones(3, 1, CV_64F), channels(3, 1, CV_32FC2, Scalar::all(1));
    const Point middle(-1, -1);
    const auto code = [&](const UMat& src, const Mat& x, const Mat& y, Point anchor, int border)
    {
        UMat dst;
        return codeOf([&] { clconv::sepFilter2D(src, dst, -1, x, y, anchor, 0, border); });
    };
    EXPECT_EQ(0, code(image, row, column, middle, BORDER_REPLICATE));
    EXPECT_EQ(Error::StsAssert, code(UMat(), row, column, middle, BORDER_REPLICATE));
    const std::pair<Mat, Mat> wrong[] = {{Mat(), column}, {row, Mat()},   {square, column},
                                         {row, square},   {row, doubles}, {channels, channels}};
    for (const auto& factors : wrong)
        EXPECT_EQ(Error::StsAssert, code(image, factors.first, factors.second, middle, BORDER_REPLICATE));
    for (Point outside : {Point(5, 0), Point(0, 3)})
        EXPECT_EQ(Error::StsAssert, code(image, row, column, outside, BORDER_REPLICATE));
    EXPECT_EQ(0, code(image, row, column, Point(-2, INT_MIN), BORDER_REPLICATE)); // the middle
    for (int border : {int(BORDER_TRANSPARENT), 7, -2})
        EXPECT_EQ(Error::StsBadArg, code(image, row, column, middle, border));
}

}} // namespace opencv_test
