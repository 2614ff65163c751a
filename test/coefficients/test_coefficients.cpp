// SPDX-License-Identifier: Apache-2.0
//
// Analysis of coefficients: their values in the type of the sums, and which filters are outer products.

#include "support/test_precomp.hpp"

#include "coefficients/coefficient_set.hpp"

#include <cmath>

namespace opencv_test { namespace {

Mat numbers(const Mat& values, int depth, Size size)
{
    EXPECT_EQ(depth, values.type());
    EXPECT_EQ(size_t(size.area()), values.total());
    Mat result;
    values.reshape(1, size.height).convertTo(result, CV_64F);
    return result;
}

//! The product of the factors.
Mat product(const clconv::Coefficients& c, int depth)
{
    const Mat all = numbers(c.factors, depth, Size(c.size.width + c.size.height, 1));
    return all.colRange(c.size.width, c.size.width + c.size.height).t() * all.colRange(0, c.size.width);
}

void expectOuterProduct(const Mat& kernel, int depth)
{
    Mat exact;
    kernel.convertTo(exact, CV_64F);
    const clconv::Coefficients c = clconv::analyse(kernel, depth);
    ASSERT_TRUE(c.separable()) << kernel.size() << ' ' << depthToString(depth);
    const double unit = std::ldexp(1., depth == CV_32F ? -22 : -51);
    EXPECT_LE(cv::norm(product(c, depth), exact, NORM_INF), unit * cv::norm(exact, NORM_INF))
        << kernel.size() << ' ' << depthToString(depth);
}

TEST(Clconv_Coefficients, keepsEveryNumberInOrder)
{
    for (int depth : depths())
    {
        Mat kernel = Mat_<double>({2, 3}, {1, 2, 3, 4, 50, 6}), typed;
        kernel.convertTo(typed, depth);
        for (int acc : floatDepths())
        {
            const clconv::Coefficients c = clconv::analyse(typed, acc);
            EXPECT_EQ(Size(3, 2), c.size);
            EXPECT_EQ(0, cv::norm(numbers(c.full, acc, c.size), kernel, NORM_INF)) << depthToString(depth);
        }
    }
}

TEST(Clconv_Coefficients, readsARegionOfALargerMatrix)
{
    RNG rng(1);
    Mat large(9, 11, CV_32F);
    rng.fill(large, RNG::UNIFORM, -1, 1);
    const Mat kernel = large(Rect(3, 2, 5, 4));
    const clconv::Coefficients c = clconv::analyse(kernel, CV_64F);
    EXPECT_EQ(0, cv::norm(numbers(c.full, CV_64F, c.size), Mat_<double>(kernel), NORM_INF));
}

TEST(Clconv_Coefficients, roundsToFloatOnce)
{
    const Mat kernel(1, 1, CV_64F, Scalar(0.1));
    EXPECT_EQ(double(0.1f), numbers(clconv::analyse(kernel, CV_32F).full, CV_32F, Size(1, 1)).at<double>(0));
    EXPECT_EQ(0.1, numbers(clconv::analyse(kernel, CV_64F).full, CV_64F, Size(1, 1)).at<double>(0));
}

//! Random factors whose products are exact in double and rounded in float.
TEST(Clconv_Coefficients, findsOuterProducts)
{
    for (int depth : {CV_32F, CV_64F})
    {
        RNG rng(2);
        int missed = 0;
        for (int i = 0; i < 300; i++)
        {
            const Size size = randomSize(1, 33, rng);
            Mat_<float> x(1, size.width), y(size.height, 1);
            rng.fill(x, RNG::UNIFORM, -1, 1);
            rng.fill(y, RNG::UNIFORM, -1, 1);
            Mat kernel;
            Mat(Mat_<double>(y) * Mat_<double>(x)).convertTo(kernel, depth);
            if (clconv::analyse(kernel, depth).separable())
                expectOuterProduct(kernel, depth);
            else
                missed++;
        }
        EXPECT_EQ(0, missed) << depthToString(depth);
    }
}

TEST(Clconv_Coefficients, findsTheUsualOuterProducts)
{
    const Mat gauss = getGaussianKernel(9, 1.7, CV_32F);
    expectOuterProduct(gauss * gauss.t(), CV_32F);
    expectOuterProduct(Mat(7, 5, CV_32F, Scalar(1 / 35.)), CV_32F);
    expectOuterProduct(Mat_<float>({1, 5}, {0, 0, 3, 0, -1}), CV_32F);
    expectOuterProduct(Mat_<float>({4, 1}, {0, 2, 0, 1}), CV_32F);
    expectOuterProduct(Mat_<float>({3, 3}, {0, 0, 0, 0, 1, 0, 0, 0, 0}), CV_32F);
    expectOuterProduct(Mat_<float>({2, 2}, {1e-30f, 2e-30f, 2e-30f, 4e-30f}), CV_32F);
    expectOuterProduct(Mat_<float>({2, 2}, {1e30f, 2e30f, 2e30f, 4e30f}), CV_32F);
}

TEST(Clconv_Coefficients, givesIntegersIntegerFactors)
{
    const Mat sobel = Mat_<int>({3, 3}, {-1, 0, 1, -2, 0, 2, -1, 0, 1});
    for (int depth : depths())
    {
        if (depth == CV_8U || depth == CV_16U)
            continue;
        Mat kernel;
        Mat(sobel * 6).convertTo(kernel, depth);
        const clconv::Coefficients c = clconv::analyse(kernel, CV_32F);
        ASSERT_TRUE(c.separable());
        const Mat factors = numbers(c.factors, CV_32F, Size(6, 1));
        for (int i = 0; i < 6; i++)
            EXPECT_EQ(std::floor(factors.at<double>(i)), factors.at<double>(i)) << factors;
        EXPECT_EQ(0, cv::norm(product(c, CV_32F), Mat_<double>(kernel), NORM_INF));
    }
}

TEST(Clconv_Coefficients, takesIntegersOnlyIfTheyAreExactProducts)
{
    const Mat product = Mat_<double>({3, 1}, {1000, 2000, 3001}) * Mat_<double>({1, 3}, {1001, 77, 1999});
    Mat kernel;
    product.convertTo(kernel, CV_32S);
    EXPECT_TRUE(clconv::analyse(kernel, CV_64F).separable());
    kernel.at<int>(2, 2)++;
    EXPECT_FALSE(clconv::analyse(kernel, CV_32F).separable());
    EXPECT_FALSE(clconv::analyse(kernel, CV_64F).separable());
}

TEST(Clconv_Coefficients, rejectsWhatIsNoOuterProduct)
{
    RNG rng(6);
    for (int i = 0; i < 100; i++)
    {
        const Size size = randomSize(2, 20, rng);
        EXPECT_FALSE(clconv::analyse(randomKernel(size, CV_8U, CV_8U, Coefficients::Random, rng), CV_32F).separable());
        Mat nearly = randomKernel(size, CV_8U, CV_8U, Coefficients::OuterProduct, rng);
        nearly.at<double>(randomPoint(size, rng)) += std::ldexp(cv::norm(nearly, NORM_INF), -15);
        EXPECT_FALSE(clconv::analyse(nearly, CV_32F).separable());
    }
    const Mat laplace = Mat_<float>({3, 3}, {0, 1, 0, 1, -4, 1, 0, 1, 0});
    EXPECT_FALSE(clconv::analyse(laplace, CV_32F).separable());
    EXPECT_FALSE(clconv::analyse(Mat(Mat::eye(2, 2, CV_32F)), CV_32F).separable());
}

TEST(Clconv_Coefficients, leavesOutNotNumbers)
{
    Mat kernel = Mat::ones(3, 3, CV_32F);
    kernel.at<float>(1, 2) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(clconv::analyse(kernel, CV_32F).separable());
    kernel.at<float>(1, 2) = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(clconv::analyse(kernel, CV_32F).separable());
}

TEST(Clconv_Coefficients, acceptsZeros)
{
    const clconv::Coefficients c = clconv::analyse(Mat::zeros(5, 3, CV_32F), CV_32F);
    EXPECT_EQ(0, cv::norm(numbers(c.full, CV_32F, Size(3, 5)), NORM_INF));
    if (c.separable())
    {
        EXPECT_EQ(0, cv::norm(product(c, CV_32F), NORM_INF));
    }
}

TEST(Clconv_Coefficients, multipliesGivenFactorsOut)
{
    const Mat x = Mat_<float>({1, 4}, {1, 2, -3, 4}), y = Mat_<float>({3, 1}, {5, 0, 7});
    for (int turned = 0; turned < 2; turned++)
    {
        const clconv::Coefficients c = clconv::outerProduct(turned ? Mat(x.t()) : x, turned ? Mat(y.t()) : y, CV_32F);
        EXPECT_TRUE(c.separable());
        EXPECT_EQ(Size(4, 3), c.size);
        const Mat full = clconv::multipliedOut(turned ? Mat(x.t()) : x, turned ? Mat(y.t()) : y, CV_32F);
        EXPECT_EQ(0, cv::norm(numbers(full, CV_32F, c.size), Mat_<double>(y * x), NORM_INF));
        EXPECT_EQ(0, cv::norm(product(c, CV_32F), Mat_<double>(y * x), NORM_INF));
    }
}

}} // namespace opencv_test
