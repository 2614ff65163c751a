// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// filterBank: every output is what filter2D gives for its kernel, whoever computes it.

#include "banks.hpp"

#include "program.hpp"

#include <algorithm>
#include <cmath>

namespace opencv_test
{
namespace
{

const char* const bothImplementations[] = {"bank", "cpu_bank"};

TEST(Clconv_Bank, takesEveryDepth)
{
    for (int s = CV_8U; s <= CV_64F; s++)
        for (int step = 0; step < 7; step += 4)
        {
            Bank bank = randomBank(CV_MAKETYPE(s, 1 + s % 4), (s + step) % 7, 2 + step % 2, Size(3, 5));
            bank.call.force = bothImplementations[(s + step) % 2];
            EXPECT_TRUE(rightInLayouts(bank, bank.call.force, 4));
        }
}

TEST(Clconv_Bank, makesUpEveryBorder)
{
    for (int border = BORDER_CONSTANT; border <= BORDER_REFLECT_101; border++)
        for (const char* implementation : bothImplementations)
        {
            Bank bank = randomBank(CV_8UC3, CV_8U, 2, Size(4, 3));
            bank.call.force = implementation;
            bank.call.border = border;
            EXPECT_TRUE(rightInLayouts(bank, implementation));
            bank.call.border |= BORDER_ISOLATED;
            EXPECT_TRUE(rightInLayouts(bank, implementation, 4));
        }
}

TEST(Clconv_Bank, takesAnyNumberOfChannels)
{
    for (int channels = 1; channels <= 6; channels++)
    {
        Bank bank = randomBank(CV_32FC(channels), -1, 3, Size(5, 4));
        bank.call.force = bothImplementations[channels % 2];
        EXPECT_TRUE(rightInLayouts(bank, bank.call.force, 5));
    }
}

TEST(Clconv_Bank, takesAnyNumberOfKernels)
{
    for (int count = 1; count <= 17; count++)
        EXPECT_TRUE(rightInLayouts(randomBank(CV_32FC1, -1, count, Size(3, 3)), "", 2)) << count;
}

TEST(Clconv_Bank, takesLongAndLargeKernels)
{
    static const int sizes[][2] = {{1, 1}, {1, 13}, {17, 1}, {9, 9}, {41, 2}, {23, 19}};
    for (const auto& size : sizes)
        for (const char* implementation : bothImplementations)
        {
            Bank bank = randomBank(CV_16UC1, CV_16U, 2, Size(size[0], size[1]));
            bank.call.force = implementation;
            EXPECT_TRUE(rightInLayouts(bank, implementation, 4));
        }
}

//! Integers: padded around their own anchors. Floats: each as it is.
TEST(Clconv_Bank, takesKernelsOfDifferentSizes)
{
    for (int type : {CV_8UC2, CV_32FC1})
        for (const Point& anchor : {Point(-1, -1), Point(0, 1), Point(-1, 0), Point(2, 1)})
        {
            RNG rng(41);
            Bank bank = randomBank(type, -1, 0, Size(5, 5));
            for (const Size& size : {Size(5, 5), Size(3, 5), Size(4, 4), Size(5, 5), Size(3, 2), Size(6, 3)})
                bank.kernels.push_back(
                    randomKernel(size, CV_MAT_DEPTH(type), CV_MAT_DEPTH(type), Coefficients::Random, rng));
            bank.call.anchor = anchor;
            bank.call.delta = 1.5;
            EXPECT_TRUE(right(bank)) << anchor;
        }
}

TEST(Clconv_Bank, keepsNaNInsideEachKernelsReach)
{
    Mat pixels(Size(31, 23), CV_32FC1, Scalar(1));
    pixels.at<float>(11, 15) = std::numeric_limits<float>::quiet_NaN();
    RNG rng(6);
    std::vector<Mat> kernels;
    for (int size : {3, 5, 3, 5})
        kernels.push_back(randomKernel(Size(size, size), CV_32F, CV_32F, Coefficients::Random, rng));
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
    for (int type : {CV_8UC1, CV_32FC3})
    {
        RNG rng(12);
        Bank bank = randomBank(type, CV_32F, 3, Size(7, 7));
        bank.kernels.push_back(randomKernel(Size(7, 7), CV_MAT_DEPTH(type), CV_32F, Coefficients::OuterProduct, rng));
        bank.kernels.push_back(Mat::ones(7, 7, CV_8U));
        bank.kernels.push_back(Mat::eye(7, 7, CV_16S) * -3);
        bank.allowance = Allowance::Factored;
        EXPECT_TRUE(rightInLayouts(bank, "", 3));
    }
}

TEST(Clconv_Bank, readsKernelsFromUMats)
{
    const Bank bank = randomBank(CV_8UC1, CV_16S, 3, Size(3, 3));
    RNG rng(9);
    const Mat pixels = randomImage(Size(41, 27), CV_8UC1, rng);
    UMat src;
    pixels.copyTo(src);
    std::vector<UMat> kernels(3), results, expected;
    for (size_t i = 0; i < 3; i++)
        bank.kernels[i].copyTo(kernels[i]);
    clconv::filterBank(src, results, CV_16S, kernels);
    clconv::filterBank(src, expected, CV_16S, bank.kernels);
    for (size_t i = 0; i < 3; i++)
        EXPECT_EQ(0, cv::norm(results[i], expected[i], NORM_INF));
}

TEST(Clconv_Bank, newCoefficientsAnchorsAndSizesBuildNothing)
{
    Bank bank = randomBank(CV_16SC1, CV_16S, 4, Size(3, 4));
    ASSERT_TRUE(right(bank));
    const int before = clconv::programsBuilt();
    bank.call.anchor = Point(2, 0);
    bank.call.delta = 9;
    EXPECT_TRUE(right(bank));
    bank.kernels = randomBank(CV_16SC1, CV_16S, 4, Size(3, 4), 77).kernels;
    bank.call.size = Size(57, 61);
    EXPECT_TRUE(right(bank));
    EXPECT_EQ(before, clconv::programsBuilt());
}

//! What the environment breaks in ctest's bank_without_programs.
TEST(Clconv_Bank, isRightWhoeverRuns)
{
    EXPECT_TRUE(rightInLayouts(randomBank(CV_8UC3, CV_8U, 3, Size(3, 3)), "", 4));
    EXPECT_TRUE(rightInLayouts(randomBank(CV_32FC1, CV_32F, 5, Size(5, 5)), "", 4));
}

TEST(Clconv_Bank, runsNativelyWithoutOpenCL)
{
    ocl::setUseOpenCL(false);
    for (int type : {CV_8UC1, CV_32SC2, CV_32FC1})
        EXPECT_TRUE(rightInLayouts(randomBank(type, -1, 3, Size(5, 3)), "native"));
    ocl::setUseOpenCL(true);
}

TEST(Clconv_Bank, runsOneByOneWhereAnImplementationForSingleKernelsIsForced)
{
    Bank bank = randomBank(CV_8UC1, -1, 3, Size(3, 3));
    bank.call.force = "reference";
    EXPECT_TRUE(rightInLayouts(bank, "reference", 3));
}

TEST(Clconv_Bank, ofMatsEqualsStockBitForBit)
{
    RNG rng(3);
    const Mat src = randomImage(Size(203, 151), CV_32FC1, rng);
    const Bank bank = randomBank(CV_32FC1, -1, 5, Size(5, 7));
    std::vector<Mat> results;
    clconv::filterBank(src, results, -1, bank.kernels, Point(0, -1), 0.25, BORDER_REFLECT);
    ASSERT_EQ(5u, results.size());
    for (size_t i = 0; i < results.size(); i++)
    {
        Mat stock;
        cv::filter2D(src, stock, -1, bank.kernels[i], Point(0, -1), 0.25, BORDER_REFLECT);
        EXPECT_EQ(0, cv::norm(stock, results[i], NORM_INF)) << i;
    }
}

} // namespace
} // namespace opencv_test
