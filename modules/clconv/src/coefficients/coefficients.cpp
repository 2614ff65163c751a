// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Analysing filters, and packing coefficients.

#include "coefficients/coefficients.hpp"
#include "coefficients/factors/outer_products.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "coefficients/matrix/factor_parts.hpp"
#include "coefficients/matrix/fixed_point.hpp"

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cv
{
namespace clconv
{
namespace
{

const double infinity = std::numeric_limits<double>::infinity();

std::vector<uchar> packed(const double* values, size_t count, int accDepth)
{
    std::vector<uchar> bytes(count * size_t(CV_ELEM_SIZE1(accDepth)));
    for (size_t i = 0; i < count; ++i)
        if (accDepth == CV_64F)
            reinterpret_cast<double*>(bytes.data())[i] = values[i];
        else
            reinterpret_cast<float*>(bytes.data())[i] = float(values[i]);
    return bytes;
}

std::vector<uchar> packed(const std::vector<OuterProduct>& products, int accDepth)
{
    std::vector<double> factors;
    for (const OuterProduct& product : products)
    {
        factors.insert(factors.end(), product.row.begin(), product.row.end());
        factors.insert(factors.end(), product.column.begin(), product.column.end());
    }
    return packed(factors.data(), factors.size(), accDepth);
}

//! The taps of a row or column factor in double.
std::vector<double> taps(const Mat& filter)
{
    Mat k;
    filter.convertTo(k, CV_64F);
    return std::vector<double>(k.begin<double>(), k.end<double>());
}

void setHalfPartsError(Coefficients& c, int accDepth)
{
    if (c.rank > 0 && accDepth == CV_32F)
        c.halfPartsError = halfPartsError(factorsOf(c), c.size);
}

} // namespace

std::vector<float> factorsOf(const Coefficients& c)
{
    const float* begin = reinterpret_cast<const float*>(c.factors.data());
    return std::vector<float>(begin, begin + c.factors.size() / sizeof(float));
}

Mat tapsOf(const Coefficients& c)
{
    Mat k;
    Mat(c.size, CV_32F, const_cast<uchar*>(c.full.data())).convertTo(k, CV_64F);
    return k;
}

Coefficients analyse(const Mat& filter, int accDepth)
{
    Mat k;
    filter.convertTo(k, CV_64F);
    const std::vector<OuterProduct> products = outerProductsOf(k, accDepth);
    Coefficients c = {k.size(),
                      int(products.size()),
                      packed(k.ptr<double>(), k.total(), accDepth),
                      packed(products, accDepth),
                      SliceErrors(),
                      FftTraits(),
                      infinity};
    setHalfPartsError(c, accDepth);
    if (accDepth == CV_32F)
    {
        c.sliceErrors = sliceErrors(tapsOf(c));
        c.fft = fftTraits(tapsOf(c));
    }
    return c;
}

Coefficients outerProduct(const Mat& rowFactor, const Mat& columnFactor, int accDepth)
{
    const OuterProduct product = {taps(rowFactor), taps(columnFactor)};
    Coefficients c = {Size(int(product.row.size()), int(product.column.size())),
                      1,
                      {},
                      packed({product}, accDepth),
                      SliceErrors(),
                      FftTraits(),
                      infinity};
    setHalfPartsError(c, accDepth);
    return c;
}

std::vector<uchar> multipliedOut(const Mat& rowFactor, const Mat& columnFactor, int accDepth)
{
    std::vector<double> row = taps(rowFactor), column = taps(columnFactor);
    const Mat product = Mat(int(column.size()), 1, CV_64F, column.data()) * Mat(1, int(row.size()), CV_64F, row.data());
    return packed(product.ptr<double>(), product.total(), accDepth);
}

} // namespace clconv
} // namespace cv
