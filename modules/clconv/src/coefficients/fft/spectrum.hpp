// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A filter's Fourier transform in the layout of kernels/gpu/fft.cl: what is multiplied with transformed tiles, and what
// decides whether results are accurate enough.

#pragma once

#include "problem/plan.hpp"

namespace cv
{
namespace clconv
{

//! Tiles are squares of so many pixels.
const int fftSize = 64;

FftLayout fftLayout(Size filter);

//! @param taps CV_64F, one channel, values that a float holds
FftTraits fftTraits(const Mat& taps);

//! The coefficients as the kernel reads them (kernels/gpu/fft_tile.cl).
//! @param taps CV_64F, one channel
std::vector<uchar> fftSpectrum(const Mat& taps);

//! Bytes of fftSpectrum's result.
size_t fftSpectrumBytes(Size filter);

} // namespace clconv
} // namespace cv
