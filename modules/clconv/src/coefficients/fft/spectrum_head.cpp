// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Transforms by cv::dft, and the head.

#include "coefficients/fft/spectrum_head.hpp"
#include "util/float_bits.hpp"

#include <algorithm>
#include <cmath>

namespace cv
{
namespace clconv
{
namespace
{

const int smallestSteps = 64;

int exponentOf(double value)
{
    int exponent = 0;
    std::frexp(value, &exponent);
    return exponent;
}

//! Sums of the smallest magnitudes of a part, rounded down.
void writeSmallest(const Mat& magnitudes, float* out)
{
    std::vector<double> sorted(magnitudes.total());
    magnitudes.copyTo(Mat(magnitudes.rows, magnitudes.cols, CV_64F, sorted.data()));
    std::sort(sorted.begin(), sorted.end());
    double sum = 0;
    size_t added = 0;
    for (size_t i = 0; i <= smallestSteps; ++i)
    {
        for (; added < i * sorted.size() / smallestSteps; ++added)
            sum += sorted[added];
        out[i] = float(sum * (1 - 2 * floatRoundoff));
    }
}

} // namespace

Mat transformed(const Mat& part, Size size, double& peak)
{
    Mat tile = Mat::zeros(size, CV_64F), spectrum;
    part.copyTo(tile(Rect(Point(), part.size())));
    cv::dft(tile, spectrum, DFT_COMPLEX_OUTPUT, part.rows);
    double square = 0;
    Vec2d *const begin = spectrum.ptr<Vec2d>(), *const end = begin + spectrum.total();
    for (Vec2d* value = begin; value != end; ++value)
    {
        (*value)[1] = -(*value)[1];
        square = std::max(square, (*value)[0] * (*value)[0] + (*value)[1] * (*value)[1]);
    }
    peak = std::sqrt(square);
    return spectrum;
}

bool hasNoNegativeTaps(const Mat& taps)
{
    const double* const begin = taps.ptr<double>();
    return std::all_of(begin, begin + taps.total(), [](double tap) { return tap >= 0; });
}

void writeRoot(int i, int count, float* out)
{
    out[0] = float(std::cos(2 * CV_PI * i / count));
    out[1] = float(-std::sin(2 * CV_PI * i / count));
}

void writeRoots(int count, float* out)
{
    for (int i = 0; i < count; ++i)
        writeRoot(i, count, out + 2 * i);
}

double scaleOf(const FftTraits& traits)
{
    return std::ldexp(1., exponentOf(traits.magnitudes));
}

void writeHead(const Mat& taps, const FftTraits& traits, Size firstPart, const Vec2d& peaks, Size tile,
               const FftErrorBound& bound, float* out)
{
    const double size = std::sqrt(double(tile.area()));
    out[FFT_SCALE] = float(scaleOf(traits));
    out[FFT_ERROR] = float(bound.atLeast * floatRoundoff * peaks[0] / size);
    out[FFT_MAGNITUDE_ERROR] = float(bound.atLeast * floatRoundoff * peaks[1] / size);
    out[FFT_LARGEST] = float(bound.ofLargest / bound.atLeast);
    out[FFT_NORM] = float(bound.ofNorm / bound.atLeast);
    out[FFT_GRID] = float(traits.grid);
    out[FFT_POSITIVE] = hasNoNegativeTaps(taps);
    writeSmallest(cv::abs(taps(Rect(Point(), firstPart))), out + FFT_SMALLEST);
}

} // namespace clconv
} // namespace cv
