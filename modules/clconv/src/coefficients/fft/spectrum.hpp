// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A filter's Fourier transform in the layouts of the kernels: what is multiplied with transformed tiles, and what
// decides whether results are accurate enough.

#pragma once

#include "problem/plan.hpp"

namespace cv
{
namespace clconv
{

//! Rows of a tile, and columns of one that is not wide. A wide one has twice as many columns.
const int fftSize = 64;
const int fftWideSize = 2 * fftSize;

//! Filters up to this size along an axis are not cut, or up to twice as many columns by wide tiles. The cost of an
//! output grows with the square of 64 / (outputs of a tile along an axis); two parts along both axes take 2.5 times as
//! many transforms, and 15 % (NVIDIA H200, 8K 32FC1: 41x41 uncut 666 us, 21x21 223, 63x63 in parts 1078). From 39 on
//! parts are faster.
const int fftMaxPartSize = 38;

//! How a filter is applied to tiles by Fourier transforms. A large one is cut into parts of one size, whose results are
//! added.
struct FftLayout
{
    Size parts;    //!< how many along each axis
    Size partSize; //!< in taps; the last ones may have fewer
    Size step;     //!< outputs of a tile, and pixels from tile to tile
};

//! As fftLayoutOf in the kernel.
//! @param columns of a tile
FftLayout fftLayout(Size filter, int columns = fftSize);

//! @param taps CV_64F, one channel, continuous, values that a float holds
FftTraits fftTraits(const Mat& taps);

//! The coefficients as the kernel reads them (kernels/common/fft_head.cl and gpu/fft/fft_tile.cl).
//! @param taps CV_64F, one channel, continuous
std::vector<uchar> fftSpectrum(const Mat& taps, int columns = fftSize);

//! Bytes of fftSpectrum's result.
size_t fftSpectrumBytes(Size filter, int columns = fftSize);

//! The tiles of slabs are squares of so many pixels.
const int fftLargeSize = 256;

//! The coefficients as the kernels of slabs read them (kernels/gpu/fft/fft_large_layout.cl).
//! @param taps CV_64F, one channel, continuous, at most fftLargeSize along both axes
std::vector<uchar> largeSpectrum(const Mat& taps);

//! Bytes of largeSpectrum's result.
size_t largeSpectrumBytes(Size filter);

//! Columns and rows of the tiles on CPU devices.
const int cpuTileSizes[] = {64, 128, 256};

//! The coefficients as kernels/cpu/cpu_fft.cl reads them.
//! @param taps CV_64F, one channel, continuous, at most `tileSize` along both axes
std::vector<uchar> cpuSpectrum(const Mat& taps, int tileSize);

//! Bytes of cpuSpectrum's result.
size_t cpuSpectrumBytes(Size filter, int tileSize);

} // namespace clconv
} // namespace cv
