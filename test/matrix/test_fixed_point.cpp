// SPDX-License-Identifier: Apache-2.0
//
// Coefficients in fixed point: their errors, and how many slices they need.

#include "support/test_precomp.hpp"

#include "coefficients/coefficient_set.hpp"
#include "coefficients/matrix/fixed_point.hpp"

#include <climits>

namespace opencv_test { namespace {

using clconv::FixedPoint;
using clconv::SliceErrors;

//! The number of slices for these taps, as floats, on images of bytes.
int slicesOf(const Mat& kernel, int dstDepth = CV_8U)
{
    const Size size(20, 10);
    const clconv::Layout src = {CV_8UC1, size, size, Point(), 80, 0},
                         dst = {CV_MAKETYPE(dstDepth, 1), size, size, Point(), 640, 0};
    return clconv::describe(src, dst, kernel.size(), Point(), BORDER_REPLICATE, clconv::analyse(kernel, CV_32F))
        .problem.slices;
}

//! The taps as the library reads them: rounded to floats, in double.
Mat asFloats(const Mat& kernel)
{
    Mat floats, k;
    kernel.convertTo(floats, CV_32F);
    floats.convertTo(k, CV_64F);
    return k;
}

FixedPoint fixedPointOf(const Mat& kernel, int slices)
{
    return clconv::toFixedPoint(asFloats(kernel), slices);
}

//! Random integers from -largest to largest, both of which occur.
Mat wholeNumbers(Size size, int largest, RNG& rng)
{
    Mat numbers(size, CV_32S), result;
    rng.fill(numbers, RNG::UNIFORM, -largest, largest + 1);
    numbers.at<int>(0, 0) = -largest;
    numbers.at<int>(size.height - 1, size.width - 1) = largest;
    numbers.convertTo(result, CV_64F);
    return result;
}

double sumOfMagnitudes(const Mat& kernel)
{
    return cv::norm(kernel, NORM_L1);
}

TEST(Clconv_FixedPoint, holdsEachTapToHalfAStepInThreeSlices)
{
    RNG rng(3);
    for (int i = 0; i < 100; i++)
    {
        Mat kernel(1 + i % 7, 1 + i % 5, CV_64F);
        rng.fill(kernel, RNG::UNIFORM, -1, 1);
        kernel *= std::ldexp(1., i - 50);
        const FixedPoint fixed = clconv::toFixedPoint(kernel, 3);
        double error = 0;
        for (int t = 0; t < int(kernel.total()); t++)
        {
            const double tap = kernel.at<double>(t / kernel.cols, t % kernel.cols);
            const double off = std::abs(tap - fixed.scale * fixed.taps[size_t(t)]);
            EXPECT_LE(off, fixed.scale / 2);
            error += off;
        }
        EXPECT_LE(fixed.scale, cv::norm(kernel, NORM_INF) * 2 / 8355711); // the range of three digits -128 ... 127
        EXPECT_DOUBLE_EQ(error, fixed.error);
    }
}

TEST(Clconv_FixedPoint, isMadeOfPartsOfMatricesToo)
{
    Mat wide(4, 9, CV_64F);
    RNG(4).fill(wide, RNG::UNIFORM, -1, 1);
    const Mat part = wide(Rect(2, 1, 5, 3));
    const FixedPoint fixed = clconv::toFixedPoint(part, 3), copied = clconv::toFixedPoint(part.clone(), 3);
    EXPECT_EQ(copied.taps, fixed.taps);
    EXPECT_EQ(copied.scale, fixed.scale);
    EXPECT_EQ(copied.error, fixed.error);
}

TEST(Clconv_FixedPoint, refusesWhatNoScaleHolds)
{
    const double infinity = std::numeric_limits<double>::infinity();
    const double bad[] = {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity, 1e60, 5e33, 1e-60, 1e-40};
    for (double value : bad)
    {
        Mat kernel(3, 3, CV_64F, Scalar(std::abs(value) < 1 ? 0 : 1));
        kernel.at<double>(1, 2) = value;
        const SliceErrors errors = clconv::sliceErrors(kernel);
        for (int slices = 1; slices <= clconv::maxSlices; slices++)
        {
            const FixedPoint fixed = clconv::toFixedPoint(kernel, slices);
            EXPECT_TRUE(fixed.taps.empty()) << value;
            EXPECT_EQ(infinity, fixed.error) << value;
            EXPECT_EQ(infinity, errors[slices - 1]) << value;
        }
    }
}

//! Units that are floats: taps are exact multiples, and need as many slices as the largest multiple.
TEST(Clconv_FixedPoint, isExactForMultiplesOfAFloat)
{
    RNG rng(5);
    for (double unit : {1., 3., 0.25, 1. / 64, std::ldexp(1., -90), std::ldexp(1., 80), std::ldexp(5., -30)})
        for (int largest : {1, 2, 100, 127, 128, 255, 32639, 32640, 100000})
            for (Size size : {Size(3, 3), Size(15, 15)})
            {
                const Mat numbers = wholeNumbers(size, largest, rng), kernel = numbers * unit;
                const int expected = largest <= 127 ? 1 : largest <= 32639 ? 2 : 3;
                EXPECT_EQ(expected, slicesOf(kernel)) << largest << " times " << unit;
                EXPECT_EQ(expected, slicesOf(kernel, CV_32F)) << largest << " times " << unit;
                const FixedPoint fixed = fixedPointOf(kernel, expected);
                EXPECT_EQ(0, fixed.error);
                EXPECT_EQ(expected, fixed.slices);
                for (int t = 0; t < int(numbers.total()); t++)
                    EXPECT_EQ(kernel.at<double>(t / size.width, t % size.width), fixed.scale * fixed.taps[size_t(t)]);
            }
}

//! Units that floats round: the multiples are found with an error of 3 half units in the last place, so that integer
//! results may use them and float results may not.
TEST(Clconv_FixedPoint, findsUnitsThatFloatsRound)
{
    RNG rng(6);
    for (double unit : {1. / 3, 1. / 7, 1. / 273, 1. / 1003, 0.1, 1e-6, 1.7})
        for (int largest : {20, 127, 500, 1448})
            for (Size size : {Size(5, 5), Size(31, 31)})
            {
                const Mat numbers = wholeNumbers(size, largest, rng), kernel = asFloats(numbers * unit);
                const int slices = largest <= 127 ? 1 : 2;
                const FixedPoint fixed = fixedPointOf(kernel, slices);
                ASSERT_EQ(size.area(), int(fixed.taps.size())) << largest << " times " << unit;
                EXPECT_NEAR(unit, fixed.scale, unit * 3e-7);
                for (int t = 0; t < size.area(); t++)
                    EXPECT_EQ(numbers.at<double>(t / size.width, t % size.width), fixed.taps[size_t(t)]);
                EXPECT_LE(fixed.error, std::ldexp(3., -24) * sumOfMagnitudes(kernel));
                EXPECT_EQ(fixed.error * 255 <= 1. / 1024, slicesOf(kernel) == slices) << largest << " times " << unit;
                EXPECT_NE(slices, slicesOf(kernel, CV_32F));
            }
}

TEST(Clconv_FixedPoint, takesOneSliceForFiltersOfUse)
{
    const Mat five = Mat_<double>({1, 5}, {1, 4, 6, 4, 1}), sum = Mat_<double>({5, 5}, {1, 4,  7,  4,  1, //
                                                                                        4, 16, 26, 16, 4, //
                                                                                        7, 26, 41, 26, 7, //
                                                                                        4, 16, 26, 16, 4, //
                                                                                        1, 4,  7,  4,  1});
    const Mat scharr = Mat_<double>({3, 3}, {-3, 0, 3, -10, 0, 10, -3, 0, 3});
    EXPECT_EQ(1, slicesOf(five.t() * five / 256));
    EXPECT_EQ(1, slicesOf(sum / 273));
    EXPECT_EQ(1, slicesOf(scharr));
    EXPECT_EQ(1, slicesOf(scharr / 64));
    for (int side : {3, 5, 7, 15, 31})
    {
        EXPECT_EQ(1, slicesOf(Mat(side, side, CV_64F, Scalar(1. / (side * side)))));
        EXPECT_EQ(1, slicesOf(Mat(side, side, CV_64F, Scalar(1. / (side * side))), CV_32F));
        EXPECT_EQ(1, slicesOf(Mat::eye(side, side, CV_64F) / side)) << "motion";
    }
    EXPECT_EQ(1, slicesOf(Mat::zeros(5, 5, CV_64F)));
    EXPECT_EQ(1, slicesOf(Mat::zeros(5, 5, CV_64F), CV_32F));
}

TEST(Clconv_FixedPoint, takesThreeSlicesForOtherTaps)
{
    RNG rng(7);
    for (int i = 0; i < 200; i++)
    {
        const int side = 5 + 2 * (i % 6);
        const Mat gauss = cv::getGaussianKernel(side, rng.uniform(0.7, 5.), CV_64F);
        EXPECT_EQ(3, slicesOf(gauss * gauss.t())) << side;
        Mat random(side, side, CV_64F);
        rng.fill(random, RNG::UNIFORM, -1, 1);
        EXPECT_EQ(3, slicesOf(random / side)) << side;
    }
}

//! Taps that are too small, compared with the largest one, to be multiples of a unit; 23 bits must hold all or none.
TEST(Clconv_FixedPoint, losesNoSmallTaps)
{
    for (double small : {1., 2., 100., 1001.})
    {
        Mat kernel(3, 3, CV_64F, Scalar(8000000));
        kernel.at<double>(1, 1) = small;
        const SliceErrors errors = clconv::sliceErrors(asFloats(kernel));
        EXPECT_EQ(3, slicesOf(kernel)) << small << " of 8000000";
        EXPECT_EQ(0, errors[2]);
    }
    Mat denormal(3, 3, CV_64F, Scalar(1));
    denormal.at<double>(1, 1) = 1e-40;
    EXPECT_EQ(3, slicesOf(denormal)) << "the error is 1e-40";
    EXPECT_EQ(0, slicesOf(denormal, CV_32F));
}

//! The errors equal those of the conversions, and digits are in range.
TEST(Clconv_FixedPoint, hasTheErrorsThatItStates)
{
    RNG rng(8);
    const int limits[] = {127, 32639, 8355711};
    for (int i = 0; i < 3000; i++)
    {
        const int kind = i % 3, largest = 1 << (1 + i % 17);
        Mat kernel = wholeNumbers(Size(1 + i % 4, 1 + i % 3), largest, rng);
        if (kind > 0)
            kernel *= rng.uniform(1e-3, 1e3);
        if (kind > 1)
            kernel.at<double>(0, 0) *= 1 + rng.uniform(-1e-4, 1e-4);
        kernel = asFloats(kernel);
        const SliceErrors errors = clconv::sliceErrors(kernel);
        for (int slices = 1; slices <= clconv::maxSlices; slices++)
        {
            const FixedPoint fixed = clconv::toFixedPoint(kernel, slices);
            double error = fixed.taps.empty() ? fixed.error : 0;
            for (size_t t = 0; t < fixed.taps.size(); t++)
            {
                EXPECT_LE(std::abs(fixed.taps[t]), limits[slices - 1]);
                error += std::abs(kernel.at<double>(int(t) / kernel.cols, int(t) % kernel.cols) -
                                  fixed.taps[t] * fixed.scale);
            }
            EXPECT_EQ(error, fixed.error);
            EXPECT_LE(errors[slices - 1], error);
            EXPECT_TRUE(slices == 1 || errors[slices - 1] <= errors[slices - 2]);
        }
    }
}

//! A kernel of integers needs fewer slices only if these are exactly its taps, so that its sums stay integers.
TEST(Clconv_FixedPoint, keepsIntegersExact)
{
    RNG rng(9);
    for (int i = 0; i < 3000; i++)
    {
        const Mat kernel = wholeNumbers(Size(1 + i % 4, 1 + i % 3), 1 << (1 + i % 23), rng);
        const int slices = slicesOf(kernel);
        const double error = slices == 1 || slices == 2 ? fixedPointOf(kernel, slices).error : 0;
        EXPECT_EQ(0, error) << kernel;
    }
}

}} // namespace opencv_test
