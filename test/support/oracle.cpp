// SPDX-License-Identifier: Apache-2.0
//
// The oracle's loops: simple rather than fast. No tests here, see test_oracle_itself.cpp.

#include "oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace clconv_test {

using namespace cv;

namespace {

//! The pixels that may be read, and where the filtered region begins in them.
struct View
{
    Mat readable;
    Point origin;
};

View viewOf(const Mat& src, int border)
{
    if (border & BORDER_ISOLATED)
        return View{src, Point(0, 0)};
    Size whole;
    Point origin;
    src.locateROI(whole, origin);
    return View{Mat(whole, src.type(), src.data - origin.y * src.step[0] - origin.x * src.elemSize(), src.step[0]),
                origin};
}

std::vector<int> sourceCoordinates(int count, int first, int length, int border)
{
    std::vector<int> coordinates(static_cast<size_t>(count));
    for (int i = 0; i < count; i++)
        coordinates[static_cast<size_t>(i)] = borderInterpolate(first + i, length, border & ~BORDER_ISOLATED);
    return coordinates;
}

//! The source in double, extended by the border on all sides.
Mat extend(const FilterInput& input, Point anchor)
{
    const View view = viewOf(input.src, input.border);
    Mat readable;
    view.readable.convertTo(readable, CV_64F);
    const Size size(input.src.cols + input.kernel.cols - 1, input.src.rows + input.kernel.rows - 1);
    const std::vector<int> xs = sourceCoordinates(size.width, view.origin.x - anchor.x, readable.cols, input.border);
    const std::vector<int> ys = sourceCoordinates(size.height, view.origin.y - anchor.y, readable.rows, input.border);
    const int cn = readable.channels();
    Mat extended(size.height, size.width * cn, CV_64F, Scalar(0));
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++)
            if (xs[size_t(x)] >= 0 && ys[size_t(y)] >= 0)
            {
                const double* from = readable.ptr<double>(ys[size_t(y)]) + xs[size_t(x)] * cn;
                std::copy(from, from + cn, extended.ptr<double>(y) + x * cn);
            }
    return extended;
}

//! Sums of one output row, in Sum: double for float results, wider than double for double results.
template<typename Sum>
void sumRow(const Mat& extended, const Mat& kernel, int cn, int y, double delta, Exact& exact)
{
    const size_t columns = static_cast<size_t>(exact.columns), start = static_cast<size_t>(y) * columns;
    std::vector<Sum> sum(columns, static_cast<Sum>(delta));
    double* const magnitude = &exact.magnitude[start];
    double* const sources = &exact.sources[start];
    for (int j = 0; j < kernel.rows; j++)
        for (int i = 0; i < kernel.cols; i++)
        {
            const double* taps = kernel.ptr<double>(j, i);
            const double* s = extended.ptr<double>(y + j) + i * cn;
            for (size_t x = 0; x < columns; x++)
            {
                const double k = taps[kernel.channels() > 1 ? x % static_cast<size_t>(cn) : 0];
                sum[x] += static_cast<Sum>(k) * static_cast<Sum>(s[x]);
                magnitude[x] += std::abs(k) * std::abs(s[x]);
                sources[x] += std::abs(s[x]);
            }
        }
    std::copy(sum.begin(), sum.end(), exact.sum.begin() + static_cast<std::ptrdiff_t>(start));
}

#if CV_VERSION_MAJOR * 100 + CV_VERSION_MINOR >= 410
typedef cv::hfloat Half;
#else
typedef cv::float16_t Half;
#endif

template<typename T>
long double roundTo(long double value)
{
    if (!std::numeric_limits<T>::is_integer)
        return static_cast<long double>(static_cast<T>(value));
    const long double lowest = std::numeric_limits<T>::lowest(), highest = std::numeric_limits<T>::max();
    return std::min(std::max(std::nearbyint(value), lowest), highest);
}

//! Rounded directly: a conversion by way of float would round sums near the middle of two halves twice.
template<>
long double roundTo<Half>(long double value)
{
    const int digits = 11, minExponent = -24;
    const long double largest = 65504;
    int exponent = 0;
    std::frexp(value, &exponent);
    const long double unit = std::ldexp(1.L, std::max(exponent - digits, minExponent));
    const long double rounded = std::nearbyint(value / unit) * unit;
    return std::abs(rounded) > largest ? std::copysign(std::numeric_limits<long double>::infinity(), value) : rounded;
}

template<typename T>
std::string compareAs(const Mat& result, const Exact& exact, Tolerance tolerance)
{
    std::ostringstream words;
    size_t wrong = 0;
    for (int y = 0; y < exact.rows; y++)
        for (int x = 0; x < exact.columns; x++)
        {
            const size_t at = static_cast<size_t>(y) * static_cast<size_t>(exact.columns) + static_cast<size_t>(x);
            const long double error = allowedError(exact, at, tolerance);
            const T got = result.ptr<T>(y)[x];
            const bool right = got >= roundTo<T>(exact.sum[at] - error) && got <= roundTo<T>(exact.sum[at] + error);
            if (!right && wrong++ == 0)
                words << "column " << x << " of " << exact.columns << ", row " << y << " of " << exact.rows << ": got "
                      << static_cast<double>(got) << ", exact " << exact.sum[at] << " +- " << error;
        }
    if (wrong > 1)
        words << ", and " << wrong - 1 << " more";
    return words.str();
}

} // namespace

Exact exactSums(const FilterInput& input)
{
    CV_Assert(!input.src.empty() && !input.kernel.empty());
    CV_Assert(input.kernel.channels() == 1 || input.kernel.channels() == input.src.channels());
    const Point anchor(input.anchor.x == -1 ? input.kernel.cols / 2 : input.anchor.x,
                       input.anchor.y == -1 ? input.kernel.rows / 2 : input.anchor.y);
    Mat kernel;
    input.kernel.convertTo(kernel, CV_64F);
    const Mat extended = extend(input, anchor);
    Exact exact;
    exact.rows = input.src.rows;
    exact.columns = input.src.cols * input.src.channels();
    exact.taps = kernel.rows * kernel.cols;
    exact.doubleSums = input.src.depth() == CV_64F || input.ddepth == CV_64F;
    exact.largestTap = cv::norm(kernel, NORM_INF);
    const size_t count = static_cast<size_t>(exact.rows) * static_cast<size_t>(exact.columns);
    exact.sum.resize(count);
    exact.magnitude.assign(count, std::abs(input.delta));
    exact.sources.assign(count, 0.);
    for (int y = 0; y < exact.rows; y++)
        if (exact.doubleSums)
            sumRow<long double>(extended, kernel, input.src.channels(), y, input.delta, exact);
        else
            sumRow<double>(extended, kernel, input.src.channels(), y, input.delta, exact);
    exact.largestSources = *std::max_element(exact.sources.begin(), exact.sources.end());
    return exact;
}

double largestPixel(int depth)
{
    static const double largest[] = {255, 128, 65535, 32768, 2147483648.};
    CV_Assert(depth <= CV_32S);
    return largest[depth];
}

Mat saturated(const Mat& sums, int depth)
{
    Mat result, bounded = sums;
    if (depth < CV_32F)
        bounded = Mat(cv::min(cv::max(sums.reshape(1), double(INT_MIN)), double(INT_MAX))).reshape(sums.channels());
    bounded.convertTo(result, depth);
    return result;
}

Mat roundedQuotients(const Mat& sums, int count, bool halvesUp)
{
    Mat result = sums.clone(), scalars = result.reshape(1);
    scalars.forEach<double>(
        [=](double& value, const int*)
        {
            const double whole = std::floor(value / count), twice = 2 * (value - whole * count);
            const bool up = twice > count || (twice == count && (halvesUp || std::fmod(whole, 2) != 0));
            value = whole + up;
        });
    return result;
}

double allowedError(const Exact& exact, size_t index, Tolerance tolerance)
{
    if (tolerance == Tolerance::Exact)
        return 0;
    const double unit = std::ldexp(1., exact.doubleSums ? -53 : -24);
    double error = (exact.taps + 8) * unit * exact.magnitude[index];
    if (tolerance == Tolerance::Factored || tolerance == Tolerance::FactoredHalf)
        error += unit * std::min(4 * exact.largestTap * exact.sources[index], 8 * exact.magnitude[index]);
    if (tolerance == Tolerance::FactoredSum || tolerance == Tolerance::FactoredSumHalf)
        error += unit * 4 * exact.largestTap * exact.sources[index];
    if (tolerance == Tolerance::FactoredHalf || tolerance == Tolerance::FactoredSumHalf)
        error += 1. / 1024;
    if (tolerance == Tolerance::FixedPoint)
        error += std::min(exact.largestTap / 8355711 * exact.sources[index], 1. / 1024);
    if (tolerance == Tolerance::Fourier) // each pass of a transform mixes all elements of its block
        error += 64 * unit * exact.largestTap * exact.largestSources;
    return error;
}

std::string findDifference(const Mat& result, const Exact& exact, Tolerance tolerance)
{
    if (result.rows != exact.rows || result.cols * result.channels() != exact.columns)
        return "the result has another size or another number of channels";
    switch (result.depth())
    {
    case CV_8U: return compareAs<uchar>(result, exact, tolerance);
    case CV_8S: return compareAs<schar>(result, exact, tolerance);
    case CV_16U: return compareAs<ushort>(result, exact, tolerance);
    case CV_16S: return compareAs<short>(result, exact, tolerance);
    case CV_32S: return compareAs<int>(result, exact, tolerance);
    case CV_32F: return compareAs<float>(result, exact, tolerance);
    case CV_64F: return compareAs<double>(result, exact, tolerance);
    case CV_16F: return compareAs<Half>(result, exact, tolerance);
    default: return "the result has a depth that no filter gives";
    }
}

int countBrokenPromises(const FilterInput& input, const Mat& result, Tolerance tolerance)
{
    FilterInput finite = input;
    finite.src = input.src.clone();
    Mat scalars = finite.src.reshape(1), reached = Mat::zeros(finite.src.size(), CV_8UC(finite.src.channels()));
    Mat notFinite = reached.reshape(1);
    for (int y = 0; y < scalars.rows; y++)
        for (int x = 0; x < scalars.cols; x++)
            if (!std::isfinite(scalars.at<float>(y, x)))
            {
                scalars.at<float>(y, x) = 0;
                notFinite.at<uchar>(y, x) = 1;
            }
    if (countNonZero(notFinite) > 0) // cv::dilate does not support every border
        dilate(reached.clone(), reached, Mat::ones(input.kernel.size(), CV_8U), input.anchor, 1, input.border);
    const Exact exact = exactSums(finite);
    const Mat outputs = result.reshape(1), expected = reached.reshape(1);
    int broken = 0;
    for (int y = 0; y < outputs.rows; y++)
        for (int x = 0; x < outputs.cols; x++)
        {
            const size_t index = size_t(y) * size_t(outputs.cols) + size_t(x);
            const float value = outputs.at<float>(y, x);
            const bool right = expected.at<uchar>(y, x) ? !std::isfinite(value)
                                                        : std::abs(double(value) - double(exact.sum[index])) <=
                                                              allowedError(exact, index, tolerance);
            broken += !right;
        }
    return broken;
}

bool stockTakes(const FilterInput& input)
{
    const int s = input.src.depth(), d = input.ddepth;
    const bool pair = (s == CV_8U && d != CV_8S && d != CV_32S) ||
                      ((s == CV_16U || s == CV_16S) && (d == s || d == CV_32F || d == CV_64F)) ||
                      (s == d && (s == CV_32F || s == CV_64F));
    return pair && input.kernel.total() < 50 && (input.border & ~BORDER_ISOLATED) != BORDER_WRAP;
}

} // namespace clconv_test
