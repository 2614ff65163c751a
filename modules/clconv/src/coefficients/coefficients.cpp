// SPDX-License-Identifier: Apache-2.0
//
// Analysing filters.

#include "coefficients/coefficients.hpp"
#include "coefficients/factors/outer_products.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "coefficients/matrix/factor_parts.hpp"
#include "coefficients/matrix/fixed_point.hpp"

namespace cv { namespace clconv {

//! The taps of a row or column factor in double.
static std::vector<double> taps(const Mat& filter)
{
    Mat k;
    filter.convertTo(k, CV_64F);
    return std::vector<double>(k.begin<double>(), k.end<double>());
}

static Coefficients sumOf(const std::vector<OuterProduct>& products, Size size, int accDepth)
{
    Coefficients c;
    c.size = size;
    c.rank = int(products.size());
    std::vector<double> factors;
    for (const OuterProduct& product : products)
    {
        factors.insert(factors.end(), product.row.begin(), product.row.end());
        factors.insert(factors.end(), product.column.begin(), product.column.end());
    }
    Mat(factors).convertTo(c.factors, accDepth);
    if (c.rank > 0 && accDepth == CV_32F)
        c.halfPartsError = halfPartsError(c.factors, size);
    return c;
}

Mat tapsOf(const Coefficients& c)
{
    Mat k;
    c.full.convertTo(k, CV_64F);
    return k;
}

Coefficients analyse(const Mat& filter, int accDepth)
{
    Mat k;
    filter.convertTo(k, CV_64F);
    Coefficients c = sumOf(outerProductsOf(k, accDepth), k.size(), accDepth);
    c.integers = integerTaps(k);
    k.convertTo(c.full, accDepth);
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
    Coefficients c = sumOf({product}, Size(int(product.row.size()), int(product.column.size())), accDepth);
    const IntegerTaps row = integerTaps(Mat(product.row)), column = integerTaps(Mat(product.column));
    c.integers = {row.unit * column.unit, row.magnitudes * column.magnitudes, row.count * column.count,
                  row.ones && column.ones};
    return c;
}

Mat multipliedOut(const Mat& rowFactor, const Mat& columnFactor, int accDepth)
{
    Mat product;
    productOf({taps(rowFactor), taps(columnFactor)}).convertTo(product, accDepth);
    return product;
}

}} // namespace cv::clconv
