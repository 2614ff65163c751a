// SPDX-License-Identifier: Apache-2.0
//
// A filter's Fourier transform in the layouts of the kernels: what is multiplied with transformed tiles, and what
// decides whether results are accurate enough.

#pragma once

#include "problem/plan.hpp"

namespace cv { namespace clconv {

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
FftLayout fftLayout(Size filter, int columns = fftSize);

//! @param taps CV_64F, one channel, continuous, values that a float holds
FftTraits fftTraits(const Mat& taps);

//! Columns and rows of the tiles of fft_large, of which it takes one.
const int fftLargeSizes[] = {256, 512, 1024, 2048};

//! The largest tile that fft_large takes for a filter unless TILE is given.
int fftLargestSize(Size filter);

//! Columns and rows of the tiles on CPU devices.
const int cpuTileSizes[] = {64, 128, 256};

//! The coefficients as the kernels read them: kernels/common/fft_head.cl, and gpu/fft/fft_tile.cl,
//! gpu/fft/fft_large_layout.cl or cpu/cpu_fft.cl.
//! @param taps CV_64F, one channel, continuous; at most a tile's columns and rows, unless the filter is cut
std::vector<uchar> spectrumOf(const Mat& taps, CoefficientLayout layout);
size_t spectrumBytes(Size filter, CoefficientLayout layout);

}} // namespace cv::clconv
