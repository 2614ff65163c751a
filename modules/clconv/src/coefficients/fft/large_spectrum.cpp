// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Spectra for tiles of 256x256 (kernels/gpu/fft_large.cl).

#include "coefficients/fft/spectrum_head.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

const int largeSpectrumAt = FFT_HEAD_END + 2 * fftLargeSize; // behind the roots: kernels/gpu/fft/fft_large_layout.cl

//! By the factors of the exponent, of which each is below 16
void writeLargeRoots(float* out)
{
    const int factors = 16;
    for (int k = 0; k < factors; ++k)
        for (int i = 0; i < factors; ++i)
            writeRoot(i * k, fftLargeSize, out + 2 * (k * factors + i));
}

} // namespace

std::vector<uchar> largeSpectrum(const Mat& taps)
{
    std::vector<uchar> bytes(largeSpectrumBytes(taps.size()));
    float* const out = reinterpret_cast<float*>(bytes.data());
    const FftTraits traits = fftTraits(taps);
    const double factor = 1 / (scaleOf(traits) * fftLargeSize * fftLargeSize), noSecondTransform = 0;
    double peak = 0;
    const Size tile(fftLargeSize, fftLargeSize);
    const Mat spectrum = transformed(taps, tile, peak);
    spectrum.convertTo(Mat(fftLargeSize, fftLargeSize, CV_32FC2, out + largeSpectrumAt), CV_32F, factor);
    writeLargeRoots(out + FFT_HEAD_END);
    writeHead(taps, traits, taps.size(), Vec2d(peak, noSecondTransform), tile, fftErrorBound, out);
    std::copy(taps.begin<double>(), taps.end<double>(), out + largeSpectrumAt + 2 * fftLargeSize * fftLargeSize);
    return bytes;
}

size_t largeSpectrumBytes(Size filter)
{
    const size_t spectrum = 2 * size_t(fftLargeSize) * fftLargeSize;
    return sizeof(float) * (largeSpectrumAt + spectrum + size_t(filter.width) * size_t(filter.height));
}

} // namespace clconv
} // namespace cv
