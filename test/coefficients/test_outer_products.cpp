// SPDX-License-Identifier: Apache-2.0
//
// Which filters are outer products if their taps differ much in size.

#include "support/test_precomp.hpp"

#include "coefficients/coefficient_set.hpp"

#include <cmath>

namespace opencv_test { namespace {

//! The last place of the largest float tap is as large as the other taps.
Mat smallTapsAroundALargeOne()
{
    Mat kernel(5, 5, CV_32F, Scalar(1.5));
    kernel.at<float>(2, 2) = 1e7f;
    return kernel;
}

TEST(Clconv_Coefficients, countsSmallTapsBesideALargeOne)
{
    EXPECT_FALSE(clconv::analyse(smallTapsAroundALargeOne(), CV_32F).separable());
    EXPECT_FALSE(clconv::analyse(smallTapsAroundALargeOne(), CV_64F).separable());
    Mat kernel = smallTapsAroundALargeOne();
    kernel.row(0).setTo(Scalar(1e-6));
    EXPECT_FALSE(clconv::analyse(kernel, CV_32F).separable());
}

TEST(Clconv_Filter2D, countsSmallTapsBesideALargeOne)
{
    RNG rng(1);
    Mat pixels = randomImage(Size(37, 23), CV_8UC1, rng);
    pixels.at<uchar>(11, 17) = 0;
    UMat src, dst;
    pixels.copyTo(src);
    clconv::filter2D(src, dst, CV_32F, smallTapsAroundALargeOne());
    const FilterInput input = {pixels, smallTapsAroundALargeOne(), Point(-1, -1), 0, BORDER_DEFAULT, CV_32F};
    EXPECT_EQ("", findDifference(dst.getMat(ACCESS_READ), exactSums(input), Tolerance::PlainSum));
}

//! Rounded to float after the product, and again after scaling.
TEST(Clconv_Coefficients, findsFloatOuterProductsOfAnyScale)
{
    for (int width = 3; width <= 61; width += 2)
        for (int height = 3; height <= 61; height += 4)
            for (double sigma = 0.4; sigma < 9; sigma *= 1.3)
            {
                const Mat x = getGaussianKernel(width, sigma, CV_64F), y = getGaussianKernel(height, sigma, CV_64F);
                Mat kernel, floats;
                Mat(y * x.t()).convertTo(kernel, CV_32F);
                EXPECT_TRUE(clconv::analyse(kernel, CV_32F).separable()) << kernel.size() << ' ' << sigma;
                kernel.convertTo(floats, CV_32F, 1 / 3.);
                EXPECT_TRUE(clconv::analyse(floats, CV_32F).separable()) << kernel.size() << ' ' << sigma;
                const Mat fx = getGaussianKernel(width, sigma, CV_32F), fy = getGaussianKernel(height, sigma, CV_32F);
                EXPECT_TRUE(clconv::analyse(Mat(fy * fx.t()), CV_32F).separable()) << kernel.size() << ' ' << sigma;
            }
}

TEST(Clconv_Coefficients, findsFloatOuterProductsOfFactorsThatDifferMuchInSize)
{
    RNG rng(3);
    for (int i = 0; i < 500; i++)
    {
        const Size size = randomSize(2, 33, rng);
        Mat_<double> x(1, size.width), y(size.height, 1);
        for (double& tap : x)
            tap = std::ldexp(rng.uniform(-1., 1.), rng.uniform(-12, 12));
        for (double& tap : y)
            tap = std::ldexp(rng.uniform(-1., 1.), rng.uniform(-12, 12));
        Mat kernel;
        Mat(y * x).convertTo(kernel, CV_32F);
        EXPECT_TRUE(clconv::analyse(kernel, CV_32F).separable()) << kernel.size();
    }
}

}} // namespace opencv_test
