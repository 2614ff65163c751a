// SPDX-License-Identifier: Apache-2.0
//
// Spectra by cv::dft in double, roots of unity, and the numbers that decide whether results are accurate enough.

#include "coefficients/fft/spectrum.hpp"
#include "common/fft_head.cl"
#include "coefficients/factors/outer_products.hpp"

namespace cv { namespace clconv {
namespace {

const int smallestSteps = 64;

int partsFor(int taps, int tileSize)
{
    const int maxPartSize = fftMaxPartSize * tileSize / fftSize;
    return (taps + maxPartSize - 1) / maxPartSize;
}

//! What a kernel finds after the head: roots of unity, the spectra of the filter's parts, the spectra of the magnitudes
//! of its taps, and the taps.
struct Format
{
    Size tile;
    FftLayout parts;
    int roots;      //!< complex numbers
    int lanes;      //!< the real parts of so many frequencies, then their imaginary parts
    int spectra;    //!< 2: magnitudes have one
    double divisor; //!< of the spectra: what two transforms multiply by, unless the kernel divides by it
    FftErrorBound bound;

    size_t spectrumAt() const { return size_t(FFT_HEAD_END + 2 * roots); }
    size_t spectrumFloats() const { return 2 * size_t(tile.area()) * size_t(parts.parts.area()); }
};

Format formatOf(Size filter, CoefficientLayout layout)
{
    if (layout.kind == CoefficientKind::Spectrum)
    {
        const Size tile(layout.number, fftSize);
        const int roots = tile.width == fftWideSize ? tile.width : 0; // those of fftSize numbers are before the head
        return {tile, fftLayout(filter, tile.width), roots, 1, 2, double(tile.area()), smallTileErrorBound};
    }
    const FftLayout uncut = {Size(1, 1), filter, Size()};
    if (layout.kind == CoefficientKind::LargeSpectrum)
    {
        const Size tile(layout.number, layout.number);
        return {tile, uncut, 2 * layout.number, 1, 1, double(tile.area()), fftErrorBound};
    }
    // Two transforms of `size` numbers multiply by its square. The kernel divides by the other half of it, so that
    // neither tiny images lose bits nor large ones leave the range of float.
    const int size = layout.number, vector = 16;
    return {Size(size, size), uncut, size, vector, 2, double(size), fftErrorBound};
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

//! The frequencies, ky * columns + kx, in the order in which a kernel uses them. Made once per process.
const std::vector<int>& orderOf(CoefficientLayout layout, Size tile)
{
    static std::mutex mutex;
    static std::map<CoefficientLayout, std::vector<int>> orders;
    std::lock_guard<std::mutex> lock(mutex);
    std::vector<int>& kept = orders[layout];
    if (!kept.empty())
        return kept;
    std::vector<int> order(size_t(tile.area()));
    const int s = tile.width / 16, shares = 64 * s; // FFT_S, FFT_SHARES
    const std::vector<int> reversed = reversedBits(tile.width);
    for (int i = 0; i < tile.area(); ++i)
    {
        int kx = i % tile.width, ky = i / tile.width;
        if (layout.kind == CoefficientKind::Spectrum) // number r of a share n, after the third pass
        {
            const int r = i / shares, n = i % shares;
            kx = s * r + n % 4 * (s / 4) + n % s / 4, ky = n / (4 * s) + 16 * (n / s % 4);
        }
        else if (layout.kind == CoefficientKind::LargeSpectrum) // number m of a work-item a (fft_line.cl)
        {
            const int items = tile.width / 16, lineM = items / 16, m = kx / items, a = kx % items;
            const int q = lineM == 8 ? 2 * (m % 4) + m / 4 % 2 : m % lineM;
            kx = a / lineM + 256 / lineM * (a % lineM) + 16 * (m / lineM) + 256 * q;
        }
        else if (layout.kind == CoefficientKind::CpuSpectrum) // 16 rows of a column
            kx = reversed[size_t(i / 16 % tile.width)], ky = reversed[size_t(i / 16 / tile.width * 16 + i % 16)];
        order[size_t(i)] = ky * tile.width + kx;
    }
    kept.swap(order);
    return kept;
}

//! Writes the conjugate of a part's transform.
//! @returns the square of the largest magnitude
double writePart(const Mat& part, const Format& format, const std::vector<int>& order, double factor, float* out)
{
    Mat tile = Mat::zeros(format.tile, CV_64F), spectrum;
    part.copyTo(tile(Rect(Point(), part.size())));
    cv::dft(tile, spectrum, DFT_COMPLEX_OUTPUT, part.rows);
    const Vec2d* const values = spectrum.ptr<Vec2d>();
    double square = 0;
    for (size_t i = 0, lanes = size_t(format.lanes); i < order.size(); ++i)
    {
        const Vec2d& value = values[order[i]];
        float* const number = out + 2 * i - i % lanes;
        number[0] = float(value[0] * factor);
        number[lanes] = float(-value[1] * factor);
        square = std::max(square, value[0] * value[0] + value[1] * value[1]);
    }
    return square;
}

//! All parts of a filter one after the other.
//! @returns the root of the sum of the squares of their peaks
double writeParts(const Mat& taps, const Format& format, const std::vector<int>& order, double factor, float* out)
{
    const FftLayout& layout = format.parts;
    double squares = 0;
    for (int y = 0; y < layout.parts.height; ++y)
        for (int x = 0; x < layout.parts.width; ++x, out += 2 * order.size())
        {
            const Rect all(Point(), taps.size());
            const Point first(x * layout.partSize.width, y * layout.partSize.height);
            const double peak =
                std::sqrt(writePart(taps(Rect(first, layout.partSize) & all), format, order, factor, out));
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

//! What kernels/gpu/fft/fft_line.cl multiplies by after its first pass, [k][y]: W^(k*y), and before the last one of the
//! inverse, [k][a]: W^(p*(M*k + z)), a = M*p + z, M = size/256
void writeLineRoots(int size, float* out)
{
    const int points = 16, items = size / points, m = items / points;
    for (int k = 0; k < points; ++k)
        for (int a = 0; a < items; ++a)
        {
            writeRoot(k * a, size, out + 2 * (k * items + a));
            writeRoot(a / m * (m * k + a % m), size, out + 2 * (size + k * items + a));
        }
}

//! A power of two by which the taps are divided, so that spectra of any taps are floats.
double scaleOf(const FftTraits& traits)
{
    int exponent = 0;
    std::frexp(traits.magnitudes, &exponent);
    return std::ldexp(1., exponent);
}

//! Sums of the smallest magnitudes of a part, rounded down.
void writeSmallest(const Mat& part, float* out)
{
    Mat sorted = Mat(cv::abs(part)).reshape(1, 1);
    cv::sort(sorted, sorted, SORT_EVERY_ROW + SORT_ASCENDING);
    double sum = 0;
    for (int i = 0, added = 0; i <= smallestSteps; ++i)
    {
        for (; added < int(i * sorted.total() / smallestSteps); ++added)
            sum += sorted.at<double>(added);
        out[i] = float(sum * (1 - 2 * floatRoundoff));
    }
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

int fftLargestSize(Size filter)
{
    const int largest = *(std::end(fftLargeSizes) - 1), side = std::max(filter.width, filter.height);
    int size = fftLargeSizes[0];
    while (size < largest && size < 8 * side)
        size *= 2;
    return size;
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
    if (!(sum > smallest && sum < largest)) // false also if a tap is not finite
        return traits;
    traits.magnitudes = sum;
    traits.grid = std::ldexp(1., bit);
    return traits;
}

std::vector<uchar> spectrumOf(const Mat& taps, CoefficientLayout layout)
{
    const Format format = formatOf(taps.size(), layout);
    const std::vector<int>& order = orderOf(layout, format.tile);
    const FftTraits traits = fftTraits(taps);
    const double factor = 1 / (scaleOf(traits) * format.divisor);
    const bool positive = countNonZero(taps >= 0) == int(taps.total());
    std::vector<uchar> bytes(spectrumBytes(taps.size(), layout));
    float* const out = reinterpret_cast<float*>(bytes.data());
    float *const spectrum = out + format.spectrumAt(), *const second = spectrum + format.spectrumFloats();
    const double peak = writeParts(taps, format, order, factor, spectrum);
    double magnitudePeak = 0;
    if (format.spectra > 1 && positive) // the same spectrum
    {
        std::copy(spectrum, second, second);
        magnitudePeak = peak;
    }
    else if (format.spectra > 1)
        magnitudePeak = writeParts(cv::abs(taps), format, order, factor, second);
    std::copy(taps.begin<double>(), taps.end<double>(), spectrum + format.spectra * format.spectrumFloats());

    if (layout.kind == CoefficientKind::Spectrum)
        writeRoots(fftSize, out);
    if (layout.kind == CoefficientKind::LargeSpectrum)
        writeLineRoots(layout.number, out + FFT_HEAD_END);
    else
        writeRoots(format.roots, out + FFT_HEAD_END);
    const double error = format.bound.atLeast * floatRoundoff, size = std::sqrt(double(format.tile.area()));
    out[FFT_SCALE] = float(scaleOf(traits));
    out[FFT_ERROR] = float(error * peak / size);
    out[FFT_MAGNITUDE_ERROR] = float(error * magnitudePeak / size);
    out[FFT_LARGEST] = float(format.bound.ofLargest / format.bound.atLeast);
    out[FFT_NORM] = float(format.bound.ofNorm / format.bound.atLeast);
    out[FFT_GRID] = float(traits.grid);
    out[FFT_POSITIVE] = positive;
    writeSmallest(taps(Rect(Point(), format.parts.partSize)), out + FFT_SMALLEST);
    return bytes;
}

size_t spectrumBytes(Size filter, CoefficientLayout layout)
{
    const Format format = formatOf(filter, layout);
    return sizeof(float) * (format.spectrumAt() + size_t(format.spectra) * format.spectrumFloats() +
                            size_t(filter.width) * size_t(filter.height));
}

}} // namespace cv::clconv
