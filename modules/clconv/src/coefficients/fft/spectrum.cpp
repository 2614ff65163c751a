// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Spectra, computed in double.

#include "coefficients/fft/spectrum.hpp"
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

// The places in floats, as in kernels/common/fft_accuracy.cl and gpu/fft/fft_tile.cl.
const int scaleAt = 128, errorAt = 129, magnitudeErrorAt = 130, gridAt = 131, positiveAt = 132, largestAt = 133,
          normAt = 134, smallestAt = 160, fftRootsEnd = 256;
const int bandsRootsAt = 256, bandsSpectrumAt = 768; // as in kernels/gpu/fft/fft_bands_layout.cl
const int cpuRootsAt = 256, cpuVector = 16;          // as in kernels/cpu/cpu_fft.cl; frequencies of a column together
const int smallestSteps = 64;

//! Floats of a part's spectrum, and where the first is: behind the roots for wide tiles' columns.
size_t spectrumFloats(int columns)
{
    return 2 * size_t(columns) * fftSize;
}

size_t spectrumAt(int columns)
{
    return size_t(fftRootsEnd + (columns == fftWideSize ? 2 * columns : 0));
}

int partsFor(int taps, int tileSize)
{
    const int maxPartSize = fftMaxPartSize * tileSize / fftSize;
    return (taps + maxPartSize - 1) / maxPartSize;
}

double exponentOf(double value)
{
    int exponent = 0;
    std::frexp(value, &exponent);
    return exponent;
}

//! The conjugate of a part's transform, continuous, and its largest magnitude.
//! @param part CV_64F
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

bool hasNoNegativeTaps(const Mat& taps)
{
    const double* const begin = taps.ptr<double>();
    return std::all_of(begin, begin + taps.total(), [](double tap) { return tap >= 0; });
}

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

//! W^i for the i-th of `count` roots of unity, W = exp(-2*pi*i/count)
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

//! By the factors of the exponent, of which each is below 16
void writeBandsRoots(float* out)
{
    const int factors = 16;
    for (int k = 0; k < factors; ++k)
        for (int i = 0; i < factors; ++i)
            writeRoot(i * k, bandsSize, out + 2 * (k * factors + i));
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

//! A power of two by which the taps are divided, so that spectra of any taps are floats.
double scaleOf(const FftTraits& traits)
{
    return std::ldexp(1., int(exponentOf(traits.magnitudes)));
}

//! What all layouts have in common.
//! @param peaks the largest magnitudes of the spectra of the taps and of their magnitudes
void writeHead(const Mat& taps, Size firstPart, const Vec2d& peaks, Size tile, const FftErrorBound& bound, float* out)
{
    const FftTraits traits = fftTraits(taps);
    const double size = std::sqrt(double(tile.area()));
    out[scaleAt] = float(scaleOf(traits));
    out[errorAt] = float(bound.atLeast * floatRoundoff * peaks[0] / size);
    out[magnitudeErrorAt] = float(bound.atLeast * floatRoundoff * peaks[1] / size);
    out[largestAt] = float(bound.ofLargest / bound.atLeast);
    out[normAt] = float(bound.ofNorm / bound.atLeast);
    out[gridAt] = float(traits.grid);
    out[positiveAt] = hasNoNegativeTaps(taps);
    writeSmallest(cv::abs(taps(Rect(Point(), firstPart))), out + smallestAt);
}

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
    const double factor = 1 / (scaleOf(fftTraits(taps)) * columns * fftSize);
    const size_t ofParts = size_t(layout.parts.area()) * spectrumFloats(columns);
    float* const spectra = out + spectrumAt(columns);
    const Vec2d peaks =
        writeBoth(taps, ofParts, spectra,
                  [&](const Mat& values, float* to) { return writeParts(values, layout, columns, factor, to); });
    writeRoots(fftSize, out);
    if (columns == fftWideSize)
        writeRoots(columns, out + fftRootsEnd);
    writeHead(taps, layout.partSize, peaks, Size(columns, fftSize), smallTileErrorBound, out);
    std::copy(taps.begin<double>(), taps.end<double>(), spectra + 2 * ofParts);
    return bytes;
}

std::vector<uchar> bandsSpectrum(const Mat& taps)
{
    std::vector<uchar> bytes(bandsSpectrumBytes(taps.size()));
    float* const out = reinterpret_cast<float*>(bytes.data());
    const double factor = 1 / (scaleOf(fftTraits(taps)) * bandsSize * bandsSize), noSecondTransform = 0;
    double peak = 0;
    const Size tile(bandsSize, bandsSize);
    const Mat spectrum = transformed(taps, tile, peak);
    spectrum.convertTo(Mat(bandsSize, bandsSize, CV_32FC2, out + bandsSpectrumAt), CV_32F, factor);
    writeBandsRoots(out + bandsRootsAt);
    writeHead(taps, taps.size(), Vec2d(peak, noSecondTransform), tile, fftErrorBound, out);
    std::copy(taps.begin<double>(), taps.end<double>(), out + bandsSpectrumAt + 2 * bandsSize * bandsSize);
    return bytes;
}

std::vector<uchar> cpuSpectrum(const Mat& taps, int tileSize)
{
    std::vector<uchar> bytes(cpuSpectrumBytes(taps.size(), tileSize));
    float* const out = reinterpret_cast<float*>(bytes.data());
    float* const spectrum = out + cpuRootsAt + 2 * tileSize;
    const size_t floats = 2 * size_t(tileSize) * size_t(tileSize);
    // Two transforms of `tileSize` numbers multiply by its square. The kernel divides by the other half of it, so that
    // neither tiny images lose bits nor large ones leave the range of float.
    const double factor = 1 / (scaleOf(fftTraits(taps)) * tileSize);
    const Vec2d peaks =
        writeBoth(taps, floats, spectrum,
                  [&](const Mat& values, float* to) { return writeCpuSpectrum(values, tileSize, factor, to); });
    writeRoots(tileSize, out + cpuRootsAt);
    writeHead(taps, taps.size(), peaks, Size(tileSize, tileSize), fftErrorBound, out);
    std::copy(taps.begin<double>(), taps.end<double>(), spectrum + 2 * floats);
    return bytes;
}

size_t bandsSpectrumBytes(Size filter)
{
    const size_t spectrum = 2 * size_t(bandsSize) * bandsSize;
    return sizeof(float) * (bandsSpectrumAt + spectrum + size_t(filter.width) * size_t(filter.height));
}

size_t cpuSpectrumBytes(Size filter, int tileSize)
{
    const size_t roots = 2 * size_t(tileSize), numbers = 2 * size_t(tileSize) * size_t(tileSize), spectra = 2;
    return sizeof(float) * (cpuRootsAt + roots + spectra * numbers + size_t(filter.width) * size_t(filter.height));
}

CoefficientLayout cpuSpectrumLayout(int tileSize)
{
    const int *const begin = std::begin(cpuTileSizes), *const end = std::end(cpuTileSizes);
    const auto index = std::find(begin, end, tileSize) - begin;
    CV_Assert(begin + index != end);
    return CoefficientLayout(int(CoefficientLayout::CpuSpectrum64) + int(index));
}

int cpuTileSize(CoefficientLayout layout)
{
    return cpuTileSizes[int(layout) - int(CoefficientLayout::CpuSpectrum64)];
}

size_t fftSpectrumBytes(Size filter, int columns)
{
    const size_t parts = size_t(fftLayout(filter, columns).parts.area()),
                 taps = size_t(filter.width) * size_t(filter.height);
    return sizeof(float) * (spectrumAt(columns) + 2 * parts * spectrumFloats(columns) + taps);
}

} // namespace clconv
} // namespace cv
