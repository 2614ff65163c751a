// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Coefficients in fixed point, and the operands made of them: a warp's matrix products, computed in plain loops, must
// give the sums.

#include "support/test_precomp.hpp"

#include "coefficients/coefficients.hpp"
#include "coefficients/int8_slices.hpp"

namespace opencv_test
{
namespace
{

using clconv::FixedPoint;
using clconv::SliceLayout;

FixedPoint fixedPointOf(const Mat& kernel)
{
    Mat k;
    kernel.convertTo(k, CV_64F);
    return clconv::toFixedPoint(k);
}

TEST(Clconv_Int8Slices, holdEachTapToHalfAStep)
{
    RNG rng(3);
    for (int i = 0; i < 100; i++)
    {
        Mat kernel(1 + i % 7, 1 + i % 5, CV_64F);
        rng.fill(kernel, RNG::UNIFORM, -1, 1);
        kernel *= std::ldexp(1., i - 50);
        const FixedPoint fixed = fixedPointOf(kernel);
        double largest = 0, error = 0;
        for (int t = 0; t < int(kernel.total()); t++)
        {
            const double tap = kernel.at<double>(t / kernel.cols, t % kernel.cols);
            const double off = std::abs(tap - fixed.scale * fixed.taps[size_t(t)]);
            EXPECT_LE(off, fixed.scale / 2);
            largest = std::max(largest, std::abs(tap));
            error += off;
        }
        EXPECT_LE(fixed.scale, largest * 2 / 8355711); // the largest number of three digits -128 ... 127
        EXPECT_DOUBLE_EQ(error, fixed.error);
    }
}

TEST(Clconv_Int8Slices, areExactForIntegersAndTheirHalves)
{
    const Mat scharr = Mat_<float>({3, 3}, {-3, 0, 3, -10, 0, 10, -3, 0, 3});
    EXPECT_EQ(0, fixedPointOf(scharr).error);
    EXPECT_EQ(0, fixedPointOf(scharr / 64.).error);
    EXPECT_EQ(0, fixedPointOf(Mat(5, 5, CV_32F, Scalar(32767))).error);
    EXPECT_EQ(0, fixedPointOf(Mat::zeros(3, 3, CV_32F)).error);
    EXPECT_LT(0, fixedPointOf(Mat(3, 3, CV_32F, Scalar(1. / 9))).error);
}

TEST(Clconv_Int8Slices, areMadeOfPartsOfMatricesToo)
{
    Mat wide(4, 9, CV_64F);
    RNG(4).fill(wide, RNG::UNIFORM, -1, 1);
    const Mat part = wide(Rect(2, 1, 5, 3));
    const FixedPoint fixed = clconv::toFixedPoint(part), copied = clconv::toFixedPoint(part.clone());
    EXPECT_EQ(copied.taps, fixed.taps);
    EXPECT_EQ(copied.scale, fixed.scale);
    EXPECT_EQ(copied.error, fixed.error);
}

TEST(Clconv_Int8Slices, refuseRowsThatNoWindowHolds)
{
    const Mat kernel(1, clconv::maxSliceColumns + 1, CV_64F, Scalar(1));
    EXPECT_THROW(clconv::sliceOperands(clconv::toFixedPoint(kernel), kernel.size()), cv::Exception);
}

TEST(Clconv_Int8Slices, refuseWhatNoScaleHolds)
{
    Mat kernel(3, 3, CV_64F, Scalar(1));
    const double bad[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e60, 5e33,
                          1e-60};
    for (int i = 0; i < 5; i++)
    {
        kernel.setTo(i == 4 ? 0 : 1);
        kernel.at<double>(1, 2) = bad[i];
        const FixedPoint fixed = fixedPointOf(kernel);
        EXPECT_TRUE(fixed.taps.empty()) << bad[i];
        EXPECT_GT(fixed.error, 1e300) << bad[i];
    }
}

//! Operands as a kernel reads them: header, then 32-bit words of four digits each.
class Operands
{
public:
    explicit Operands(const FixedPoint& fixed, Size kernel) :
        bytes_(clconv::sliceOperands(fixed, kernel)), layout_(clconv::sliceLayout(kernel.width))
    {
        EXPECT_EQ(clconv::sliceOperandBytes(kernel), bytes_.size());
    }

    double scale(int slice) const { return reinterpret_cast<const float*>(bytes_.data())[slice]; }

    //! Element (m, k) of A for this step and slice, k counted over a lane's words: word, lane % 4, digit.
    int element(int step, int slice, int m, int word, int t, int digit) const
    {
        const int pair = word / 2, inPair = std::min(2, layout_.words - 2 * pair);
        const int lane = m % 8 * 4 + t;
        const size_t at = size_t((step * clconv::sliceCount + slice) * 64 * layout_.words + pair * 128 +
                                 lane * 2 * inPair + (word % 2) * 2 + m / 8);
        return schar(bytes_[16 + at * 4 + size_t(digit)]);
    }

private:
    std::vector<uchar> bytes_;
    SliceLayout layout_;
};

//! Output (row, pixel) of a block whose window's first row and column are (0, 0) of `image`, as the products give it.
double product(const Operands& operands, const SliceLayout& layout, Size kernel, const Mat& image, int m)
{
    const int steps = layout.paired ? kernel.height / 2 + 1 : kernel.height;
    double sum = 0;
    for (int slice = 0; slice < clconv::sliceCount; slice++)
        for (int step = 0; step < steps; step++)
            for (int word = 0; word < layout.words; word++)
                for (int t = 0; t < 4; t++)
                    for (int digit = 0; digit < 4; digit++)
                    {
                        const bool alone = word == layout.words - 1 && layout.words % 2 == 1;
                        const int column = layout.paired ? 4 * t
                                           : alone       ? 16 * word + 4 * t
                                                         : 32 * (word / 2) + 8 * t + 4 * (word % 2);
                        const int row = layout.paired ? 2 * step + word : step;
                        sum += operands.scale(slice) * operands.element(step, slice, m, word, t, digit) *
                               image.at<uchar>(row, column + digit);
                    }
    return sum;
}

TEST(Clconv_Int8Slices, multiplyToTheFiltersSums)
{
    RNG rng(11);
    for (int columns = 1; columns <= clconv::maxSliceColumns; columns++)
    {
        const Size size(columns, 1 + columns % 6);
        Mat kernel(size, CV_32F), image(size.height + 3, 64, CV_8U);
        rng.fill(kernel, RNG::UNIFORM, -100, 100);
        rng.fill(image, RNG::UNIFORM, 0, 256);
        const FixedPoint fixed = fixedPointOf(kernel);
        const SliceLayout layout = clconv::sliceLayout(columns);
        const Operands operands(fixed, size);
        for (int m = 0; m < 16; m++)
        {
            // Rows m and m + 8 of A are adjacent pixels of the block.
            const int pixel = layout.paired ? m % 8 % 4 * 2 + m / 8 : m % 8 * 2 + m / 8;
            const int row = layout.paired ? m % 8 / 4 : 0;
            ASSERT_LE(layout.lead + pixel + columns, 16 * (layout.paired ? 1 : layout.words)) << columns;
            double expected = 0;
            for (int j = 0; j < size.height; j++)
                for (int i = 0; i < size.width; i++)
                    expected += fixed.scale * fixed.taps[size_t(j * size.width + i)] *
                                image.at<uchar>(row + j, layout.lead + pixel + i);
            EXPECT_EQ(expected, product(operands, layout, size, image, m)) << size << ", row " << m;
        }
    }
}

TEST(Clconv_Int8Slices, beginAtAnAlignedAddressForACentredAnchor)
{
    for (int columns = 1; columns <= clconv::maxSliceColumns; columns++)
    {
        const SliceLayout layout = clconv::sliceLayout(columns);
        EXPECT_EQ(0, (columns / 2 + layout.lead) % (layout.paired ? 4 : 8)) << columns;
        EXPECT_LE(2, layout.words) << columns;
        EXPECT_GE(4, layout.words) << columns;
    }
}

} // namespace
} // namespace opencv_test
