// SPDX-License-Identifier: Apache-2.0
//
// Factors in two parts for matrix units: the tables as kernels read them, and the accuracy that they state.

#include "support/test_precomp.hpp"

#include "coefficients/coefficient_set.hpp"
#include "coefficients/matrix/factor_parts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace opencv_test { namespace {

using clconv::CoefficientKind;
using clconv::partPadding;

std::vector<float> randomFactors(int columns, int rows, double scale)
{
    RNG rng(uint64(columns * 7 + rows));
    std::vector<float> factors;
    for (int i = 0; i < columns + rows; i++)
        factors.push_back(float(scale * rng.uniform(-1., 1.)));
    return factors;
}

//! Reads the operands as the kernel does.
class Tables
{
public:
    Tables(const std::vector<float>& factors, int columns, CoefficientKind type) :
        type_(type), columns_(columns), rows_(int(factors.size()) - columns),
        bytes_(clconv::factorParts(factors, Size(columns_, rows_), type))
    {
    }

    double scale() const { return double(number(0)) * double(number(1)); }
    double columnTap(int i) const { return value(at(0, i)) + value(at(tableWords(rows_), i)); }
    double rowTap(int i) const
    {
        const int row = 2 * tableWords(rows_);
        return value(at(row, i)) + value(at(row + tableWords(columns_), i));
    }
    //! The half float in the upper bits of the word that has a row tap's upper part.
    double rowPartner(int i) const { return value(at(2 * tableWords(rows_), i) >> 16); }
    double columnPartner(int i) const { return value(at(0, i) >> 16); }
    double factor(int i) const { return number(4 + 2 * tableWords(rows_) + 2 * tableWords(columns_) + i); }
    size_t words() const { return bytes_.size() / 4; }

private:
    static int tableWords(int taps) { return 2 * partPadding + taps; }
    uint32_t at(int table, int tap) const { return word(4 + table + partPadding + tap); }

    uint32_t word(int index) const
    {
        uint32_t result;
        std::memcpy(&result, bytes_.data() + 4 * size_t(index), sizeof(result));
        return result;
    }

    float number(int index) const
    {
        const uint32_t bits = word(index);
        float result;
        std::memcpy(&result, &bits, sizeof(result));
        return result;
    }

    double value(uint32_t bits) const
    {
        if (type_ == CoefficientKind::HalfParts)
        {
            const ushort half = ushort(bits);
            Mat result;
            Mat(1, 1, CV_16F, const_cast<ushort*>(&half)).convertTo(result, CV_32F);
            return double(result.at<float>(0));
        }
        EXPECT_EQ(0u, bits & 0x1fff) << "more than 11 bits";
        float result;
        std::memcpy(&result, &bits, sizeof(result));
        return double(result);
    }

    CoefficientKind type_;
    int columns_, rows_;
    std::vector<uchar> bytes_;
};

void expectTaps(const std::vector<float>& factors, int columns, CoefficientKind type)
{
    const Tables tables(factors, columns, type);
    const int rows = int(factors.size()) - columns;
    const double unit = type == CoefficientKind::HalfParts ? std::ldexp(1., -24) : 1; // of the bits of a byte
    ASSERT_EQ(size_t(4 + 8 * partPadding + 3 * (columns + rows)), tables.words());
    for (int i = 0; i < int(factors.size()); i++)
        EXPECT_EQ(double(factors[size_t(i)]), tables.factor(i));
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++)
        {
            const double expected = double(factors[size_t(i)]) * double(factors[size_t(columns + j)]);
            const double product = tables.rowTap(i) * tables.columnTap(j) * unit * tables.scale();
            EXPECT_NEAR(expected, product, std::ldexp(std::abs(expected), -21)) << i << ", " << j;
        }
    for (int i = 1; i <= partPadding - 4; i++) // the first tap's partner is four words on
    {
        EXPECT_EQ(0, tables.columnTap(-4 - i));
        EXPECT_EQ(0, tables.rowTap(-4 - i));
        EXPECT_EQ(0, tables.columnTap(rows - 1 + i));
        EXPECT_EQ(0, tables.rowTap(columns - 1 + i));
    }
}

TEST(Clconv_FactorParts, holdEveryTapInTwoParts)
{
    for (CoefficientKind type : {CoefficientKind::HalfParts, CoefficientKind::Tf32Parts})
        for (double scale : {1., 1e-3, 300.})
            for (Size size : {Size(1, 1), Size(31, 15), Size(2, 40)})
                expectTaps(randomFactors(size.width, size.height, scale), size.width, type);
}

TEST(Clconv_FactorParts, holdTapsOfAnySizeAsTf32)
{
    for (double rowScale : {1e-30, 1., 1e30})
        for (double columnScale : {1e-30, 1., 1e30})
        {
            std::vector<float> factors = randomFactors(9, 9, rowScale);
            const std::vector<float> other = randomFactors(9, 9, columnScale);
            std::copy(other.begin() + 9, other.end(), factors.begin() + 9);
            expectTaps(factors, 9, CoefficientKind::Tf32Parts);
        }
}

//! A word holds a pair of half floats: of taps four rows apart, or two columns.
TEST(Clconv_FactorParts, pairHalfFloats)
{
    const std::vector<float> factors = {1, 2, 3, 4, 5, 6, 7, 8, 16, 24, 32, 40, 48};
    const Tables tables(factors, 6, CoefficientKind::HalfParts);
    for (int i = -2; i < 4; i++)
        EXPECT_EQ(tables.rowTap(i + 2), tables.rowPartner(i)) << i;
    for (int i = -4; i < 3; i++)
        EXPECT_EQ(tables.columnTap(i + 4), tables.columnPartner(i)) << i;
}

double errorOf(const Mat& filter)
{
    return clconv::analyse(filter, CV_32F).halfPartsError;
}

TEST(Clconv_FactorParts, areExactForSmallIntegers)
{
    EXPECT_EQ(0, errorOf(Mat::ones(15, 15, CV_32F)));
    EXPECT_EQ(0, errorOf(Mat::ones(15, 15, CV_32F) / 256.));
    const Mat binomial(Matx<float, 1, 5>(1, 4, 6, 4, 1));
    EXPECT_EQ(0, errorOf(binomial.t() * binomial));
    EXPECT_LT(0, errorOf(Mat::ones(99, 99, CV_32F) * 300)) << "sums beyond 2^24";
    EXPECT_LT(0, errorOf(Mat::ones(9, 9, CV_32F) / 81.));
}

TEST(Clconv_FactorParts, sayHowInaccurateTheyAre)
{
    for (int size : {5, 15, 31, 101})
    {
        const Mat gauss = cv::getGaussianKernel(size, size / 5., CV_64F);
        EXPECT_GT(1. / 1024, errorOf(gauss * gauss.t())) << size;
        EXPECT_LT(1. / 1024, errorOf(gauss * gauss.t() * 10)) << size;
    }
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(infinity, errorOf(Mat::eye(5, 5, CV_32F))) << "no outer product";
    EXPECT_EQ(infinity, errorOf(Mat::ones(5, 5, CV_32F) * 1e30));
    const std::vector<float> notFinite = {1, 2, std::numeric_limits<float>::infinity(), 1, 1};
    EXPECT_EQ(infinity, clconv::halfPartsError(notFinite, Size(3, 2)));
}

}} // namespace opencv_test
