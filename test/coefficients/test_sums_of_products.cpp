// SPDX-License-Identifier: Apache-2.0
//
// Which filters are sums of few outer products, and how exactly the factors reproduce them.

#include "support/test_precomp.hpp"

#include "coefficients/coefficient_set.hpp"
#include "coefficients/factors/outer_products.hpp"

#include <cfloat>
#include <cmath>
#include <limits>

namespace opencv_test { namespace {

Mat gaussian(Size size, double sigma)
{
    return Mat(getGaussianKernel(size.height, sigma, CV_64F) * getGaussianKernel(size.width, sigma, CV_64F).t());
}

Mat rounded(const Mat& kernel)
{
    Mat floats;
    kernel.convertTo(floats, CV_32F);
    return floats;
}

Mat laplacianOfGaussian(Size size)
{
    const double s = std::max(size.width, size.height) / 6.;
    Mat_<double> kernel(size);
    for (int j = 0; j < size.height; j++)
        for (int i = 0; i < size.width; i++)
        {
            const double x = i - size.width / 2, y = j - size.height / 2;
            kernel(j, i) = (x * x + y * y - 2 * s * s) * std::exp(-(x * x + y * y) / (2 * s * s));
        }
    return kernel;
}

Mat unsharp(Size size)
{
    Mat kernel = gaussian(size, 0) * -1.5;
    kernel.at<double>(size.height / 2, size.width / 2) += 2.5;
    return kernel;
}

//! The largest difference between a tap and the sum of its products, in units of 2^-24 of the largest tap.
double residual(const Mat& kernel)
{
    const clconv::Coefficients c = clconv::analyse(kernel, CV_32F);
    const std::vector<float> factors = std::vector<float>(c.factors);
    const size_t length = size_t(kernel.cols + kernel.rows);
    EXPECT_EQ(size_t(c.rank) * length, factors.size());
    Mat taps;
    kernel.convertTo(taps, CV_64F);
    const double largest = cv::norm(taps, NORM_INF);
    for (int product = 0; product < c.rank; product++)
        for (int j = 0; j < kernel.rows; j++)
            for (int i = 0; i < kernel.cols; i++)
            {
                const float* row = factors.data() + size_t(product) * length;
                taps.at<double>(j, i) -= double(row[i]) * double(row[kernel.cols + j]);
            }
    return cv::norm(taps, NORM_INF) / largest * std::ldexp(1., 24);
}

int rankOf(const Mat& kernel, int accDepth = CV_32F)
{
    return clconv::analyse(kernel, accDepth).rank;
}

TEST(Clconv_SumsOfProducts, areFoundInCommonFilters)
{
    for (int side : {9, 15, 31, 63})
    {
        const Size size(side, side + 2);
        const Mat difference = gaussian(size, side / 8.) - gaussian(size, side / 5.);
        EXPECT_EQ(2, rankOf(rounded(unsharp(size)))) << side;
        EXPECT_GT(4, residual(rounded(unsharp(size)))) << side;
        for (const Mat& kernel : {laplacianOfGaussian(size), difference})
            if (side < 31) // in larger ones products cancel more than the bound allows
            {
                EXPECT_EQ(2, rankOf(rounded(kernel))) << side;
                EXPECT_GT(4, residual(rounded(kernel))) << side;
            }
    }
}

TEST(Clconv_SumsOfProducts, areFoundUpToFour)
{
    RNG rng(11);
    for (int rank = 2; rank <= 6; rank++)
        for (int repetition = 0; repetition < 20; repetition++)
        {
            const Size size(rng.uniform(13, 40), rng.uniform(13, 40));
            Mat kernel = Mat::zeros(size, CV_64F);
            for (int product = 0; product < rank; product++)
            {
                Mat row(1, size.width, CV_64F), column(size.height, 1, CV_64F);
                rng.fill(row, RNG::UNIFORM, 0.2, 1.);
                rng.fill(column, RNG::UNIFORM, 0.2, 1.);
                kernel += column * row;
            }
            EXPECT_EQ(rank <= clconv::maxRank ? rank : 0, rankOf(rounded(kernel))) << size << ' ' << rank;
            if (rank <= clconv::maxRank)
            {
                EXPECT_GT(4, residual(rounded(kernel))) << size << ' ' << rank;
            }
        }
}

//! Not treated as sums, because that would save nothing or lose exactness.
TEST(Clconv_SumsOfProducts, areNotSeenInOthers)
{
    RNG rng(5);
    for (Size size : {Size(3, 3), Size(9, 7), Size(31, 31), Size(101, 20)})
    {
        Mat random(size, CV_32F);
        rng.fill(random, RNG::UNIFORM, -1, 1);
        EXPECT_EQ(0, rankOf(random)) << size;
    }
    EXPECT_EQ(0, rankOf(rounded(unsharp(Size(3, 3))))) << "twelve taps of factors instead of nine";
    Mat integers = Mat::ones(15, 15, CV_32F);
    integers.at<float>(7, 7) = -200;
    EXPECT_EQ(0, rankOf(integers)) << "integer sums are exact";
    EXPECT_EQ(0, rankOf(unsharp(Size(15, 15)), CV_64F)) << "sums in double";
    Mat spoilt = rounded(unsharp(Size(15, 15)));
    spoilt.at<float>(3, 4) *= 1.001f;
    EXPECT_NE(2, rankOf(spoilt));
}

TEST(Clconv_SumsOfProducts, doNotFailForAnyNumbers)
{
    const float numbers[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), FLT_MAX,
                             FLT_MIN, std::numeric_limits<float>::denorm_min()};
    for (float number : numbers)
        for (int places : {1, 2, 200})
        {
            Mat kernel = rounded(unsharp(Size(15, 15)));
            for (int i = 0; i < places; i++)
                kernel.at<float>(i % 15, i * 7 % 15) = number;
            const clconv::Coefficients c = clconv::analyse(kernel, CV_32F);
            EXPECT_LE(0, c.rank) << number;
            for (float factor : std::vector<float>(c.factors))
                EXPECT_TRUE(std::isfinite(factor)) << number;
        }
    for (double scale : {1e-44, 1e-38, 1e-30, 1e30, 1e38})
    {
        const clconv::Coefficients c = clconv::analyse(rounded(unsharp(Size(15, 15)) * scale), CV_32F);
        for (float factor : std::vector<float>(c.factors))
            EXPECT_TRUE(std::isfinite(factor)) << scale;
    }
}

//! The errors of the factors and of the two passes together stay within the documented bound, tap by tap.
TEST(Clconv_SumsOfProducts, keepTheDocumentedBound)
{
    RNG rng(3);
    int found = 0;
    for (int repetition = 0; repetition < 300; repetition++)
    {
        const Size size(rng.uniform(5, 40), rng.uniform(5, 40));
        const double a = rng.uniform(0.6, 6.), b = rng.uniform(0.6, 6.), weight = rng.uniform(-1.2, 1.2);
        const Mat kernel = rounded(gaussian(size, a) + weight * gaussian(size, b));
        const clconv::Coefficients c = clconv::analyse(kernel, CV_32F);
        if (c.rank < 2)
            continue;
        found++;
        const std::vector<float> factors = std::vector<float>(c.factors);
        const double unit = std::ldexp(1., -24), largest = cv::norm(kernel, NORM_INF), count = double(kernel.total());
        for (int j = 0; j < size.height; j++)
            for (int i = 0; i < size.width; i++)
            {
                double sum = 0, magnitudes = 0;
                for (size_t p = 0; p < factors.size(); p += size_t(size.width + size.height))
                {
                    const double product = double(factors[p + size_t(i)]) * double(factors[p + size_t(size.width + j)]);
                    sum += product;
                    magnitudes += std::abs(product);
                }
                const double tap = double(kernel.at<float>(j, i));
                const double error = std::abs(sum - tap) + (size.height + c.rank * size.width) * unit * magnitudes;
                ASSERT_GE((count + 8) * unit * std::abs(tap) + 4 * unit * largest, error)
                    << size << ' ' << a << ' ' << b;
            }
    }
    EXPECT_LT(100, found);
}

//! Next to an infinity, and with numbers so large that a product overflows, the result is that of a sum tap by tap.
TEST(Clconv_SumsOfProducts, giveWhatTheSumOfTheTapsGives)
{
    const Mat kernel = rounded(unsharp(Size(15, 15)));
    Mat source(60, 70, CV_32FC1, Scalar(0.5));
    source.at<float>(20, 30) = std::numeric_limits<float>::infinity();
    source.at<float>(50, 60) = 2.5e38f;
    source.at<float>(50, 10) = -2.5e38f;
    Mat result;
    const clconv::ForceScope force("separable");
    UMat from, to;
    source.copyTo(from);
    clconv::filter2D(from, to, CV_32F, kernel);
    to.copyTo(result);
    for (int y = 0; y < result.rows; y++)
        for (int x = 0; x < result.cols; x++)
        {
            const bool inWindow = std::abs(y - 20) <= 7 && std::abs(x - 30) <= 7;
            const float sign = y == 20 && x == 30 ? 1.f : -1.f;
            const bool overflows = y == 50 && (x == 60 || x == 10); // these outputs are nearly 2.5 times as large
            if (inWindow)
            {
                ASSERT_EQ(sign * std::numeric_limits<float>::infinity(), result.at<float>(y, x)) << y << ' ' << x;
            }
            else
            {
                ASSERT_EQ(!overflows, bool(std::isfinite(result.at<float>(y, x)))) << y << ' ' << x;
            }
        }
}

}} // namespace opencv_test
