// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Spectra for tiles of 256x256 (kernels/gpu/fft_bands.cl).

#include "coefficients/fft/spectrum_head.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

const int bandsSpectrumAt = FFT_HEAD_END + 2 * bandsSize; // behind the roots: kernels/gpu/fft/fft_bands_layout.cl

//! By the factors of the exponent, of which each is below 16
void writeBandsRoots(float* out)
{
    const int factors = 16;
    for (int k = 0; k < factors; ++k)
        for (int i = 0; i < factors; ++i)
            writeRoot(i * k, bandsSize, out + 2 * (k * factors + i));
}

} // namespace

std::vector<uchar> bandsSpectrum(const Mat& taps)
{
    std::vector<uchar> bytes(bandsSpectrumBytes(taps.size()));
    float* const out = reinterpret_cast<float*>(bytes.data());
    const FftTraits traits = fftTraits(taps);
    const double factor = 1 / (scaleOf(traits) * bandsSize * bandsSize), noSecondTransform = 0;
    double peak = 0;
    const Size tile(bandsSize, bandsSize);
    const Mat spectrum = transformed(taps, tile, peak);
    spectrum.convertTo(Mat(bandsSize, bandsSize, CV_32FC2, out + bandsSpectrumAt), CV_32F, factor);
    writeBandsRoots(out + FFT_HEAD_END);
    writeHead(taps, traits, taps.size(), Vec2d(peak, noSecondTransform), tile, fftErrorBound, out);
    std::copy(taps.begin<double>(), taps.end<double>(), out + bandsSpectrumAt + 2 * bandsSize * bandsSize);
    return bytes;
}

size_t bandsSpectrumBytes(Size filter)
{
    const size_t spectrum = 2 * size_t(bandsSize) * bandsSize;
    return sizeof(float) * (bandsSpectrumAt + spectrum + size_t(filter.width) * size_t(filter.height));
}

} // namespace clconv
} // namespace cv
