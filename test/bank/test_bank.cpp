// SPDX-License-Identifier: Apache-2.0
//
// filterBank: every output is what filter2D gives for its kernel, whichever implementation computes it.
// Clconv_ForcedSharedCode covers types, borders and layouts.

#include "banks.hpp"

#include "runtime/compiled_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace opencv_test { namespace {

TEST(Clconv_Bank, takesAnyNumberOfKernels)
{
    for (int count : {1, 7, 12}) // one; counts that a CPU runs in launches of 4 and 3, and of 4 alone
        expectRight(bankOf(CV_32FC1, count, Size(3, 3)), 3);
}

//! Integers: padded around their own anchors. Floats: kept at their own sizes.
TEST(Clconv_Bank, takesKernelsOfDifferentSizes)
{
    for (int type : {CV_8UC2, CV_32FC1})
        for (const Point& anchor : {Point(-1, -1), Point(2, 1)})
        {
            FilterCase filterCase;
            filterCase.srcType = type;
            setKernels(filterCase, randomKernels(type, {Size(5, 5), Size(3, 3), Size(5, 5), Size(3, 3)}));
            filterCase.anchor = anchor;
            filterCase.delta = 1.5;
            EXPECT_TRUE(isRight(filterCase));
        }
}

TEST(Clconv_Bank, keepsNaNInsideEachKernelsReach)
{
    Mat pixels(Size(31, 23), CV_32FC1, Scalar(1));
    pixels.at<float>(11, 15) = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Mat> kernels = randomKernels(CV_32FC1, {Size(3, 3), Size(5, 5), Size(3, 3), Size(5, 5)});
    UMat src;
    pixels.copyTo(src);
    std::vector<UMat> results;
    clconv::filterBank(src, results, -1, kernels);
    for (size_t i = 0; i < kernels.size(); i++)
    {
        const Mat result = results[i].getMat(ACCESS_READ);
        EXPECT_EQ(kernels[i].total(), size_t(std::count_if(result.begin<float>(), result.end<float>(),
                                                           [](float value) { return std::isnan(value); })))
            << i;
    }
}

TEST(Clconv_Bank, mixesKernelsOfEveryKindAndDepth)
{
    RNG rng(12);
    FilterCase filterCase = bankOf(CV_8UC1, 3, Size(7, 7));
    filterCase.ddepth = CV_32F;
    filterCase.otherKernels.push_back(randomKernel(Size(7, 7), CV_8U, CV_32F, Coefficients::OuterProduct, rng));
    filterCase.otherKernels.push_back(Mat::ones(7, 7, CV_8U));
    filterCase.otherKernels.push_back(Mat::eye(7, 7, CV_16S) * -3);
    expectRight(filterCase, 3);
}

TEST(Clconv_Bank, readsKernelsFromUMats)
{
    FilterCase filterCase = bankOf(CV_32FC1, 3, Size(3, 3));
    filterCase.kernelIsUMat = true;
    EXPECT_TRUE(isRight(filterCase));
}

TEST(Clconv_Bank, newCoefficientsAnchorsAndSizesBuildNothing)
{
    ASSERT_TRUE(isRight(bankOf(CV_32FC1, 4, Size(3, 3))));
    const int before = clconv::programsBuilt();
    FilterCase filterCase = bankOf(CV_32FC1, 4, Size(3, 3), 77);
    filterCase.anchor = Point(2, 0);
    filterCase.delta = 9;
    filterCase.size = Size(57, 61);
    EXPECT_TRUE(isRight(filterCase));
    EXPECT_EQ(before, clconv::programsBuilt());
}

//! Also run by ctest's bank_without_programs, where no program builds.
TEST(Clconv_Bank, isRightWhateverRuns)
{
    expectRight(bankOf(CV_8UC2, 3, Size(5, 3)), 4);
    expectRight(bankOf(CV_32FC1, 4, Size(3, 3)), 4);
}

TEST(Clconv_Bank, runsOnTheCpuWithoutOpenCL)
{
    const NoOpenCL noOpenCL;
    for (int type : {CV_8UC1, CV_32SC2, CV_32FC1})
        expectRight(bankOf(type, 3, Size(5, 3)), 10, "opencv-cpu");
}

TEST(Clconv_Bank, runsOneByOneWhereAnImplementationForSingleKernelsIsForced)
{
    FilterCase filterCase = bankOf(CV_8UC1, 3, Size(3, 3));
    filterCase.force = "reference";
    expectRight(filterCase, 3, "reference");
}

TEST(Clconv_Bank, ofMatsEqualsStockBitForBit)
{
    RNG rng(3);
    const Mat src = randomImage(Size(203, 151), CV_32FC1, rng);
    const std::vector<Mat> kernels = randomKernels(CV_32FC1, std::vector<Size>(5, Size(5, 7)));
    std::vector<Mat> results;
    clconv::filterBank(src, results, -1, kernels, Point(0, -1), 0.25, BORDER_REFLECT);
    ASSERT_EQ(5u, results.size());
    for (size_t i = 0; i < results.size(); i++)
    {
        Mat stock;
        cv::filter2D(src, stock, -1, kernels[i], Point(0, -1), 0.25, BORDER_REFLECT);
        EXPECT_EQ(0, cv::norm(stock, results[i], NORM_INF)) << i;
    }
}

}} // namespace opencv_test
