// SPDX-License-Identifier: Apache-2.0
//
// The kinds of coefficients: the sums, ranks and values that their formulas promise.

#include "perf/common/command_line.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include <set>

namespace {

using cv::Mat;
using cv::Size;
using programs::coefficientsOf;

const std::vector<Size> oddAndEven = {{3, 3}, {9, 9}, {31, 31}, {101, 101}, {8, 8}, {15, 5}, {4, 21}};

double largestDifference(const Mat& a, const Mat& b)
{
    return cv::norm(a, b, cv::NORM_INF);
}

//! The number of singular values above the rounding of floats.
int rankOf(const Mat& kernel)
{
    Mat values, precise;
    kernel.convertTo(precise, CV_64F);
    cv::SVD::compute(precise, values, cv::SVD::NO_UV);
    return cv::countNonZero(values > 1e-6 * values.at<double>(0));
}

//! The outer product of cv::getGaussianKernel of a given width, times a function of the squared radius.
Mat gaussianTimes(int side, double sigma, const std::function<double(double)>& factor)
{
    const Mat column = cv::getGaussianKernel(side, sigma, CV_64F);
    Mat product = column * column.t();
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
        {
            const double dx = x - (side - 1) / 2., dy = y - (side - 1) / 2.;
            product.at<double>(y, x) *= factor(dx * dx + dy * dy);
        }
    return product;
}

TEST(Clconv_BenchKinds, areFloatsOfTheGivenSize)
{
    for (const programs::CoefficientKind& kind : programs::coefficientKinds())
        for (const Size& size : oddAndEven)
        {
            const Mat kernel = programs::coefficientsOf(kind.name, size);
            EXPECT_EQ(CV_32FC1, kernel.type()) << kind.name;
            EXPECT_EQ(size, kernel.size()) << kind.name;
            EXPECT_TRUE(cv::checkRange(kernel)) << kind.name << size;
        }
}

TEST(Clconv_BenchKinds, haveSumsThatSeldomSaturate)
{
    for (const Size& size : oddAndEven)
    {
        for (const char* kind :
             {"random", "gaussian", "box", "sharpen", "glow", "disk", "motion", "binomial", "integer"})
            EXPECT_NEAR(1, cv::sum(programs::coefficientsOf(kind, size))[0], 1e-5) << kind << size;
        for (const char* kind : {"scharr", "log"})
            EXPECT_NEAR(0, cv::sum(programs::coefficientsOf(kind, size))[0], 1e-5) << kind << size;
    }
}

TEST(Clconv_BenchKinds, haveTheRankThatHelpNames)
{
    for (const programs::CoefficientKind& kind : programs::coefficientKinds())
    {
        const Mat kernel = programs::coefficientsOf(kind.name, Size(15, 15));
        if (kind.rank == "separable")
            EXPECT_EQ(1, rankOf(kernel)) << kind.name;
        else if (kind.rank.compare(0, 5, "rank ") == 0)
            EXPECT_EQ(std::stoi(kind.rank.substr(5)), rankOf(kernel)) << kind.name;
        else if (kind.rank == "sparse")
            EXPECT_LE(cv::countNonZero(kernel), 15) << kind.name;
        else
            EXPECT_LT(1, rankOf(kernel)) << kind.name;
    }
}

TEST(Clconv_BenchKinds, sharpenIsADeltaLessAGaussian)
{
    for (int side : {3, 21, 101})
    {
        Mat kernel = programs::coefficientsOf("sharpen", Size(side, side)) +
                     1.5 * programs::coefficientsOf("gaussian", Size(side, side));
        EXPECT_NEAR(2.5, kernel.at<float>(side / 2, side / 2), 1e-6);
        kernel.at<float>(side / 2, side / 2) = 0;
        EXPECT_GT(1e-6, cv::norm(kernel, cv::NORM_INF));
    }
}

TEST(Clconv_BenchKinds, logIsTheLaplacianOfAGaussian)
{
    for (int side : {9, 31, 63})
    {
        const double sigma = side / 6.;
        Mat expected = gaussianTimes(side, sigma, [=](double square) { return 2 * sigma * sigma - square; });
        expected -= cv::mean(expected)[0];
        expected *= 2 / cv::norm(expected, cv::NORM_L1);
        Mat kernel;
        programs::coefficientsOf("log", Size(side, side)).convertTo(kernel, CV_64F);
        EXPECT_GT(1e-7, largestDifference(expected, kernel)) << side;
    }
}

TEST(Clconv_BenchKinds, gaborIsThatOfOpenCV)
{
    for (int side : {3, 9, 31, 101})
    {
        const double sigma = side / 6.;
        Mat expected = cv::getGaborKernel(Size(side, side), sigma, CV_PI / 6, 2 * sigma, 0.5, 0, CV_32F);
        expected *= 2 / cv::norm(expected, cv::NORM_L1);
        EXPECT_GT(1e-5, largestDifference(expected, programs::coefficientsOf("gabor", Size(side, side)))) << side;
    }
}

TEST(Clconv_BenchKinds, diskIsRoundAndEven)
{
    const Mat plus = cv::Mat(cv::Matx33f(0, 1, 0, 1, 1, 1, 0, 1, 0)) / 5;
    EXPECT_EQ(0, largestDifference(plus, programs::coefficientsOf("disk", Size(3, 3))));
    const Mat disk = programs::coefficientsOf("disk", Size(101, 101));
    const int inside = cv::countNonZero(disk);
    EXPECT_NEAR(CV_PI * 50 * 50, inside, 0.02 * inside);
    EXPECT_EQ(inside, cv::countNonZero(disk == disk.at<float>(50, 50)));
    EXPECT_EQ(0, largestDifference(disk, disk.t()));
}

TEST(Clconv_BenchKinds, motionIsADiagonal)
{
    EXPECT_EQ(0, largestDifference(Mat::eye(15, 15, CV_32F) / 15, programs::coefficientsOf("motion", Size(15, 15))));
    const Mat wide = programs::coefficientsOf("motion", Size(9, 5));
    EXPECT_LT(0, wide.at<float>(0, 0));
    EXPECT_LT(0, wide.at<float>(4, 8));
    EXPECT_EQ(9, cv::countNonZero(wide));
}

TEST(Clconv_BenchKinds, binomialIsPascalsTriangle)
{
    const Mat row = cv::Mat(cv::Matx<float, 1, 5>(1, 4, 6, 4, 1)) / 16;
    EXPECT_EQ(0, largestDifference(row.t() * row, programs::coefficientsOf("binomial", Size(5, 5))));
}

TEST(Clconv_BenchKinds, integersAreFromMinus8To8)
{
    for (const Size& size : oddAndEven)
    {
        const Mat kernel = programs::coefficientsOf("integer", size);
        // the power of two that divides them: at least one becomes odd
        Mat scaled = kernel.clone(), whole;
        for (int doubled = 0; doubled < 16; doubled++, scaled *= 2)
        {
            scaled.convertTo(whole, CV_32S);
            whole.convertTo(whole, CV_32F);
            if (largestDifference(whole, scaled) == 0)
                break;
        }
        EXPECT_EQ(0, largestDifference(whole, scaled)) << size;
        EXPECT_GE(8, cv::norm(scaled, cv::NORM_INF)) << size;
    }
    EXPECT_NE(0, largestDifference(programs::coefficientsOf("integer", {9, 9}, 1),
                                   programs::coefficientsOf("integer", {9, 9}, 2)));
}

TEST(Clconv_BenchKinds, areRefusedByName)
{
    EXPECT_THROW(programs::coefficientsOf("nonsense", Size(3, 3)), programs::UsageError);
    EXPECT_THROW(programs::coefficientsOf("scharr", Size(3, 1)), programs::UsageError);
    EXPECT_THROW(programs::coefficientsOf("log", Size(1, 1)), programs::UsageError);
    EXPECT_NO_THROW(programs::coefficientsOf("gabor", Size(1, 1)));
}

TEST(Clconv_BenchKinds, areThoseOfTheGrid)
{
    std::set<std::string> names;
    for (const std::string& kind : bench::gridKernels())
        for (int ksize : bench::gridKernelSizes())
        {
            names.insert(kind);
            EXPECT_EQ(Size(ksize, ksize), bench::makeKernel(kind, ksize).size());
        }
    for (const char* kind : {"sharpen", "glow", "log", "gabor", "disk", "motion", "binomial", "integer"})
        EXPECT_TRUE(names.count(kind)) << kind;
}

} // namespace
