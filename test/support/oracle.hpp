// SPDX-License-Identifier: Apache-2.0
//
// The oracle: a plain loop over the filter's formula, and the error that a result may have. Independent of GoogleTest:
// the fuzz program uses it too.

#pragma once

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include <string>
#include <vector>

namespace clconv_test {

//! A filter call on images in memory.
struct FilterInput
{
    cv::Mat src;      //!< may be a region of a larger image
    cv::Mat kernel;   //!< one channel, or one for each channel of src; any depth
    cv::Point anchor; //!< -1: the middle
    double delta;
    int border; //!< with or without BORDER_ISOLATED
    int ddepth; //!< of the result, not negative
};

//! The exact sums, and what their error depends on. Interleaved channels are treated as columns.
struct Exact
{
    int rows;
    int columns; //!< scalars in a row
    int taps;
    bool doubleSums;               //!< the sums are in double, otherwise in float
    double largestTap;             //!< max |k|
    std::vector<long double> sum;  //!< delta + sum of k*s
    std::vector<double> magnitude; //!< |delta| + sum of |k*s|
    std::vector<double> sources;   //!< sum of |s| over all taps
    double largestSources;
};

Exact exactSums(const FilterInput& input);

//! The largest magnitude of an integer pixel.
double largestPixel(int depth);

//! 2^53: up to here, every integer is a double.
const double exactDoubles = 9007199254740992.;

//! Rounds half to even and saturates, even beyond int, where cv::Mat::convertTo does not.
cv::Mat saturated(const cv::Mat& sums, int depth);

//! The exact sums of integers divided by their number, and rounded to integers: halves to even, or up.
cv::Mat roundedQuotients(const cv::Mat& sums, int count, bool halvesUp);

//! The error allowed beyond the rounding of a plain sum.
enum class Tolerance
{
    Exact,           //!< none, and the sum is exact
    PlainSum,        //!< none
    Factored,        //!< each tap may be off by 2 units in the last place of the largest one, plus 4 in its own
    FactoredHalf,    //!< as Factored, and by 1/1024 in the sum
    FactoredSum,     //!< each tap may be off by 2 units in the last place of the largest one
    FactoredSumHalf, //!< as FactoredSum, and by 1/1024 in the sum
    FixedPoint,      //!< each tap may be off by 1/8355711 of the largest one, all together by 1/1024 in the sum
    Fourier          //!< the sum may come from a discrete Fourier transform, as in cv::filter2D for large kernels
};

//! The largest allowed error of sum number `index` before it is rounded.
double allowedError(const Exact& exact, size_t index, Tolerance tolerance);

//! Whether every element is a correct rounding (half to even, saturated) of some number within the allowed error.
//! @returns a description of the first wrong element; empty if all are right
std::string findDifference(const cv::Mat& result, const Exact& exact, Tolerance tolerance);

//! For images of floats that may hold NaNs or infinities: the number of wrong outputs. Outputs whose windows hold such
//! a number must not be finite; all others must be as if it did not exist, within the allowed error.
int countBrokenPromises(const FilterInput& input, const cv::Mat& result, Tolerance tolerance);

//! Whether cv::filter2D computes this on a Mat without its Fourier transform, whose results are less exact.
bool stockTakes(const FilterInput& input);

} // namespace clconv_test
