// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Where OpenCV's functions on the CPU do the work: Mat arguments, OpenCL switched off.

#include "test_precomp.hpp"

namespace opencv_test
{
namespace
{

//! OpenCL switched off while it lives.
class NoOpenCL
{
public:
    NoOpenCL() { ocl::setUseOpenCL(false); }
    ~NoOpenCL() { ocl::setUseOpenCL(true); }
};

Trial randomTrial(int srcType, int ddepth, Size kernelSize = Size(5, 3))
{
    RNG rng(unsigned(srcType * 7 + ddepth));
    Trial trial;
    trial.srcType = srcType;
    trial.ddepth = ddepth;
    trial.kernel = randomKernel(kernelSize, CV_MAT_DEPTH(srcType), ddepth, Coefficients::Random, rng);
    return trial;
}

void expectRight(const Trial& trial, const char* implementation, size_t count = 10)
{
    const std::vector<Trial> all = layouts(trial, count);
    for (size_t i = 0; i < all.size(); i++)
        EXPECT_TRUE(right(all[i], implementation));
}

TEST(Clconv_Native, takesAllPairsOnUMatsWithoutOpenCL)
{
    NoOpenCL off;
    for (int s : depths())
        for (int d : depths())
            expectRight(randomTrial(CV_MAKETYPE(s, 1 + (s + d) % 4), d), "native");
}

TEST(Clconv_Native, makesUpEveryBorderWithoutOpenCL)
{
    NoOpenCL off;
    for (int border : borderTypes())
        for (int size = 0; size < 3; size++)
        {
            static const int sizes[][2] = {{5, 3}, {2, 7}, {31, 29}};
            Trial trial = randomTrial(CV_8UC2, CV_8U, Size(sizes[size][0], sizes[size][1]));
            trial.border = border;
            expectRight(trial, "native");
            trial.border |= BORDER_ISOLATED;
            expectRight(trial, "native");
        }
}

TEST(Clconv_Native, filtersInPlaceWithoutOpenCL)
{
    NoOpenCL off;
    Trial trial = randomTrial(CV_8UC3, -1);
    trial.placement = Placement::InPlace;
    EXPECT_TRUE(right(trial, "native"));
    trial.border = BORDER_WRAP;
    EXPECT_TRUE(right(trial, "native"));
    trial.placement = Placement::Overlap;
    trial.srcParent = Size(60, 50);
    trial.srcOrigin = Point(5, 6);
    trial.dstOrigin = Point(7, 3);
    EXPECT_TRUE(right(trial, "native"));
}

TEST(Clconv_Native, returnsToTheDevice)
{
    const UMat src(19, 23, CV_8UC1, Scalar(3));
    {
        NoOpenCL off;
        UMat dst;
        clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
        EXPECT_EQ("native", clconv::lastImplementation());
        EXPECT_EQ(0, cv::norm(dst, Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
    }
    UMat dst;
    clconv::ForceScope force("reference");
    clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_EQ("reference", clconv::lastImplementation());
    EXPECT_EQ(0, cv::norm(dst, Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
}

//! An image made while OpenCL is off has no buffer on the device, also when OpenCL is on again.
UMat madeWithoutOpenCL(int value)
{
    NoOpenCL off;
    return UMat(19, 23, CV_8UC1, Scalar(value));
}

TEST(Clconv_Native, readsImagesMadeWithoutOpenCL)
{
    const UMat src = madeWithoutOpenCL(3);
    UMat dst;
    clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_EQ(0, cv::norm(dst.getMat(ACCESS_READ), Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
}

TEST(Clconv_Native, writesImagesMadeWithoutOpenCL)
{
    const UMat src(19, 23, CV_8UC1, Scalar(3));
    UMat dst = madeWithoutOpenCL(0);
    clconv::filter2D(src, dst, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_EQ(0, cv::norm(dst.getMat(ACCESS_READ), Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
    dst = madeWithoutOpenCL(3);
    clconv::filter2D(dst, dst, -1, Mat::ones(3, 3, CV_32F));
    EXPECT_EQ(0, cv::norm(dst.getMat(ACCESS_READ), Mat(19, 23, CV_8U, Scalar(27)), NORM_INF));
}

TEST(Clconv_Native, takesMatsAsStockDoes)
{
    for (int s : depths())
        for (int d : depths())
        {
            Trial trial = randomTrial(CV_MAKETYPE(s, 1 + (s + d) % 4), d);
            const Question question = {Mat(1, 1, trial.srcType), trial.kernel, trial.anchor, 0, trial.border, d};
            if (!stockTakes(question))
                continue;
            trial.srcIsMat = trial.dstIsMat = true;
            expectRight(trial, "native");
        }
}

TEST(Clconv_Native, refusesOnMatsWhatStockRefuses)
{
    const Mat src(19, 23, CV_16UC1, Scalar(3)), kernel = Mat::ones(3, 3, CV_32F);
    for (int d : depths())
    {
        Mat stock, ours;
        int stocks = 0, code = 0;
        try
        {
            cv::filter2D(src, stock, d, kernel);
        }
        catch (const cv::Exception& e)
        {
            stocks = e.code;
        }
        try
        {
            clconv::filter2D(src, ours, d, kernel);
        }
        catch (const cv::Exception& e)
        {
            code = e.code;
        }
        EXPECT_EQ(stocks, code) << depthToString(d);
    }
}

TEST(Clconv_Native, equalsStockOnMatsBitForBit)
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

TEST(Clconv_Native, wrapsAroundOnMats)
{
    static const int pairs[][2] = {
        {CV_8U, CV_8U}, {CV_8U, CV_16S}, {CV_16U, CV_32F}, {CV_32F, CV_32F}, {CV_64F, CV_64F}};
    for (int i = 0; i < 5; i++)
        for (int isolated = 0; isolated < 2; isolated++)
        {
            Trial trial = randomTrial(CV_MAKETYPE(pairs[i][0], 3), pairs[i][1]);
            trial.border = BORDER_WRAP | (isolated ? int(BORDER_ISOLATED) : 0);
            trial.srcIsMat = trial.dstIsMat = true;
            expectRight(trial, "native");
            trial.placement = Placement::InPlace;
            if (pairs[i][0] == pairs[i][1])
            {
                EXPECT_TRUE(right(trial));
            }
        }
}

//! Also in the upper left corner, where OpenCV's own Mat::getUMat() forgets it.
TEST(Clconv_Native, aRegionOfAMatReadsItsParentOnTheDevice)
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
                EXPECT_NE("native", clconv::lastImplementation());
                EXPECT_LE(cv::norm(dst, expected, NORM_INF), 1e-3) << "region at " << x << ", " << y;
            }
}

TEST(Clconv_Native, mixesMatsAndUMats)
{
    for (int toMat = 0; toMat < 2; toMat++)
        for (int border : borderTypes())
        {
            if (!toMat && border != BORDER_CONSTANT && border != BORDER_WRAP)
                continue; // programs take long
            Trial trial = randomTrial(CV_8UC3, CV_16S);
            trial.border = border;
            trial.srcIsMat = !toMat;
            trial.dstIsMat = toMat != 0;
            expectRight(trial, "", 10);
        }
}

} // namespace
} // namespace opencv_test
