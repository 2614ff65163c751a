// SPDX-License-Identifier: Apache-2.0
//
// Splitting taps into two parts, and the error of products with them.

#include "coefficients/matrix/factor_parts.hpp"
#include "coefficients/factors/outer_products.hpp"

#include <cstdint>

namespace cv { namespace clconv {
namespace {

const int partBits = 11;     //!< of the significand of a part
const int byteExponent = 24; //!< a byte's bits are the half float byte * 2^-24
const double largestByte = 255;

//! Taps are scaled to below 2^15 for half floats (at most 65504), so that small ones keep their bits. For tf32 to below
//! 1: then column sums are about as large as pixels.
const int halfTapExponent = 15, tf32TapExponent = 0;

//! Pairs of half floats in a word: so many taps apart in the column, and in the row (kernels/nvidia/toeplitz.cl).
const size_t columnPair = 4, rowPair = 2;

//! Largest exponents of powers of two whose products stay floats: of half floats' scales, and of one factor.
const int largestHalfExponent = 50, largestExponent = 126;

//! The taps of a row or a column, and what decides about their parts.
struct Factor
{
    Factor(const float* taps, int count) : begin(taps), end(taps + count)
    {
        int bit = std::numeric_limits<int>::max();
        for (const float* tap = begin; tap != end; ++tap)
        {
            largest = std::max(largest, std::abs(double(*tap)));
            magnitudes += std::abs(double(*tap));
            bit = *tap != 0 ? std::min(bit, lastBit(*tap)) : bit;
        }
        grid = largest != 0 ? std::ldexp(1., bit) : 1;
    }

    const float *begin, *end;
    double largest = 0, magnitudes = 0;
    double grid; //!< the largest power of two of which all taps are multiples; 1 if all taps are zero
};

struct Product
{
    Factor row, column;
};

std::vector<Product> productsOf(const std::vector<float>& factors, Size size)
{
    std::vector<Product> products;
    for (size_t i = 0; i < factors.size(); i += size_t(size.width + size.height))
        products.push_back({{&factors[i], size.width}, {&factors[i] + size.width, size.height}});
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

Scales scalesOf(const std::vector<Product>& products, CoefficientKind type)
{
    double row = 0, column = 0;
    for (const Product& product : products)
    {
        row = std::max(row, product.row.largest);
        column = std::max(column, product.column.largest);
    }
    return {scaleExponent(row, type), scaleExponent(column, type)};
}

//! Whether every product and sum is exact: taps have no lower part, column sums fit their two parts, and outputs fit a
//! float.
bool isExact(const Factor& row, const Factor& column)
{
    const double largestTap = std::ldexp(1., partBits), largestColumnSum = std::ldexp(1., 2 * partBits - 1);
    const double largestSum = std::ldexp(1., 24), columnSum = largestByte * column.magnitudes / column.grid;
    return row.largest <= largestTap * row.grid && column.largest <= largestTap * column.grid &&
           columnSum <= largestColumnSum && columnSum * row.magnitudes / row.grid <= largestSum;
}

uint32_t wordOf(float value)
{
    uint32_t word;
    std::memcpy(&word, &value, sizeof(word));
    return word;
}

float rounded(float value)
{
    int exponent = 0;
    const double fraction = std::frexp(double(value), &exponent);
    return float(std::ldexp(std::nearbyint(std::ldexp(fraction, partBits)), exponent - partBits));
}

//! Appends a table: the bits of floats, or of half floats, rounded half to even, each with the one `pair` places on as
//! its upper half.
void appendTable(const std::vector<float>& parts, CoefficientKind type, size_t pair, std::vector<uint32_t>& words)
{
    Mat halves;
    Mat(parts).convertTo(halves, CV_16F);
    const ushort* const half = halves.ptr<ushort>();
    for (size_t i = 0; i < parts.size(); ++i)
        words.push_back(type != CoefficientKind::HalfParts ? wordOf(parts[i])
                        : i + pair < parts.size()          ? half[i] | uint32_t(half[i + pair]) << 16
                                                           : half[i]);
}

void appendTables(const Factor& factor, CoefficientKind type, int scale, size_t pair, std::vector<uint32_t>& words)
{
    std::vector<float> upper(size_t(factor.end - factor.begin + 2 * partPadding), 0.f), lower = upper;
    size_t i = size_t(partPadding);
    for (const float* at = factor.begin; at != factor.end; ++at, ++i)
    {
        const float tap = std::ldexp(*at, scale), part = std::isfinite(tap) ? rounded(tap) : tap;
        upper[i] = part;
        lower[i] = std::isfinite(part) ? rounded(tap - part) : 0;
    }
    appendTable(upper, type, pair, words);
    appendTable(lower, type, pair, words);
}

} // namespace

double halfPartsError(const std::vector<float>& factors, Size size)
{
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<Product> products = productsOf(factors, size);
    const size_t width = size_t(size.width), height = size_t(size.height);
    if (!std::all_of(factors.begin(), factors.end(), [](float tap) { return std::isfinite(tap); }))
        return infinity;
    const Scales scales = scalesOf(products, CoefficientKind::HalfParts);
    if (std::abs(scales.row) > largestHalfExponent || std::abs(scales.column) > largestHalfExponent)
        return infinity;
    if (products.size() == 1 && isExact(products[0].row, products[0].column))
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
    for (const Product& product : products)
        largestColumnTap = std::max(largestColumnTap, product.column.largest);
    for (const Product& product : products)
        error +=
            product.row.magnitudes * (largestByte * product.column.magnitudes * relative + largestColumnTap * lastBit);
    return error;
}

std::vector<uchar> factorParts(const std::vector<float>& factors, Size size, CoefficientKind type)
{
    const std::vector<Product> products = productsOf(factors, size);
    const Scales scales = scalesOf(products, type);
    const int exponent = (type == CoefficientKind::HalfParts ? byteExponent : 0) - scales.row - scales.column;
    const int first = std::abs(exponent) <= largestExponent ? exponent : exponent / 2;
    std::vector<uint32_t> words = {wordOf(std::ldexp(1.f, first)), wordOf(std::ldexp(1.f, exponent - first)), 0, 0};
    for (const Product& product : products)
    {
        appendTables(product.column, type, scales.column, columnPair, words);
        appendTables(product.row, type, scales.row, rowPair, words);
    }
    for (float tap : factors)
        words.push_back(wordOf(tap));
    const uchar* begin = reinterpret_cast<const uchar*>(words.data());
    return std::vector<uchar>(begin, begin + words.size() * sizeof(uint32_t));
}

}} // namespace cv::clconv
