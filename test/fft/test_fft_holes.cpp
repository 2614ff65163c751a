// SPDX-License-Identifier: Apache-2.0
//
// NaNs and infinities under filters that run by Fourier transforms must reach the outputs whose windows hold them, as
// in a sum over all taps, and no others.

#include "support/test_precomp.hpp"

#include "cases/variants.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace opencv_test { namespace {

const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

//! So large an addend that transforms are accurate enough and nothing is computed again, which would hide mistakes.
const double accurateDelta = 4;

//! The values that are scattered over an image.
enum class Strewn
{
    Nans,
    Infinities, //!< of both signs
    Mixed
};

float oneOf(Strewn kind, RNG& rng)
{
    if (kind == Strewn::Nans || (kind == Strewn::Mixed && rng.uniform(0, 3) == 0))
        return nan;
    return rng.uniform(0, 2) ? infinity : -infinity;
}

//! The parameter is the forced implementation.
class Clconv_FftHoles : public testing::TestWithParam<std::string>
{
protected:
    void SetUp() override
    {
        if (!isForThisDevice(variantOf(GetParam())))
            CLCONV_SKIP("for other devices");
    }

    std::string name() const { return clconv::parseForce(GetParam()).name; }

    Mat noise(Size size, int type = CV_32FC1)
    {
        Mat image(size, type);
        rng_.fill(image, RNG::UNIFORM, -1, 1);
        return image;
    }

    bool wide() const { return GetParam() == "fft:TILE_COLS=128"; }

    //! A random filter; tiles of 128 columns have no parts.
    Mat filter(int columns, int rows) { return noise(Size(columns, wide() ? std::min(rows, 38) : rows)); }

    //! The outputs of a tile.
    Size tileStep(Size filter) const
    {
        const clconv::Force force = clconv::parseForce(GetParam());
        const int rows = force.params.count("TILE") ? force.params.at("TILE") : 64;
        return Size(wide() ? 128 : rows, rows) - filter + Size(1, 1);
    }

    //! Larger tiles need larger images, with an odd number of tiles.
    Size imageSize() const
    {
        const int factor = GetParam() == "fft_large:TILE=512" ? 2 : 1;
        return name() == "fft" ? Size(150, 140) : Size(450 * factor, 400 * factor);
    }

    void strew(Mat image, int count, Strewn kind)
    {
        Mat scalars = image.reshape(1);
        for (int i = 0; i < count; i++)
            scalars.at<float>(rng_.uniform(0, scalars.rows), rng_.uniform(0, scalars.cols)) = oneOf(kind, rng_);
    }

    Mat filtered(const UMat& src, const Mat& kernel, int ddepth, double delta, int border, const std::string& force)
    {
        UMat dst;
        clconv::ForceScope scope(force);
        clconv::filter2D(src, dst, ddepth, kernel, Point(-1, -1), delta, border);
        EXPECT_EQ(clconv::parseForce(force).name, clconv::lastImplementation());
        return dst.getMat(ACCESS_READ).clone();
    }

    //! Expects the exact sum if that is an infinity or NaN, and otherwise an output within the documented error.
    //! @param region of the image, which is the source
    void expectSums(const Mat& image, Rect region, const Mat& kernel, double delta = 0, int border = BORDER_REFLECT_101)
    {
        UMat whole;
        image.copyTo(whole);
        const Mat result = filtered(whole(region), kernel, -1, delta, border, GetParam());
        const Exact exact = exactSums(FilterInput{image(region), kernel, Point(-1, -1), delta, border, CV_32F});
        const Mat outputs = result.reshape(1);
        int wrong = 0;
        for (int y = 0; y < outputs.rows; y++)
            for (int x = 0; x < outputs.cols; x++)
            {
                const size_t index = size_t(y) * size_t(outputs.cols) + size_t(x);
                const double sum = double(exact.sum[index]), got = outputs.at<float>(y, x);
                const bool right = std::isnan(sum) ? std::isnan(got)
                                   : std::isinf(sum)
                                       ? got == sum
                                       : std::abs(got - sum) <= allowedError(exact, index, Tolerance::PlainSum);
                if (!right && wrong++ == 0)
                    ADD_FAILURE() << "column " << x << ", row " << y << ": " << got << ", exact " << sum;
            }
        EXPECT_EQ(0, wrong) << kernel.size() << ", border " << border << ", " << image.channels() << " channels";
    }

    void expectSums(const Mat& image, const Mat& kernel, double delta = 0, int border = BORDER_REFLECT_101)
    {
        expectSums(image, Rect(Point(), image.size()), kernel, delta, border);
    }

    RNG rng_{17};
};

//! At borders a pixel is under several taps of one window. Pixels outside the region count, too.
TEST_P(Clconv_FftHoles, reachTheirWindowsAtEveryBorder)
{
    for (int border : borderTypes())
    {
        Mat image = noise(imageSize());
        const int right = image.cols - 1, bottom = image.rows - 1;
        image.at<float>(0, 0) = infinity;
        image.at<float>(3, right) = -infinity;
        image.at<float>(bottom, image.cols / 3) = nan;
        image.at<float>(bottom - 2, right - 1) = infinity;
        image.at<float>(image.rows / 2, 1) = infinity;
        const Mat kernel = noise(Size(21, 17));
        expectSums(image, kernel, accurateDelta, border);
        const Rect region(9, 6, image.cols - 16, image.rows - 8);
        expectSums(image, region, kernel, accurateDelta, border);
        expectSums(image, region, kernel, accurateDelta, border | BORDER_ISOLATED);
        expectSums(image, region, kernel, 0, border);
    }
}

//! The first and last pixels that a tile or its neighbour reads.
TEST_P(Clconv_FftHoles, reachTheTilesOnBothSides)
{
    const Mat kernel = noise(Size(17, 15));
    const Size step = tileStep(kernel.size()), halo = kernel.size() - Size(1, 1);
    const int offsets[] = {-1, 0, 1, halo.width - 1, halo.width, halo.width + 1};
    for (int offset : offsets)
    {
        Mat image = noise(imageSize());
        const Point corner = Point(step) - Point(halo / 2); // the first pixel of the tile after the first
        image.at<float>(corner.y + 20, corner.x + offset) = infinity;
        image.at<float>(corner.y - 20, corner.x + offset) = nan;
        image.at<float>(corner.y + offset, corner.x - 30) = -infinity;
        expectSums(image, kernel, accurateDelta);
    }
}

TEST_P(Clconv_FftHoles, addInfinitiesBySign)
{
    Mat image = noise(imageSize());
    strew(image, 12, Strewn::Infinities);
    for (const Mat& kernel : {noise(Size(29, 33)), Mat(cv::abs(noise(Size(29, 33))) + 0.1)})
        for (double delta : {0., accurateDelta})
            expectSums(image, kernel, delta);
}

TEST_P(Clconv_FftHoles, areNansUnderZeroTaps)
{
    Mat image = noise(imageSize()), kernel = noise(Size(25, 31));
    strew(image, 9, Strewn::Infinities);
    kernel.colRange(0, 9).setTo(0);
    kernel.row(30).setTo(0);
    kernel.row(12).setTo(-0.f);
    expectSums(image, kernel, accurateDelta);
}

TEST_P(Clconv_FftHoles, stayInTheirChannels)
{
    const int border = entry(borderTypes(), 2); // Clconv_Fft uses programs for it
    for (int type : {CV_32FC3, CV_32FC4})
    {
        Mat image = noise(imageSize(), type);
        strew(image, 25, Strewn::Mixed);
        expectSums(image, filter(41, 39), accurateDelta, type == CV_32FC3 ? int(BORDER_REFLECT_101) : border);
    }
}

//! From one to all pixels.
TEST_P(Clconv_FftHoles, mayBeAnyNumber)
{
    const int pixels = imageSize().area();
    for (int count : {1, pixels / 10000, pixels / 1000, pixels / 20})
        for (Strewn kind : {Strewn::Nans, Strewn::Mixed})
        {
            Mat image = noise(imageSize());
            strew(image, count, kind);
            expectSums(image, noise(Size(19, 23)), accurateDelta);
        }
    for (float value : {nan, infinity})
    {
        Mat image = noise(imageSize());
        image(Rect(image.cols / 4, image.rows / 4, image.cols / 2, image.rows / 2)).setTo(value);
        expectSums(image, cv::abs(noise(Size(19, 23))), accurateDelta);
        expectSums(image, filter(39, 43));
        image.setTo(value);
        expectSums(image, noise(Size(19, 23)), accurateDelta);
    }
}

//! Outputs whose accuracy is in doubt, and sums that leave the range of float, are computed again.
TEST_P(Clconv_FftHoles, leaveOtherOutputsAsAccurate)
{
    for (float factor : {0.f, 1e-4f, 1e9f, 1e36f})
    {
        Mat image = cv::abs(noise(imageSize()));
        image.colRange(0, image.cols / 2) *= factor;
        expectSums(image, cv::abs(noise(Size(31, 27))));
        strew(image, 5, Strewn::Mixed);
        expectSums(image, noise(Size(31, 27)));
        expectSums(image, cv::abs(noise(Size(31, 27))));
    }
}

//! A single large number makes the error of its tile exceed all other values.
TEST_P(Clconv_FftHoles, mayBeBesideLargeNumbers)
{
    for (float large : {1e9f, 1e30f})
    {
        Mat image = noise(imageSize());
        strew(image, 4, Strewn::Mixed);
        image.at<float>(50, 40) = large;
        expectSums(image, noise(Size(15, 19)));
        expectSums(image, filter(39, 43));
    }
}

//! Infinities saturate; the integer that a NaN becomes depends on the device.
TEST_P(Clconv_FftHoles, areConvertedAsOtherSumsAre)
{
    Mat image = noise(imageSize()) * 300;
    image.at<float>(40, 55) = infinity;
    image.at<float>(80, 25) = image.at<float>(99, 117) = -infinity;
    const Mat kernel = cv::abs(noise(Size(17, 21))) / 100;
    UMat src;
    image.copyTo(src);
    const double delta = 70; // like accurateDelta, for these pixels
    const Mat result = filtered(src, kernel, CV_16S, delta, BORDER_REFLECT_101, GetParam());
    const Mat expected = filtered(src, kernel, CV_16S, delta, BORDER_REFLECT_101, "reference");
    EXPECT_LE(cv::norm(result, expected, NORM_INF), 1); // for sums close to a tie
}

CLCONV_INSTANTIATE(All, Clconv_FftHoles,
                   testing::Values("fft:TILE_COLS=64", "fft:TILE_COLS=128", "fft_large:TILE=256", "fft_large:TILE=512",
                                   "cpu_fft:TILE=128"),
                   forceName<std::string>);

}} // namespace opencv_test
