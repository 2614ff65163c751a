// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Spectra for tiles on CPU devices (kernels/cpu/cpu_fft.cl).

#include "coefficients/fft/spectrum_head.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

const int cpuVector = 16; // frequencies of a column together, as in kernels/cpu/cpu_fft.cl

//! 0 to count - 1, the bits of each in reverse.
std::vector<int> reversedBits(int count)
{
    std::vector<int> reversed(1, 0);
    for (int bit = count / 2; bit > 0; bit /= 2)
        for (size_t i = 0, size = reversed.size(); i < size; ++i)
            reversed.push_back(reversed[i] + bit);
    return reversed;
}

//! In the order of kernels/cpu/cpu_fft.cl.
//! @returns the largest magnitude
double writeCpuSpectrum(const Mat& taps, int size, double factor, float* out)
{
    double peak = 0;
    const Mat spectrum = transformed(taps, Size(size, size), peak);
    const std::vector<int> reversed = reversedBits(size);
    for (int row = 0; row < size; ++row)
    {
        const Vec2d* const values = spectrum.ptr<Vec2d>(reversed[size_t(row)]);
        float* const first = out + row / cpuVector * 2 * cpuVector * size + row % cpuVector;
        for (int x = 0; x < size; ++x) // along the row in memory
        {
            float* const number = first + 2 * cpuVector * reversed[size_t(x)];
            number[0] = float(values[x][0] * factor);
            number[cpuVector] = float(values[x][1] * factor);
        }
    }
    return peak;
}

} // namespace

std::vector<uchar> cpuSpectrum(const Mat& taps, int tileSize)
{
    std::vector<uchar> bytes(cpuSpectrumBytes(taps.size(), tileSize));
    float* const out = reinterpret_cast<float*>(bytes.data());
    float* const spectrum = out + FFT_HEAD_END + 2 * tileSize;
    const size_t floats = 2 * size_t(tileSize) * size_t(tileSize);
    const FftTraits traits = fftTraits(taps);
    // Two transforms of `tileSize` numbers multiply by its square. The kernel divides by the other half of it, so that
    // neither tiny images lose bits nor large ones leave the range of float.
    const double factor = 1 / (scaleOf(traits) * tileSize);
    const Vec2d peaks =
        writeBoth(taps, floats, spectrum,
                  [&](const Mat& values, float* to) { return writeCpuSpectrum(values, tileSize, factor, to); });
    writeRoots(tileSize, out + FFT_HEAD_END);
    writeHead(taps, traits, taps.size(), peaks, Size(tileSize, tileSize), fftErrorBound, out);
    std::copy(taps.begin<double>(), taps.end<double>(), spectrum + 2 * floats);
    return bytes;
}

size_t cpuSpectrumBytes(Size filter, int tileSize)
{
    const size_t roots = 2 * size_t(tileSize), numbers = 2 * size_t(tileSize) * size_t(tileSize), spectra = 2;
    return sizeof(float) * (FFT_HEAD_END + roots + spectra * numbers + size_t(filter.width) * size_t(filter.height));
}

} // namespace clconv
} // namespace cv
