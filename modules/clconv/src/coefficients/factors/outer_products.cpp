// SPDX-License-Identifier: Apache-2.0
//
// Finding one outer product, and sums of them.

#include "coefficients/factors/outer_products.hpp"

#include <cfloat>
#include <cstdint>

namespace cv { namespace clconv {
namespace {

Point pivot(const Mat& k)
{
    const auto less = [](double a, double b) { return std::abs(a) < std::abs(b); };
    return std::max_element(k.begin<double>(), k.end<double>(), less).pos();
}

int64_t greatestCommonDivisor(int64_t a, int64_t b)
{
    return b == 0 ? std::abs(a) : greatestCommonDivisor(b, a % b);
}

//! Whether every tap equals the product of its factors up to rounding: of the tap, and of both factors. Small taps
//! next to a large one are compared relative to their own size, as they would not matter otherwise; denormals have an
//! absolute rounding error.
bool rounds(const Mat& k, const OuterProduct& f, double largest, int accDepth)
{
    const double ulp = accDepth == CV_64F ? DBL_EPSILON : double(FLT_EPSILON);
    const double normal = accDepth == CV_64F ? DBL_MIN : double(FLT_MIN);
    const Mat ofTap = 4 * cv::max(cv::abs(k), normal), allowed = ulp * cv::min(ofTap, 2 * largest);
    const Mat error = cv::abs(k - productOf(f));
    return size_t(countNonZero(error <= allowed)) == k.total();
}

//! An integer matrix of rank 1 is its primitive row times an integer column.
OuterProduct integerProduct(const Mat& k, Point p)
{
    OuterProduct f;
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
OuterProduct realProduct(const Mat& k, Point p)
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
    OuterProduct f;
    f.row.assign(row.begin(), row.end());
    f.column.assign(column.begin(), column.end());
    return f;
}

//! The row of each product of a cross approximation; none if the remainder after maxRank products is more than rounding
//! leaves.
Mat crossRows(const Mat& k, double largest)
{
    const double negligible = 8 * double(FLT_EPSILON) * largest; // rounded taps of a sum leave less
    Mat rest = k.clone(), rows;
    for (Point p = pivot(rest); std::abs(rest.at<double>(p)) > negligible; p = pivot(rest))
    {
        if (rows.rows == maxRank)
            return Mat();
        const Mat row = rest.row(p.y).clone();
        const Mat column = rest.col(p.x) / rest.at<double>(p);
        rest -= column * row;
        rows.push_back(row);
    }
    return rows;
}

//! Gram-Schmidt, repeated because rounding leaves small angles.
void orthonormalise(Mat& rows)
{
    for (int r = 0; r < rows.rows; ++r)
    {
        Mat row = rows.row(r);
        for (int repetition = 0; repetition < 2; ++repetition)
            for (int other = 0; other < r; ++other)
                row -= row.dot(rows.row(other)) * rows.row(other);
        row /= norm(row);
    }
}

//! A few taps spread over the filter; their rank is at most that of the filter.
Mat sampleOf(const Mat& k)
{
    const int side = 2 * maxRank;
    Mat sample(std::min(side, k.rows), std::min(side, k.cols), CV_64F);
    for (int j = 0; j < sample.rows; ++j)
        for (int i = 0; i < sample.cols; ++i)
            sample.at<double>(j, i) = k.at<double>(j * k.rows / sample.rows, i * k.cols / sample.cols);
    return sample;
}

//! The truncated singular value decomposition, each product's factors of equal norm, rounded to float; empty if the
//! rank is less than two or more than maxRank.
std::vector<OuterProduct> realSum(const Mat& k, double largest)
{
    if (k.rows > 2 * maxRank && k.cols > 2 * maxRank && crossRows(sampleOf(k), largest).empty())
        return {};
    Mat rows = crossRows(k, largest);
    if (rows.rows < 2)
        return {};
    orthonormalise(rows);
    Mat columns = rows * k.t();
    orthonormalise(columns);
    Mat values, left, right;
    SVD::compute(columns * k * rows.t(), values, left, right);
    const Mat wholeColumns = left.t() * columns, wholeRows = right * rows;
    std::vector<OuterProduct> products(rows.rows);
    for (int t = 0; t < rows.rows; ++t)
    {
        const double scale = std::sqrt(values.at<double>(t));
        for (int i = 0; i < k.cols; ++i)
            products[t].row.push_back(float(scale * wholeRows.at<double>(t, i)));
        for (int j = 0; j < k.rows; ++j)
            products[t].column.push_back(float(scale * wholeColumns.at<double>(t, j)));
    }
    return products;
}

//! Whether the error of two passes is within what filter2D promises for a sum of outer products, tap by tap.
bool keepsPromise(const Mat& k, const std::vector<OuterProduct>& products, double largest)
{
    const int rank = int(products.size());
    // Roundings of a column sum, of the row pass, of both factors and of both products where they are not fused
    const double roundings = k.rows + rank * k.cols + 4, promised = double(k.total()) + 8, ofLargest = 4;
    for (int j = 0; j < k.rows; ++j)
        for (int i = 0; i < k.cols; ++i)
        {
            const double tap = k.at<double>(j, i);
            double sum = 0, magnitudes = 0;
            for (const OuterProduct& p : products)
            {
                sum += p.column[j] * p.row[i];
                magnitudes += std::abs(p.column[j] * p.row[i]);
            }
            const double error = std::abs(tap - sum) / floatRoundoff + roundings * magnitudes;
            if (!(error <= promised * std::abs(tap) + ofLargest * largest))
                return false;
        }
    return true;
}

} // namespace

Mat productOf(const OuterProduct& factors)
{
    return Mat(factors.column) * Mat(factors.row).reshape(1, 1);
}

IntegerTaps integerTaps(const Mat& taps)
{
    const double largestExact = 9007199254740992.0, largestMultiple = 65536; // 2^53, 2^16
    double sum = 0, largest = 0;
    int last = std::numeric_limits<int>::max();
    const bool ones = countNonZero(taps != 1) == 0;
    for (auto tap = taps.begin<double>(); tap != taps.end<double>(); ++tap)
        if (*tap != 0)
        {
            sum += std::abs(*tap);
            largest = std::max(largest, std::abs(*tap));
            last = std::min(last, lastBit(*tap));
        }
    if (largest == 0)
        return {1, 0, double(taps.total())};
    const double unit = std::ldexp(1., last);
    return largest <= (unit < 1 ? largestMultiple * unit : largestExact)
               ? IntegerTaps{unit, sum / unit, double(taps.total()), ones}
               : IntegerTaps();
}

std::vector<OuterProduct> outerProductsOf(const Mat& k, int accDepth)
{
    const Point p = pivot(k);
    const double largest = std::abs(k.at<double>(p));
    // Beyond this range squares overflow or underflow double; such a filter is not analysed.
    if (!(largest > 1e-100 && largest < 1e100))
        return {};
    const double unit = integerTaps(k).unit;
    if (unit > 0)
    {
        OuterProduct f = integerProduct(k / unit, p);
        const auto isFraction = [](double c) { return c != std::floor(c); };
        if (std::any_of(f.column.begin(), f.column.end(), isFraction))
            return {};
        for (double& tap : f.column)
            tap *= unit;
        return countNonZero(k != productOf(f)) > 0 ? std::vector<OuterProduct>() : std::vector<OuterProduct>{f};
    }
    const OuterProduct f = realProduct(k, p);
    if (rounds(k, f, largest, accDepth))
        return {f};
    // Denormal numbers and overflows are no rounding errors.
    const double least = 1e-20, most = 1e20;
    if (accDepth == CV_64F || largest < least || largest > most)
        return {};
    const std::vector<OuterProduct> products = realSum(k, largest);
    const size_t factorTaps = products.size() * size_t(k.rows + k.cols);
    return factorTaps < k.total() && keepsPromise(k, products, largest) ? products : std::vector<OuterProduct>();
}

}} // namespace cv::clconv
