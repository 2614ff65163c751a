// SPDX-License-Identifier: Apache-2.0
//
// The spectra of filters as the kernels read them, compared with sums over taps; the criteria for accuracy.

#include "support/test_precomp.hpp"

#include "coefficients/coefficient_set.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "problem/problem.hpp"

#include <complex>
#include <cstring>

namespace opencv_test { namespace {

using clconv::CoefficientKind;

TEST(Clconv_FftSpectrum, cutsFiltersIntoPartsThatHoldAllTaps)
{
    for (int columns : {64, 128})
        for (int length = 1; length < 500; length++)
        {
            const clconv::FftLayout layout = clconv::fftLayout(Size(length, 1), columns);
            EXPECT_LE(layout.partSize.width, clconv::fftMaxPartSize * columns / 64);
            EXPECT_GE(layout.partSize.width * layout.parts.width, length);
            EXPECT_LT(layout.partSize.width * (layout.parts.width - 1), length);
            EXPECT_EQ(columns, layout.step.width + layout.partSize.width - 1);
            EXPECT_EQ(Size(1, 1), Size(layout.parts.height, layout.partSize.height));
        }
}

TEST(Clconv_FftSpectrum, isTheTransformInTheKernelsOrder)
{
    Mat taps(9, 7, CV_64F);
    RNG rng(4);
    rng.fill(taps, RNG::UNIFORM, -1, 1);
    for (int columns : {64, 128})
    {
        const std::vector<uchar> bytes = clconv::spectrumOf(taps, {CoefficientKind::Spectrum, columns});
        ASSERT_EQ(clconv::spectrumBytes(taps.size(), {CoefficientKind::Spectrum, columns}), bytes.size());
        const float* const floats = reinterpret_cast<const float*>(bytes.data());
        const float* const spectrum = floats + (columns == 64 ? 256 : 512);
        const double scale = floats[128] * 64. * columns;
        const int shares = 4 * columns, s = columns / 16;
        for (int i = 0; i < 64 * columns; i += 13)
        {
            const int r = i / shares, n = i % shares, ky = n / (4 * s) + 16 * (n / s % 4);
            const int kx = s * r + (columns == 64 ? n % 4 : 2 * (n % 4) + n / 4 % 2);
            std::complex<double> sum = 0;
            for (int y = 0; y < taps.rows; y++)
                for (int x = 0; x < taps.cols; x++)
                    sum += taps.at<double>(y, x) *
                           std::polar(1., 2 * CV_PI * (double(x * kx) / columns + double(y * ky) / 64));
            EXPECT_NEAR(sum.real(), spectrum[2 * i] * scale, 1e-5) << i;
            EXPECT_NEAR(sum.imag(), spectrum[2 * i + 1] * scale, 1e-5) << i;
        }
        for (int i = 0; i < columns; i++) // index in the columns; wide tiles have the rows' before them
            EXPECT_FLOAT_EQ(float(std::cos(2 * CV_PI * i / columns)), floats[(columns == 64 ? 0 : 256) + 2 * i]);
        EXPECT_EQ(float(taps.at<double>(8, 6)), floats[bytes.size() / sizeof(float) - 1]);
    }
}

TEST(Clconv_FftSpectrum, ofLargeTilesIsTheTransform)
{
    Mat taps(9, 7, CV_64F);
    RNG rng(4);
    rng.fill(taps, RNG::UNIFORM, -1, 1);
    for (int size : {256, 512, 1024, 2048})
    {
        const std::vector<uchar> bytes = clconv::spectrumOf(taps, {CoefficientKind::LargeSpectrum, size});
        ASSERT_EQ(clconv::spectrumBytes(taps.size(), {CoefficientKind::LargeSpectrum, size}), bytes.size());
        const float* const floats = reinterpret_cast<const float*>(bytes.data());
        const double scale = double(floats[128]) * size * size;
        const int items = size / 16, m = size / 256;
        for (int i = 0; i < size * size; i += size * size / 311)
        {
            // number n of work-item a: frequency p + 16*p2 + 256*q
            const int a = i % items, n = i % size / items, p = a / m, p2 = 16 / m * (a % m) + n / m;
            const int q = m == 8 ? 2 * (n % 4) + n / 4 % 2 : n % m, kx = p + 16 * p2 + 256 * q, ky = i / size;
            std::complex<double> sum = 0;
            for (int y = 0; y < taps.rows; y++)
                for (int x = 0; x < taps.cols; x++)
                    sum += taps.at<double>(y, x) * std::polar(1., 2 * CV_PI * (x * kx + y * ky) / size);
            EXPECT_NEAR(sum.real(), floats[256 + 4 * size + 2 * i] * scale, 1e-5) << size << ' ' << i;
            EXPECT_NEAR(sum.imag(), floats[256 + 4 * size + 2 * i + 1] * scale, 1e-5) << size << ' ' << i;
        }
        EXPECT_EQ(float(taps.at<double>(8, 6)), floats[bytes.size() / sizeof(float) - 1]);
    }
}

TEST(Clconv_FftSpectrum, onCpuDevicesIsTheTransformByReversedBits)
{
    Mat taps(9, 7, CV_64F);
    RNG rng(4);
    rng.fill(taps, RNG::UNIFORM, -1, 1);
    for (int size : {64, 128, 256})
    {
        const std::vector<uchar> bytes = clconv::spectrumOf(taps, {CoefficientKind::CpuSpectrum, size});
        ASSERT_EQ(clconv::spectrumBytes(taps.size(), {CoefficientKind::CpuSpectrum, size}), bytes.size());
        const float* const floats = reinterpret_cast<const float*>(bytes.data());
        const double scale = double(floats[128]) * size;
        const auto reversed = [&](int number)
        {
            int result = 0;
            for (int bit = 1, other = size / 2; bit < size; bit *= 2, other /= 2)
                result += number & bit ? other : 0;
            return result;
        };
        for (int i = 0; i < size * size; i += 37)
        {
            const int column = i / 16 % size, row = i / 16 / size * 16 + i % 16;
            std::complex<double> sum = 0;
            for (int y = 0; y < taps.rows; y++)
                for (int x = 0; x < taps.cols; x++)
                    sum += taps.at<double>(y, x) *
                           std::polar(1., 2 * CV_PI * (x * reversed(column) + y * reversed(row)) / size);
            const float* const number = floats + 256 + 2 * size + i / 16 * 32 + i % 16;
            EXPECT_NEAR(sum.real(), number[0] * scale, 1e-5) << size << ' ' << i;
            EXPECT_NEAR(sum.imag(), number[16] * scale, 1e-5) << size << ' ' << i;
        }
        EXPECT_EQ(float(taps.at<double>(8, 6)), floats[bytes.size() / sizeof(float) - 1]);
        for (int i = 0; i < size; i++)
            EXPECT_FLOAT_EQ(float(std::cos(2 * CV_PI * i / size)), floats[256 + 2 * i]);
    }
}

//! A spectrum is followed by that of the magnitudes: another filter's, or the same if no tap is negative.
TEST(Clconv_FftSpectrum, isFollowedByThatOfTheMagnitudes)
{
    const int errorAt = 129, magnitudeErrorAt = 130;
    RNG rng(5);
    for (Size size : {Size(7, 9), Size(45, 50), Size(90, 3)}) // the last two in parts
    {
        Mat mixed(size, CV_64F);
        rng.fill(mixed, RNG::UNIFORM, -1, 1);
        const Mat positive = cv::abs(mixed);
        for (int columns : {64, 128, -128}) // columns of tiles; negative: on CPU devices
        {
            const auto spectrumOf = [&](const Mat& taps)
            {
                const CoefficientKind kind = columns > 0 ? CoefficientKind::Spectrum : CoefficientKind::CpuSpectrum;
                const std::vector<uchar> bytes = clconv::spectrumOf(taps, {kind, std::abs(columns)});
                std::vector<float> floats(bytes.size() / sizeof(float));
                std::memcpy(floats.data(), bytes.data(), bytes.size());
                return floats;
            };
            const std::vector<float> both = spectrumOf(mixed), same = spectrumOf(positive);
            const size_t first = columns == 64 ? 256 : 512, end = both.size() - mixed.total(), half = (end - first) / 2;
            const auto part = [&](const std::vector<float>& floats, size_t number)
            {
                const auto from = floats.begin() + std::ptrdiff_t(first + number * half);
                return std::vector<float>(from, from + std::ptrdiff_t(half));
            };
            EXPECT_TRUE(part(both, 1) == part(same, 0)) << size << ' ' << columns;
            EXPECT_TRUE(part(same, 1) == part(same, 0)) << size << ' ' << columns;
            EXPECT_FALSE(part(both, 1) == part(both, 0)) << size << ' ' << columns;
            EXPECT_EQ(same[errorAt], both[magnitudeErrorAt]);
            EXPECT_EQ(same[errorAt], same[magnitudeErrorAt]);
        }
    }
}

TEST(Clconv_FftSpectrum, findsTheGridOfTaps)
{
    const Mat taps = Mat_<double>({1, 4}, {3, -0.75, 0, 8});
    const clconv::FftTraits traits = clconv::fftTraits(taps);
    EXPECT_EQ(11.75, traits.magnitudes);
    EXPECT_EQ(0.25, traits.grid);
    EXPECT_EQ(0, clconv::fftTraits(Mat_<double>({1, 1}, {std::numeric_limits<double>::infinity()})).magnitudes);
    EXPECT_EQ(0, clconv::fftTraits(Mat::zeros(3, 3, CV_64F)).magnitudes);
}

//! The bound in kernels/common/fft_accuracy.cl for the largest possible tile: 16 * 2^-24 * sqrt(2) * 65535 * sum |k| <
//! 0.45.
TEST(Clconv_FftSpectrum, decidesWhetherIntegersStayExact)
{
    const clconv::Layout layout = {CV_16UC1, Size(100, 100), Size(100, 100), Point(), 0, 0};
    const auto suffices = [&](const Mat& filter)
    {
        return clconv::describe(layout, layout, filter.size(), Point(), BORDER_REPLICATE,
                                clconv::analyse(filter, CV_32F))
            .problem.fourier;
    };
    EXPECT_TRUE(suffices(Mat(1, 5, CV_32F, Scalar(1))));
    EXPECT_FALSE(suffices(Mat(1, 6, CV_32F, Scalar(1))));
    EXPECT_FALSE(suffices(Mat(15, 15, CV_32F, Scalar(1)))); // floats add it exactly
    EXPECT_TRUE(suffices(Mat(17, 17, CV_32F, Scalar(1))));  // floats round it
    EXPECT_TRUE(suffices(Mat(15, 15, CV_32F, Scalar(0.1))));
}

//! The bound for the largest possible tile: 2^-24 * (12 * sqrt(2) + 5) * 255 * sum |k| <= 1/1024.
TEST(Clconv_FftSpectrum, decidesWhetherRoundingRemovesAllErrors)
{
    const auto certain = [](int type, double sum)
    {
        const clconv::Layout layout = {type, Size(100, 100), Size(100, 100), Point(), 0, 0};
        return clconv::describe(layout, layout, Size(31, 31), Point(), BORDER_REPLICATE,
                                clconv::analyse(Mat(31, 31, CV_32F, Scalar(sum / 961)), CV_32F))
            .problem.fourierIsCertain;
    };
    EXPECT_TRUE(certain(CV_8UC1, 2.9));
    EXPECT_FALSE(certain(CV_8UC1, 3));
    EXPECT_TRUE(certain(CV_8SC3, 5.7));
    EXPECT_FALSE(certain(CV_16UC1, 0.1));
    EXPECT_FALSE(certain(CV_32FC1, 0.1));
}

}} // namespace opencv_test
