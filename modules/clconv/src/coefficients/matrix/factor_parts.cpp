// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Splitting taps into two parts, and the error of products with them.

#include "coefficients/matrix/factor_parts.hpp"
#include "util/float_bits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace cv
{
namespace clconv
{
namespace
{

const int partBits = 11;     //!< of the significand of a part
const int byteExponent = 24; //!< a byte's bits are the half float byte * 2^-24
const double largestByte = 255;

//! Taps are scaled to below 2^15 for half floats (at most 65504), so that small ones keep their bits. For tf32 to below
//! 1: then column sums are about as large as pixels.
const int halfTapExponent = 15, tf32TapExponent = 0;

//! Pairs of half floats in a word: so many taps apart in the column, and in the row (kernels/nvidia/toeplitz.cl).
const size_t columnPair = 4, rowPair = 2;

//! Of powers of two that are floats, also multiplied with each other: of half floats' scales, and of one factor.
const int largestHalfExponent = 50, largestExponent = 126;

double largestOf(const float* taps, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; ++i)
        largest = std::max(largest, std::abs(double(taps[i])));
    return largest;
}

double magnitudesOf(const float* taps, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += std::abs(double(taps[i]));
    return sum;
}

//! The taps of an outer product.
struct Factors
{
    const float *row, *column;
};

std::vector<Factors> factorsOf(const std::vector<float>& factors, Size size)
{
    std::vector<Factors> products;
    for (size_t i = 0; i < factors.size(); i += size_t(size.width + size.height))
        products.push_back({factors.data() + i, factors.data() + i + size.width});
    return products;
}

//! The power of two that scales taps; 0 where one is not finite.
int scaleExponent(double largest, CoefficientKind type)
{
    if (!std::isfinite(largest))
        return 0;
    int exponent = 0;
    std::frexp(largest, &exponent);
    const int scale = (type == CoefficientKind::HalfParts ? halfTapExponent : tf32TapExponent) - exponent;
    return std::max(std::min(scale, largestExponent), -largestExponent);
}

//! Exponents of powers of two: of the rows' taps and of the columns'.
struct Scales
{
    int row, column;
};

Scales scalesOf(const std::vector<Factors>& products, Size size, CoefficientKind type)
{
    double row = 0, column = 0;
    for (const Factors& product : products)
    {
        row = std::max(row, largestOf(product.row, size_t(size.width)));
        column = std::max(column, largestOf(product.column, size_t(size.height)));
    }
    return {scaleExponent(row, type), scaleExponent(column, type)};
}

//! The largest power of two of which all taps are multiples; 1 without taps but zeros.
double gridOf(const float* taps, size_t count)
{
    int least = std::numeric_limits<int>::max();
    for (size_t i = 0; i < count; ++i)
        if (taps[i] != 0)
            least = std::min(least, lastBit(taps[i]));
    return least == std::numeric_limits<int>::max() ? 1 : std::ldexp(1., least);
}

//! Whether every product and sum is exact: taps have no lower part, column sums fit their two parts, and outputs fit a
//! float.
bool isExact(const std::vector<float>& factors, size_t columns)
{
    const float *row = factors.data(), *column = row + columns;
    const size_t rows = factors.size() - columns;
    const double rowGrid = gridOf(row, columns), columnGrid = gridOf(column, rows);
    const double largestTap = std::ldexp(1., partBits), largestColumnSum = std::ldexp(1., 2 * partBits - 1);
    const double largestSum = std::ldexp(1., 24), columnSum = largestByte * magnitudesOf(column, rows) / columnGrid;
    return largestOf(row, columns) <= largestTap * rowGrid && largestOf(column, rows) <= largestTap * columnGrid &&
           columnSum <= largestColumnSum && columnSum * magnitudesOf(row, columns) / rowGrid <= largestSum;
}

uint32_t wordOf(float value)
{
    uint32_t word;
    std::memcpy(&word, &value, sizeof(word));
    return word;
}

//! Rounded to 11 bits.
float rounded(float value)
{
    int exponent = 0;
    const double fraction = std::frexp(double(value), &exponent);
    return float(std::ldexp(std::nearbyint(std::ldexp(fraction, partBits)), exponent - partBits));
}

//! The bits of half floats, rounded half to even.
std::vector<uint32_t> halfFloats(const std::vector<float>& values)
{
    Mat halves;
    Mat(1, int(values.size()), CV_32F, const_cast<float*>(values.data())).convertTo(halves, CV_16F);
    return std::vector<uint32_t>(halves.ptr<ushort>(), halves.ptr<ushort>() + values.size());
}

//! Each word gets the number `pair` places on as its upper half.
std::vector<uint32_t> paired(std::vector<uint32_t> words, size_t pair)
{
    for (size_t i = 0; i + pair < words.size(); ++i)
        words[i] |= (words[i + pair] & 0xffff) << 16;
    return words;
}

std::vector<uint32_t> wordsOf(const std::vector<float>& values)
{
    std::vector<uint32_t> words;
    for (float value : values)
        words.push_back(wordOf(value));
    return words;
}

//! Appends a table of upper parts, then one of lower parts.
void appendTables(const float* taps, size_t count, CoefficientKind type, int scale, size_t pair,
                  std::vector<uint32_t>& words)
{
    const size_t padding = size_t(partPadding);
    std::vector<float> upper(count + 2 * padding, 0.f), lower = upper;
    for (size_t i = 0; i < count; ++i)
    {
        const float tap = std::ldexp(taps[i], scale), part = std::isfinite(tap) ? rounded(tap) : tap;
        upper[padding + i] = part;
        lower[padding + i] = std::isfinite(part) ? rounded(tap - part) : 0;
    }
    for (const std::vector<float>& parts : {upper, lower})
    {
        const std::vector<uint32_t> table =
            type == CoefficientKind::HalfParts ? paired(halfFloats(parts), pair) : wordsOf(parts);
        words.insert(words.end(), table.begin(), table.end());
    }
}

} // namespace

double halfPartsError(const std::vector<float>& factors, Size size)
{
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<Factors> products = factorsOf(factors, size);
    const size_t width = size_t(size.width), height = size_t(size.height);
    if (!std::all_of(factors.begin(), factors.end(), [](float tap) { return std::isfinite(tap); }))
        return infinity;
    const Scales scales = scalesOf(products, size, CoefficientKind::HalfParts);
    if (std::abs(scales.row) > largestHalfExponent || std::abs(scales.column) > largestHalfExponent)
        return infinity;
    if (products.size() == 1 && isExact(factors, width))
        return 0;
    // In units of 2^-24 and the sum of magnitudes: taps 4 each, column sums 8 by their parts and the products left out;
    // and 1 for each matrix instruction that adds to a number, since they truncate (.7 measured), 16 at least. Column
    // sums have an absolute limit too: 2^-25, the last bit of a half float, of which the taps' scale makes less than
    // this.
    const size_t side = 16, productsOfParts = 3, groups = 2 + width / side, blocks = 1 + (height + side - 2) / side;
    const double parts = 16, fewest = 16, instructions = double(blocks + productsOfParts * groups * products.size());
    const double relative = (parts + std::max(fewest, instructions)) * std::ldexp(1., -24);
    const double lastBit = std::ldexp(1., -halfTapExponent);
    double largestColumnTap = 0, error = 0;
    for (const Factors& product : products)
        largestColumnTap = std::max(largestColumnTap, largestOf(product.column, height));
    for (const Factors& product : products)
        error += magnitudesOf(product.row, width) *
                 (largestByte * magnitudesOf(product.column, height) * relative + largestColumnTap * lastBit);
    return error;
}

std::vector<uchar> factorParts(const std::vector<float>& factors, Size size, CoefficientKind type)
{
    const std::vector<Factors> products = factorsOf(factors, size);
    const Scales scales = scalesOf(products, size, type);
    const int exponent = (type == CoefficientKind::HalfParts ? byteExponent : 0) - scales.row - scales.column;
    const int first = std::abs(exponent) <= largestExponent ? exponent : exponent / 2;
    std::vector<uint32_t> words = {wordOf(std::ldexp(1.f, first)), wordOf(std::ldexp(1.f, exponent - first)), 0, 0};
    for (const Factors& product : products)
    {
        appendTables(product.column, size_t(size.height), type, scales.column, columnPair, words);
        appendTables(product.row, size_t(size.width), type, scales.row, rowPair, words);
    }
    for (float tap : factors)
        words.push_back(wordOf(tap));
    const uchar* begin = reinterpret_cast<const uchar*>(words.data());
    return std::vector<uchar>(begin, begin + words.size() * sizeof(uint32_t));
}

} // namespace clconv
} // namespace cv
