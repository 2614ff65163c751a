// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Finding outer products, and packing coefficients.

#include "coefficients/coefficients.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "coefficients/matrix/factor_parts.hpp"

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

//! Row and column factor, in double; empty if the filter is not separable.
struct Factors
{
    std::vector<double> row, column;
};

bool isInteger(const Mat& k)
{
    const double largestExact = 9007199254740992.0; // 2^53
    for (int j = 0; j < k.rows; ++j)
        for (int i = 0; i < k.cols; ++i)
        {
            const double value = k.at<double>(j, i);
            if (value != std::floor(value) || std::abs(value) > largestExact)
                return false;
        }
    return true;
}

Point pivot(const Mat& k)
{
    Point best(0, 0);
    for (int j = 0; j < k.rows; ++j)
        for (int i = 0; i < k.cols; ++i)
            if (std::abs(k.at<double>(j, i)) > std::abs(k.at<double>(best)))
                best = Point(i, j);
    return best;
}

int64_t greatestCommonDivisor(int64_t a, int64_t b)
{
    while (b != 0)
    {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

bool equals(const Mat& k, const Factors& f)
{
    for (int j = 0; j < k.rows; ++j)
        for (int i = 0; i < k.cols; ++i)
            if (k.at<double>(j, i) != f.column[j] * f.row[i])
                return false;
    return true;
}

//! Whether every tap equals the product of its factors up to rounding: of the tap, and of both factors. Small taps
//! next to a large one are compared relative to their own size, as they would not matter otherwise; denormals have an
//! absolute rounding error.
bool rounds(const Mat& k, const Factors& f, double largest, int accDepth)
{
    const double ulp = accDepth == CV_64F ? DBL_EPSILON : double(FLT_EPSILON);
    const double normal = accDepth == CV_64F ? DBL_MIN : double(FLT_MIN);
    for (int j = 0; j < k.rows; ++j)
        for (int i = 0; i < k.cols; ++i)
        {
            const double tap = k.at<double>(j, i);
            const double allowed = ulp * std::min(2 * largest, 4 * std::max(std::abs(tap), normal));
            if (!(std::abs(tap - f.column[j] * f.row[i]) <= allowed))
                return false;
        }
    return true;
}

//! An integer matrix of rank 1 is its primitive row times an integer column.
Factors integerFactors(const Mat& k, Point p)
{
    Factors f;
    int64_t divisor = 0;
    for (int i = 0; i < k.cols; ++i)
        divisor = greatestCommonDivisor(divisor, int64_t(k.at<double>(p.y, i)));
    for (int i = 0; i < k.cols; ++i)
        f.row.push_back(k.at<double>(p.y, i) / double(divisor));
    for (int j = 0; j < k.rows; ++j)
        f.column.push_back(k.at<double>(j, p.x) / f.row[p.x]);
    return f;
}

//! The best outer product in the least-squares sense, by power iteration from the pivot's row. Sums are in long double:
//! rounding in double would hide outer products of doubles.
Factors realFactors(const Mat& k, Point p)
{
    typedef long double Wide;
    std::vector<Wide> row(k.ptr<double>(p.y), k.ptr<double>(p.y) + k.cols), column(k.rows);
    const int rounds = 3; // each squares the remaining angle
    for (int round = 0; round < rounds; ++round)
    {
        Wide rowNorm = 0, columnNorm = 0;
        for (Wide r : row)
            rowNorm += r * r;
        for (int j = 0; j < k.rows; ++j)
        {
            Wide sum = 0;
            for (int i = 0; i < k.cols; ++i)
                sum += k.at<double>(j, i) * row[i];
            column[j] = sum / rowNorm;
            columnNorm += column[j] * column[j];
        }
        for (int i = 0; i < k.cols; ++i)
        {
            Wide sum = 0;
            for (int j = 0; j < k.rows; ++j)
                sum += k.at<double>(j, i) * column[j];
            row[i] = sum / columnNorm;
        }
    }
    Factors f;
    f.row.assign(row.begin(), row.end());
    f.column.assign(column.begin(), column.end());
    return f;
}

Factors factorise(const Mat& k, int accDepth)
{
    const Point p = pivot(k);
    const double largest = std::abs(k.at<double>(p));
    Factors none;
    // Beyond this range squares overflow or underflow double; such a filter is not analysed.
    if (!(largest > 1e-100 && largest < 1e100))
        return none;
    const bool exact = isInteger(k);
    const Factors f = exact ? integerFactors(k, p) : realFactors(k, p);
    if (!(exact ? equals(k, f) : rounds(k, f, largest, accDepth)))
        return none;
    if (exact)
        for (double c : f.column)
            if (c != std::floor(c))
                return none;
    return f;
}

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

std::vector<uchar> packed(const Factors& f, int accDepth)
{
    std::vector<double> both(f.row);
    both.insert(both.end(), f.column.begin(), f.column.end());
    return packed(both.data(), both.size(), accDepth);
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
    if (c.separable && accDepth == CV_32F)
        c.halfPartsError = halfPartsError(factorsOf(c), c.size.width);
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
    const Factors f = factorise(k, accDepth);
    Coefficients c = {
        k.size(),    !f.row.empty(), packed(k.ptr<double>(), k.total(), accDepth), packed(f, accDepth), infinity,
        FftTraits(), infinity};
    setHalfPartsError(c, accDepth);
    if (accDepth == CV_32F)
    {
        c.fixedPointError = toFixedPoint(tapsOf(c)).error;
        c.fft = fftTraits(tapsOf(c));
    }
    return c;
}

Coefficients outerProduct(const Mat& rowFactor, const Mat& columnFactor, int accDepth)
{
    const Factors f = {taps(rowFactor), taps(columnFactor)};
    Coefficients c = {
        Size(int(f.row.size()), int(f.column.size())), true, {}, packed(f, accDepth), infinity, FftTraits(), infinity};
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
