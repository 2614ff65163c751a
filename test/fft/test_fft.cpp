// SPDX-License-Identifier: Apache-2.0
//
// Fourier transforms of tiles, of slabs, and on CPU devices: images whose tiles would miss the documented accuracy,
// exact integers, filters of all sizes.

#include "support/test_precomp.hpp"

#include "cases/variants.hpp"

#include <algorithm>
#include <limits>

namespace opencv_test { namespace {

const float infinity = std::numeric_limits<float>::infinity();

Mat randomFilter(Size size, int depth, int dstDepth, Coefficients kind = Coefficients::Random)
{
    RNG rng(uint64(size.width * 41 + size.height));
    return randomKernel(size, depth, dstDepth, kind, rng);
}

//! The parameter is the forced implementation.
class Clconv_Fft : public testing::TestWithParam<std::string>
{
protected:
    std::string name() const { return clconv::parseForce(GetParam()).name; }

    int tileSize() const
    {
        const clconv::Force force = clconv::parseForce(GetParam());
        return force.params.count("TILE") ? force.params.at("TILE") : force.name == "fft" ? 64 : 256;
    }

    //! Larger tiles need larger images.
    Size imageSize(int width, int height) const
    {
        const int factor = tileSize() / 64 - tileSize() / 256;
        return Size(factor * width, factor * height);
    }

    //! Columns and rows of the largest filter
    Size largest() const
    {
        const bool large = name() == "fft_large", wide = GetParam() == "fft:TILE_COLS=128";
        const int leavesOutputs = name() == "cpu_fft" || large ? tileSize() - 15 : 1000;
        return wide ? Size(76, 38) : Size(leavesOutputs, leavesOutputs);
    }

    bool takes(Size filter) const { return filter.width <= largest().width && filter.height <= largest().height; }

    void SetUp() override
    {
        if (!isForThisDevice(variantOf(GetParam())))
            CLCONV_SKIP("for other devices");
    }

    Mat noise(int width, int height) const
    {
        RNG rng(3);
        Mat image(imageSize(width, height), CV_32FC1);
        rng.fill(image, RNG::UNIFORM, -1, 1);
        return image;
    }

    FilterCase caseOf(int srcType, int dstDepth, Size filterSize, int border)
    {
        FilterCase filterCase;
        filterCase.srcType = srcType;
        filterCase.ddepth = dstDepth;
        const int factor = std::max(tileSize() / 256, 1);
        filterCase.size = // several tiles, and an odd number of them
            tileSize() > 64 ? Size(531 * factor, 483 * factor) : Size(131, 77);
        filterCase.kernel = randomFilter(filterSize, CV_MAT_DEPTH(srcType), dstDepth);
        filterCase.border = border;
        filterCase.force = GetParam();
        return filterCase;
    }

    Mat filtered(const Mat& src, const Mat& kernel, int ddepth = -1, double delta = 0, int border = BORDER_REFLECT_101)
    {
        UMat dst;
        clconv::ForceScope force(GetParam());
        clconv::filter2D(src.getUMat(ACCESS_READ), dst, ddepth, kernel, Point(-1, -1), delta, border);
        EXPECT_EQ(name(), clconv::lastImplementation());
        return dst.getMat(ACCESS_READ).clone();
    }

    //! Expects that finite outputs are within the documented error of the exact sums, and that those whose windows hold
    //! a NaN or an infinity are not finite.
    void expectPromised(const Mat& src, const Mat& kernel, double delta = 0, int border = BORDER_REFLECT_101)
    {
        const Mat result = filtered(src, kernel, CV_32F, delta, border);
        const FilterInput input = {src, kernel, Point(-1, -1), delta, border, CV_32F};
        EXPECT_EQ(0, countBrokenPromises(input, result, Tolerance::PlainSum))
            << "kernel " << kernel.size() << " of " << result.size();
    }
};

TEST_P(Clconv_Fft, filtersTypesChannelsAndBorders)
{
    static const int types[] = {CV_8UC1, CV_16SC3, CV_32FC4}; // Clconv_Forced has all depths
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        EXPECT_TRUE(
            isRight(caseOf(types[i], CV_MAT_DEPTH(types[i]), Size(15, 13), entry(borderTypes(), int(i))), name()));
    EXPECT_TRUE(isRight(caseOf(CV_8UC2, CV_32F, Size(13, 17), BORDER_CONSTANT), name()));
}

TEST_P(Clconv_Fft, filtersAnyLayout)
{
    for (int border : borderTypes())
        for (const FilterCase& laidOut : layouts(caseOf(CV_32FC1, CV_32F, Size(17, 12), border), 8))
            EXPECT_TRUE(isRight(laidOut, name()));
    FilterCase padded = caseOf(CV_32FC1, CV_32F, Size(17, 12), BORDER_REFLECT);
    padded.padding = 3;
    padded.anchor = Point(16, 0);
    EXPECT_TRUE(isRight(padded, name()));
}

//! `fft` has one program for all sizes that fit a tile, and another for larger ones; the others have one for all.
TEST_P(Clconv_Fft, takesFiltersOfAnySize)
{
    for (Size size : {Size(17, 1), Size(2, 9), Size(5, 5), Size(11, 11), Size(31, 31), Size(38, 37), Size(38, 3),
                      Size(39, 38), Size(76, 4), Size(63, 63), Size(3, 70), Size(101, 101), Size(200, 5), Size(4, 241)})
        if (takes(size))
        {
            EXPECT_TRUE(isRight(caseOf(CV_32FC1, CV_32F, size, BORDER_REFLECT_101), name()));
        }
}

TEST_P(Clconv_Fft, passesNansToTheirWindowsAlone)
{
    Mat image = noise(150, 140);
    image.at<float>(70, 66) = std::numeric_limits<float>::quiet_NaN();
    image.at<float>(20, 130) = infinity;
    for (int size : {11, 21, std::min(45, largest().height)})
        expectPromised(image, randomFilter(Size(size, size), CV_32F, CV_32F));
}

//! Numbers so large that the error of their tile exceeds all others in it, or that sums leave the range of float.
TEST_P(Clconv_Fft, keepsItsPromiseBesideLargeNumbers)
{
    for (float large : {1e4f, 1e9f, 1e30f})
    {
        Mat image = noise(150, 140);
        image.at<float>(50, 40) = large;
        image.at<float>(51, 139) = -large;
        expectPromised(image, randomFilter(Size(15, 15), CV_32F, CV_32F));
        expectPromised(cv::abs(image), cv::abs(randomFilter(Size(15, 15), CV_32F, CV_32F)));
    }
}

//! Transforms of large numbers leave the range of float even if sums do not.
TEST_P(Clconv_Fft, keepsItsPromiseOfLargeNumbersEverywhere)
{
    Mat kernel = randomFilter(Size(31, 31), CV_32F, CV_32F);
    kernel /= cv::norm(kernel, NORM_L1);
    for (float large : {1e19f, 1e34f, 5e35f})
        expectPromised(Mat(imageSize(90, 80), CV_32F, Scalar(large)), kernel);
    Mat tiny = Mat::zeros(imageSize(90, 80), CV_32F);
    tiny.at<float>(60, 50) = 1e-40f;
    expectPromised(tiny, kernel * 1e10);
}

//! Single pixels cause errors in their columns and rows.
TEST_P(Clconv_Fft, keepsItsPromiseBesideSinglePixels)
{
    Mat kernel = randomFilter(Size(41, std::min(41, largest().height)), CV_32F, CV_32F);
    kernel.colRange(10, 41) *= 1e-4;
    for (float ground : {0.f, 1e-3f})
    {
        Mat image = noise(150, 140) * ground;
        for (int i = 0; i < 5; i++)
            image.at<float>(17 + 23 * i, 9 + 29 * i) = 1;
        expectPromised(image, kernel);
    }
}

//! A bright row causes errors in other rows, visible in the outputs of single taps.
TEST_P(Clconv_Fft, keepsItsPromiseBesideABrightRow)
{
    for (float ground : {0.004f, 0.008f, 0.012f, 0.016f})
    {
        Mat image = cv::abs(noise(150, 140));
        image.setTo(ground);
        image.row(image.rows / 3) += cv::abs(noise(150, 140).row(0));
        Mat kernel(9, 9, CV_32F, Scalar(1e-7));
        kernel.at<float>(3, 5) = 1;
        expectPromised(image, kernel);
    }
}

//! A bright row causes the largest errors half a tile away. There the background is so bright that its outputs would
//! pass by the norm of the tile alone. The other channel, transformed as imaginary part, is dark.
TEST_P(Clconv_Fft, keepsItsPromiseHalfATileFromABrightRow)
{
    Mat kernel(15, 15, CV_32F, Scalar(1e-9));
    kernel.at<float>(4, 10) = 1;
    const int anchor = 7, row = tileSize() - 8; // row of the tile
    Mat signs = noise(230, 1);
    for (MatIterator_<float> sign = signs.begin<float>(); sign != signs.end<float>(); ++sign)
        *sign = *sign < 0 ? -1.f : 1.f;
    for (float ground : {0.0091f, 0.0095f, 0.0105f, 0.012f, 0.02f})
    {
        Mat image(tileSize() - 14, signs.cols, CV_32FC2, Scalar(ground, 0)), line = image.row(row - anchor);
        insertChannel(signs.row(0), line, 0);
        expectPromised(image, kernel);
    }
}

TEST_P(Clconv_Fft, keepsItsPromiseInDarkAreas)
{
    Mat image = cv::abs(noise(190, 140));
    image.colRange(60, 150) *= 1e-4;
    image.rowRange(0, 50).setTo(0);
    for (int border : {int(BORDER_CONSTANT), int(BORDER_REFLECT_101)})
    {
        expectPromised(image, randomFilter(Size(31, 31), CV_32F, CV_32F), 0, border);
        expectPromised(image, cv::abs(randomFilter(Size(13, 13), CV_32F, CV_32F)), 0, border);
        const Size size(std::min(51, largest().width), std::min(47, largest().height));
        expectPromised(image - 0.5, randomFilter(size, CV_32F, CV_32F), 1e-3, border);
    }
}

TEST_P(Clconv_Fft, keepsItsPromiseOfTinyNumbers)
{
    for (double scale : {1e-20, 1e-37, 1e20})
        expectPromised(noise(90, 80) * scale, randomFilter(Size(15, 15), CV_32F, CV_32F));
    expectPromised(noise(90, 80), randomFilter(Size(15, 15), CV_32F, CV_32F) * 1e-25);
    expectPromised(Mat::zeros(90, 80, CV_32F), randomFilter(Size(15, 15), CV_32F, CV_32F), 2.5);
}

//! Sums of integers, and of integers times a power of two, are exact, so that ties are ties.
TEST_P(Clconv_Fft, keepsIntegersExact)
{
    RNG rng(11);
    const Mat src = randomImage(imageSize(153, 138), CV_8UC1, rng);
    for (int size : {5, 15, 31, std::min(39, largest().height)})
        for (double factor : {1., 0.125})
            for (double delta : {0., 0.5, 3.})
            {
                Mat kernel(size, size, CV_32F), expected;
                rng.fill(kernel, RNG::UNIFORM, size < 38 ? -2 : -1, size < 38 ? 3 : 2); // small enough a sum
                for (MatIterator_<float> tap = kernel.begin<float>(); tap != kernel.end<float>(); ++tap)
                    *tap = std::floor(*tap);
                kernel *= factor;
                const Exact exact = exactSums(FilterInput{src, kernel, Point(-1, -1), delta, BORDER_REFLECT, CV_16S});
                const Mat result = filtered(src, kernel, CV_16S, delta, BORDER_REFLECT);
                int wrong = 0;
                for (int i = 0; i < int(result.total()); i++)
                    wrong += result.at<short>(i / result.cols, i % result.cols) !=
                             saturate_cast<short>(double(exact.sum[size_t(i)]));
                EXPECT_EQ(0, wrong) << size << ' ' << factor << ' ' << delta;
            }
}

//! Floats add these integers exactly, but the error of their sums by transforms exceeds half a unit.
TEST_P(Clconv_Fft, refusesIntegersThatItWouldRound)
{
    Mat kernel(15, 15, CV_32F, Scalar(1));
    kernel.at<float>(3, 4) = 2;
    const UMat src(40, 50, CV_16UC1, Scalar(0));
    clconv::ForceScope force(GetParam());
    const String words = clconv::explain(src, -1, kernel);
    EXPECT_NE(String::npos, words.find(name() + ": refused, Fourier transforms would not keep")) << words;
    kernel.setTo(infinity);
    const String notFinite = clconv::explain(src, -1, kernel);
    EXPECT_NE(String::npos, notFinite.find(name() + ": refused, Fourier transforms would not keep")) << notFinite;
}

TEST_P(Clconv_Fft, agreesWithStock)
{
    RNG rng(12);
    const Mat src = randomImage(imageSize(300, 200), CV_8UC3, rng), kernel = randomFilter(Size(11, 11), CV_8U, CV_8U);
    Mat expected;
    cv::filter2D(src, expected, -1, kernel);
    EXPECT_LE(cv::norm(filtered(src, kernel), expected, NORM_INF), 1);
}

//! Tiles that are too large for the tests above
class Clconv_FftLargeTiles : public Clconv_Fft
{
protected:
    FilterCase caseOfSize(int type, Size size, Size filterSize, int border)
    {
        FilterCase filterCase = caseOf(type, CV_MAT_DEPTH(type), filterSize, border);
        filterCase.size = size;
        return filterCase;
    }
};

TEST_P(Clconv_FftLargeTiles, meetAtTheirEdges)
{
    const int side = tileSize() + 60;
    for (Size size : {Size(side, 40), Size(40, side)})
        for (int type : {CV_8UC3, CV_32FC1, CV_32FC(5), CV_16UC(9)}) // up to more channels than a panel has scalars
            if (tileSize() < 2048 || CV_MAT_CN(type) < 9)            // whose rows are more than a work-group's
            {
                EXPECT_TRUE(isRight(caseOfSize(type, size, Size(17, 15), BORDER_REFLECT), name()));
            }
}

TEST_P(Clconv_FftLargeTiles, takeTheLargestFilters)
{
    const int side = largest().width;
    for (Size filter : {Size(side, 3), Size(3, side), Size(300, 260)})
        EXPECT_TRUE(isRight(caseOfSize(CV_32FC1, Size(61, 47), filter, BORDER_REFLECT_101), name()));
}

TEST_P(Clconv_FftLargeTiles, keepTheirPromise)
{
    for (Size size : {Size(tileSize() + 40, 60), Size(60, tileSize() + 40)})
    {
        Mat image(size, CV_32FC1);
        RNG(3).fill(image, RNG::UNIFORM, -1, 1);
        for (int i = 1; i < 6; i++)
            image.at<float>(size.height * i / 6, size.width * i / 6) = std::numeric_limits<float>::quiet_NaN();
        image.at<float>(30, 20) = infinity;
        expectPromised(image, randomFilter(Size(15, 15), CV_32F, CV_32F));
        image = Mat(cv::abs(image)) * 0.01;
        image.row(20) += 0.5;
        expectPromised(image, randomFilter(Size(15, 15), CV_32F, CV_32F));
    }
}

//! The documented error of few products is smaller than that of `fft`.
TEST(Clconv_FftFewTaps, areRefused)
{
    const UMat src(40, 50, CV_32FC1, Scalar(0));
    for (const char* force : {"fft", "fft_large"})
    {
        if (!isForThisDevice(variantOf(force)))
            continue;
        clconv::ForceScope scope(force);
        const String words = clconv::explain(src, -1, Mat::ones(4, 4, CV_32F) + Mat::eye(4, 4, CV_32F));
        EXPECT_NE(String::npos, words.find(std::string(force) + ": refused, sums of so few products")) << words;
    }
}

CLCONV_INSTANTIATE(All, Clconv_Fft,
                   testing::Values("fft", "fft_large:TILE=256", "fft_large:TILE=512", "cpu_fft:TILE=64",
                                   "cpu_fft:TILE=128", "cpu_fft:TILE=256", "fft:TILE_COLS=128"),
                   forceName<std::string>);
CLCONV_INSTANTIATE(All, Clconv_FftLargeTiles,
                   testing::Values("fft_large:TILE=512", "fft_large:TILE=1024", "fft_large:TILE=2048"),
                   forceName<std::string>);

}} // namespace opencv_test
