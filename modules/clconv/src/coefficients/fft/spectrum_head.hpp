// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What all layouts of spectra have in common: transforms in double, roots of unity, and the numbers that decide whether
// results are accurate enough.

#pragma once

#include "coefficients/fft/spectrum.hpp"
#include "common/fft_head.cl"

#include <algorithm>

namespace cv
{
namespace clconv
{

//! The conjugate of a part's transform, continuous, and its largest magnitude.
//! @param part CV_64F
Mat transformed(const Mat& part, Size size, double& peak);

//! @param taps CV_64F, continuous
bool hasNoNegativeTaps(const Mat& taps);

//! The spectra of a filter and of its magnitudes, one after the other. Without negative taps they are the same.
//! @param floats of a spectrum
//! @param writeOne what writes the spectrum of some taps, and returns its peak
//! @returns the peaks
template<typename WriteOne>
Vec2d writeBoth(const Mat& taps, size_t floats, float* out, const WriteOne& writeOne)
{
    const double peak = writeOne(taps, out);
    if (!hasNoNegativeTaps(taps))
        return Vec2d(peak, writeOne(cv::abs(taps), out + floats));
    std::copy(out, out + floats, out + floats);
    return Vec2d(peak, peak);
}

//! W^i for the i-th of `count` roots of unity, W = exp(-2*pi*i/count)
void writeRoot(int i, int count, float* out);

void writeRoots(int count, float* out);

//! A power of two by which the taps are divided, so that spectra of any taps are floats.
double scaleOf(const FftTraits& traits);

//! The head of the coefficients (kernels/common/fft_head.cl).
//! @param traits of the taps
//! @param peaks the largest magnitudes of the spectra of the taps and of their magnitudes
void writeHead(const Mat& taps, const FftTraits& traits, Size firstPart, const Vec2d& peaks, Size tile,
               const FftErrorBound& bound, float* out);

} // namespace clconv
} // namespace cv
