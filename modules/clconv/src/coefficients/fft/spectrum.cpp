// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Spectra for tiles in local memory (kernels/gpu/fft.cl), and what decides whether any are used.

#include "coefficients/fft/spectrum_head.hpp"
#include "util/float_bits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cv
{
namespace clconv
{
namespace
{

//! Floats of a part's spectrum, and where the first is: behind the roots for wide tiles' columns.
size_t spectrumFloats(int columns)
{
    return 2 * size_t(columns) * fftSize;
}

size_t spectrumAt(int columns)
{
    return size_t(FFT_HEAD_END + (columns == fftWideSize ? 2 * columns : 0));
}

int partsFor(int taps, int tileSize)
{
    const int maxPartSize = fftMaxPartSize * tileSize / fftSize;
    return (taps + maxPartSize - 1) / maxPartSize;
}

//! Where the numbers of a spectrum are in the order of the kernel: number r of a share is the frequency that it has
//! after the third pass.
std::vector<int> kernelOrder(int columns)
{
    const int s = columns / 16, shares = 64 * s, halves = s / 4; // FFT_S, FFT_SHARES
    std::vector<int> order;
    order.reserve(size_t(16 * shares));
    for (int r = 0; r < 16; ++r)
        for (int n = 0; n < shares; ++n)
        {
            const int kx = s * r + n % 4 * halves + n % s / 4, ky = n / (4 * s) + 16 * (n / s % 4);
            order.push_back(ky * columns + kx);
        }
    return order;
}

//! Writes a spectrum in the kernel's order, whose tables are made once in a process.
void write(const Mat& spectrum, double factor, float* out)
{
    static const std::vector<int> order = kernelOrder(fftSize), wideOrder = kernelOrder(fftWideSize);
    const Vec2d* const values = spectrum.ptr<Vec2d>();
    for (const int place : spectrum.cols == fftWideSize ? wideOrder : order)
    {
        *out++ = float(values[place][0] * factor);
        *out++ = float(values[place][1] * factor);
    }
}

//! All parts of a filter one after the other.
//! @returns the root of the sum of the squares of their peaks
double writeParts(const Mat& taps, const FftLayout& layout, int columns, double factor, float* out)
{
    double squares = 0;
    for (int y = 0; y < layout.parts.height; ++y)
        for (int x = 0; x < layout.parts.width; ++x, out += spectrumFloats(columns))
        {
            const Rect all(Point(), taps.size());
            double peak = 0;
            const Point first(x * layout.partSize.width, y * layout.partSize.height);
            write(transformed(taps(Rect(first, layout.partSize) & all), Size(columns, fftSize), peak), factor, out);
            squares += peak * peak;
        }
    return std::sqrt(squares);
}

} // namespace

FftLayout fftLayout(Size filter, int columns)
{
    FftLayout layout;
    layout.parts = Size(partsFor(filter.width, columns), partsFor(filter.height, fftSize));
    layout.partSize = Size((filter.width + layout.parts.width - 1) / layout.parts.width,
                           (filter.height + layout.parts.height - 1) / layout.parts.height);
    layout.step = Size(columns + 1 - layout.partSize.width, fftSize + 1 - layout.partSize.height);
    return layout;
}

FftTraits fftTraits(const Mat& taps)
{
    const double smallest = 1e-30, largest = 1e30; // scaled by a power of two, they stay floats
    FftTraits traits;
    double sum = 0;
    int bit = std::numeric_limits<int>::max();
    const double *const begin = taps.ptr<double>(), *const end = begin + taps.total();
    for (const double* tap = begin; tap != end; ++tap)
    {
        sum += std::abs(*tap);
        if (*tap != 0)
            bit = std::min(bit, lastBit(float(*tap)));
    }
    if (!(sum > smallest && sum < largest)) // a tap that is not finite is not, either
        return traits;
    traits.magnitudes = sum;
    traits.grid = std::ldexp(1., bit);
    return traits;
}

std::vector<uchar> fftSpectrum(const Mat& taps, int columns)
{
    const FftLayout layout = fftLayout(taps.size(), columns);
    std::vector<uchar> bytes(fftSpectrumBytes(taps.size(), columns));
    float* const out = reinterpret_cast<float*>(bytes.data());
    const FftTraits traits = fftTraits(taps);
    const double factor = 1 / (scaleOf(traits) * columns * fftSize);
    const size_t ofParts = size_t(layout.parts.area()) * spectrumFloats(columns);
    float* const spectra = out + spectrumAt(columns);
    const Vec2d peaks =
        writeBoth(taps, ofParts, spectra,
                  [&](const Mat& values, float* to) { return writeParts(values, layout, columns, factor, to); });
    writeRoots(fftSize, out);
    if (columns == fftWideSize)
        writeRoots(columns, out + FFT_HEAD_END);
    writeHead(taps, traits, layout.partSize, peaks, Size(columns, fftSize), smallTileErrorBound, out);
    std::copy(taps.begin<double>(), taps.end<double>(), spectra + 2 * ofParts);
    return bytes;
}

size_t fftSpectrumBytes(Size filter, int columns)
{
    const size_t parts = size_t(fftLayout(filter, columns).parts.area()),
                 taps = size_t(filter.width) * size_t(filter.height);
    return sizeof(float) * (spectrumAt(columns) + 2 * parts * spectrumFloats(columns) + taps);
}

} // namespace clconv
} // namespace cv
