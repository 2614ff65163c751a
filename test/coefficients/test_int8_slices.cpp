// SPDX-License-Identifier: Apache-2.0
//
// The operands made of coefficients in fixed point: a warp's matrix products, computed in plain loops, must give the
// sums.

#include "support/test_precomp.hpp"

#include "coefficients/coefficient_set.hpp"
#include "coefficients/int8_slices.hpp"

namespace opencv_test { namespace {

using clconv::CoefficientKind;
using clconv::FixedPoint;
using clconv::SliceLayout;

FixedPoint fixedPointOf(const Mat& kernel, int slices)
{
    Mat k;
    kernel.convertTo(k, CV_64F);
    return clconv::toFixedPoint(k, slices);
}

//! Operands as a kernel reads them: header, then 32-bit words of four digits each.
class Operands
{
public:
    Operands(const FixedPoint& fixed, Size kernel, CoefficientKind form) :
        slices(fixed.slices), bytes_(clconv::sliceOperands(fixed, kernel, form)),
        layout_(clconv::sliceLayout(kernel.width, form))
    {
        EXPECT_EQ(clconv::sliceOperandBytes(kernel, slices, form), bytes_.size());
        EXPECT_LE(bytes_.size(), clconv::sliceOperandBytes(kernel, slices));
    }

    const int slices;

    double scale(int slice) const { return reinterpret_cast<const float*>(bytes_.data())[slice]; }

    //! Element (m, k) of A for this slice and step of all chunks; k counts over a lane's words: word, lane % 4, digit.
    int element(int step, int slice, int m, int word, int t, int digit) const
    {
        const int pair = word / 2, inPair = std::min(2, layout_.words - 2 * pair);
        const int lane = m % 8 * 4 + t;
        const size_t at = size_t((step * slices + slice) * 64 * layout_.words + pair * 128 + lane * 2 * inPair +
                                 (word % 2) * 2 + m / 8);
        return schar(bytes_[16 + at * 4 + size_t(digit)]);
    }

private:
    std::vector<uchar> bytes_;
    SliceLayout layout_;
};

//! Output (row, pixel) of a block, by the products; the window's first row and column are (0, 0) of `image`.
double product(const Operands& operands, Size kernel, CoefficientKind form, const Mat& image, int m)
{
    const SliceLayout layout = clconv::sliceLayout(kernel.width, form);
    const bool blocks = form == CoefficientKind::BlockSlices;
    const int rows = layout.paired ? kernel.height / 2 + 1 : kernel.height + (blocks ? 1 : 0);
    const int steps = rows * layout.chunks;
    double sum = 0;
    for (int slice = 0; slice < operands.slices; slice++)
        for (int step = 0; step < steps; step++)
            for (int word = 0; word < layout.words; word++)
                for (int t = 0; t < 4; t++)
                    for (int digit = 0; digit < 4; digit++)
                    {
                        const bool alone = blocks || (word == layout.words - 1 && layout.words % 2 == 1);
                        const int column = layout.paired ? 4 * t
                                           : alone       ? 16 * word + 4 * t
                                                         : 32 * (word / 2) + 8 * t + 4 * (word % 2);
                        const int row = layout.paired ? 2 * step + word : step % rows;
                        const int chunk = step / rows * 16 * (layout.words - 1);
                        sum += operands.scale(slice) * operands.element(step, slice, m, word, t, digit) *
                               image.at<uchar>(row, chunk + column + digit);
                    }
    return sum;
}

void expectSumsOf(CoefficientKind form, int firstColumns, int lastColumns)
{
    RNG rng(11);
    for (int columns = firstColumns; columns <= lastColumns; columns++)
    {
        const Size size(columns, 1 + columns % 6);
        const int slices = 1 + columns % clconv::maxSlices, largest[] = {127, 32639, 100};
        Mat kernel(size, slices < 3 ? CV_32S : CV_32F), image(size.height + 3, columns + 200, CV_8U);
        rng.fill(kernel, RNG::UNIFORM, -largest[slices - 1], largest[slices - 1] + 1);
        rng.fill(image, RNG::UNIFORM, 0, 256);
        const FixedPoint fixed = fixedPointOf(kernel, slices);
        ASSERT_FALSE(fixed.taps.empty());
        const SliceLayout layout = clconv::sliceLayout(columns, form);
        const Operands operands(fixed, size, form);
        for (int m = 0; m < 16; m++)
        {
            // Rows m and m + 8 of A are adjacent pixels of the block.
            const int pixel = layout.rows == 2 ? m % 8 % 4 * 2 + m / 8 : m % 8 * 2 + m / 8;
            const int row = layout.rows == 2 ? m % 8 / 4 : 0;
            const int windows = 16 * (layout.words - 1) * (layout.chunks - 1) + 16 * (layout.paired ? 1 : layout.words);
            ASSERT_LE(layout.lead + pixel + columns, windows) << columns;
            double expected = 0;
            for (int j = 0; j < size.height; j++)
                for (int i = 0; i < size.width; i++)
                    expected += fixed.scale * fixed.taps[size_t(j * size.width + i)] *
                                image.at<uchar>(row + j, layout.lead + pixel + i);
            EXPECT_EQ(expected, product(operands, size, form, image, m)) << size << ", row " << m;
        }
    }
}

TEST(Clconv_Int8Slices, multiplyToTheFiltersSums)
{
    expectSumsOf(CoefficientKind::DenseSlices, 1, 200);
}

TEST(Clconv_Int8Slices, multiplyToTheSumsOfBlocksOfTwoRows)
{
    for (int columns = 1; columns <= 60; columns++)
        EXPECT_EQ(columns >= 17 && columns <= 49, clconv::canBeBlocks(columns)) << columns;
    expectSumsOf(CoefficientKind::BlockSlices, 17, 49);
}

//! Of the pixels j and j + 16 of a window, a sparse operand has a tap for one; the other is zero.
TEST(Clconv_Int8Slices, areSparseForTenToSixteenColumns)
{
    RNG rng(12);
    for (int columns = 1; columns <= 60; columns++)
    {
        EXPECT_EQ(columns >= 10 && columns <= 16, clconv::canBeSparse(columns)) << columns;
        if (!clconv::canBeSparse(columns))
            continue;
        const Size size(columns, 1 + columns % 6);
        Mat kernel(size, CV_32F);
        rng.fill(kernel, RNG::UNIFORM, -1, 1);
        const FixedPoint fixed = fixedPointOf(kernel, 3);
        const std::vector<uchar> bytes = clconv::sliceOperands(fixed, size, CoefficientKind::SparseSlices);
        const int steps = (size.height + 1) / 2, slices = 3, lanes = 32, header = 16,
                  lead = clconv::sliceLayout(columns).lead;
        ASSERT_EQ(size_t(header + steps * slices * lanes * 16), bytes.size());
        ASSERT_EQ(bytes.size(), clconv::sliceOperandBytes(size, slices, CoefficientKind::SparseSlices));
        for (int row = 0; row < 2 * steps; row++)
            for (int pixel = 0; pixel < 16; pixel++)
                for (int j = 0; j < 16; j++)
                {
                    const int column = j < lead + pixel ? j + 16 : j, i = column - lead - pixel; // of the taps
                    const bool isTap = row < size.height && i >= 0 && i < columns;
                    // Pixel j is in word j / 2 % 2 of lane j / 4 of B, of whose four columns A has two in half a word.
                    const int four = 4 * (j / 2 % 2) + j / 4, lane = pixel / 2 * 4 + four / 2;
                    int value = 0;
                    for (int slice = 0; slice < slices; slice++)
                    {
                        const int word = ((row / 2 * slices + slice) * lanes + lane) * 4 + row % 2 * 2 + pixel % 2;
                        value = value * 256 + schar(bytes[size_t(header + word * 4 + four % 2 * 2 + j % 2)]);
                    }
                    ASSERT_EQ(isTap ? fixed.taps[size_t(row * columns + i)] : 0, value) << size << ' ' << pixel;
                }
    }
}

TEST(Clconv_Int8Slices, beginAtAnAlignedAddressForACentredAnchor)
{
    for (int columns = 1; columns <= 200; columns++)
    {
        const SliceLayout layout = clconv::sliceLayout(columns);
        EXPECT_EQ(columns > 49, layout.chunks > 1) << columns;
        EXPECT_EQ(0, (columns / 2 + layout.lead) % (layout.paired ? 4 : 8)) << columns;
        EXPECT_LE(2, layout.words) << columns;
        EXPECT_GE(4, layout.words) << columns;
        if (!clconv::canBeBlocks(columns))
            continue;
        const SliceLayout blocks = clconv::sliceLayout(columns, CoefficientKind::BlockSlices);
        EXPECT_EQ(0, (columns / 2 + blocks.lead) % 4) << columns;
        EXPECT_GE(layout.words, blocks.words) << columns;
    }
}

}} // namespace opencv_test
