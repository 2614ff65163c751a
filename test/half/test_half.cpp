// SPDX-License-Identifier: Apache-2.0
//
// CV_16F as source and as result: each implementation against the oracle, and calls that OpenCV does not have.

#include "cases/small.hpp"
#include "cases/variants.hpp"
#include "opencv2/clconv/chain.hpp"
#include "opencv2/clconv/masked.hpp"
#include "support/thrown.hpp"

namespace opencv_test { namespace {

class Clconv_Half : public testing::TestWithParam<Variant>
{
};

//! A small filter; a larger one for transforms, which refuse small ones.
Size filterSizeOf(const Variant& variant)
{
    return variant.fft ? Size(13, 11) : Size(5, 3);
}

//! Only a few pairs of depths, because each builds a program.
TEST_P(Clconv_Half, isRight)
{
    const Variant& variant = GetParam();
    if (!isForThisDevice(variant))
        CLCONV_SKIP("it is for other devices");
    const bool onlyResults = variant.image || variant.mma || variant.separableMma || variant.box;
    const bool isSlow = variant.fft && !variant.cpuFft; // PoCL builds a program of transforms in 20 s
    std::vector<std::pair<int, int>> types = {{CV_16FC1, CV_16F}};
    if (!isSlow)
        types.insert(types.end(), {{CV_16FC3, CV_8U}, {CV_8UC1, CV_16F}, {CV_64FC1, CV_16F}});
    int ran = 0;
    for (const auto& type : types)
    {
        FilterCase filterCase = caseFor(variant, type.first, type.second, filterSizeOf(variant), BORDER_REFLECT_101);
        filterCase.delta = 2.5;
        for (const FilterCase& each : layouts(filterCase, 4))
        {
            const Result result = perform(each);
            EXPECT_EQ("", result.error) << describe(each) << ", by " << result.implementation;
            ran += result.implementation == variant.name;
        }
    }
    EXPECT_GT(ran, onlyResults || isSlow ? 1 : 5);
}

//! Numbers of any exponent, including denormal halves.
TEST_P(Clconv_Half, isRightForLargeNumbersAndSmallOnes)
{
    if (!isForThisDevice(GetParam()))
        CLCONV_SKIP("it is for other devices");
    Mat_<float> numbers(40, 41);
    RNG rng(3);
    for (float& number : numbers)
        number = float(std::ldexp(rng.uniform(-1., 1.), rng.uniform(-24, 15)));
    FilterInput input;
    numbers.convertTo(input.src, CV_16F);
    input.kernel = caseFor(GetParam(), CV_16FC1, CV_16F, filterSizeOf(GetParam()), BORDER_REPLICATE).kernel;
    input.anchor = Point(-1, -1), input.delta = 0, input.border = BORDER_REPLICATE, input.ddepth = CV_16F;
    UMat source, result;
    input.src.copyTo(source);
    const clconv::ForceScope force(GetParam().force);
    clconv::filter2D(source, result, -1, input.kernel, input.anchor, 0, input.border);
    EXPECT_EQ("", findDifference(result.getMat(ACCESS_READ), exactSums(input),
                                 GetParam().fft ? Tolerance::Fourier : Tolerance::Factored));
}

//! NaN and infinity must reach only their windows; in specialized programs only those of taps that are not 0.
TEST_P(Clconv_Half, keepsWhatIsNotFinite)
{
    if (!isForThisDevice(GetParam()))
        CLCONV_SKIP("it is for other devices");
    const Point places[] = {Point(10, 15), Point(33, 7)};
    Mat_<float> numbers(40, 47, 1.f);
    numbers(places[0]) = std::numeric_limits<float>::quiet_NaN();
    numbers(places[1]) = -std::numeric_limits<float>::infinity();
    Mat halves, got;
    numbers.convertTo(halves, CV_16F);
    UMat source, result;
    halves.copyTo(source);
    const clconv::ForceScope force(GetParam().force);
    Mat kernel;
    caseFor(GetParam(), CV_16FC1, CV_16F, filterSizeOf(GetParam()), BORDER_REPLICATE).kernel.convertTo(kernel, CV_64F);
    clconv::filter2D(source, result, -1, kernel, Point(-1, -1), 0, BORDER_REFLECT_101);
    result.getMat(ACCESS_READ).convertTo(got, CV_32F);
    for (int y = 0; y < got.rows; ++y)
        for (int x = 0; x < got.cols; ++x)
        {
            bool isReached = false;
            for (const Point& place : places)
            {
                const Point tap(place.x - x + kernel.cols / 2, place.y - y + kernel.rows / 2);
                isReached |= tap.inside(Rect(Point(), kernel.size())) &&
                             (!GetParam().specialized || kernel.at<double>(tap) != 0);
            }
            EXPECT_EQ(!isReached, std::isfinite(got.at<float>(y, x))) << x << ", " << y;
        }
}

CLCONV_INSTANTIATE(All, Clconv_Half, testing::ValuesIn(variants()), variantName);
CLCONV_INSTANTIATE(Specialized, Clconv_Half, testing::ValuesIn(variantsOf(true)), variantName);

UMat halves(Size size, int channels, unsigned seed = 1)
{
    RNG rng(seed);
    UMat image;
    randomImage(size, CV_MAKETYPE(CV_16F, channels), rng).copyTo(image);
    return image;
}

//! The result of the filter on floats, rounded once.
template<typename Filter>
void expectThatOfFloats(const UMat& source, const Filter& filter)
{
    UMat result;
    filter(source, result);
    Mat floats, expected, got;
    source.getMat(ACCESS_READ).convertTo(floats, CV_32F);
    UMat onFloats;
    filter(floats.getUMat(ACCESS_READ), onFloats);
    onFloats.getMat(ACCESS_READ).convertTo(expected, CV_16F);
    expected.convertTo(expected, CV_32F);
    result.getMat(ACCESS_READ).convertTo(got, CV_32F);
    ASSERT_EQ(CV_16F, result.depth());
    // One unit in the last of a half's 11 digits, for sums between two halves.
    const Mat bound = cv::abs(expected) * 1e-3 + Scalar::all(2e-3);
    EXPECT_EQ(0, countNonZero(Mat(cv::abs(expected - got) > bound).reshape(1)));
}

TEST(Clconv_Half, namedFiltersTakeIt)
{
    const UMat source = halves(Size(83, 61), 3);
    expectThatOfFloats(source, [](const UMat& s, UMat& d) { clconv::GaussianBlur(s, d, Size(9, 9), 0); });
    expectThatOfFloats(source, [](const UMat& s, UMat& d) { clconv::blur(s, d, Size(5, 7)); });
    expectThatOfFloats(source, [](const UMat& s, UMat& d) { clconv::Sobel(s, d, -1, 1, 0, 5); });
    expectThatOfFloats(source, [](const UMat& s, UMat& d) { clconv::Scharr(s, d, -1, 0, 1); });
    expectThatOfFloats(source, [](const UMat& s, UMat& d) { clconv::Laplacian(s, d, -1, 3); });
}

bool haveEqualBits(const UMat& first, const UMat& second)
{
    const Mat a = first.getMat(ACCESS_READ), b = second.getMat(ACCESS_READ); // cv::compare does not accept halves
    return a.type() == b.type() && a.size() == b.size() &&
           cv::norm(Mat(a.size(), CV_16UC1, a.data, a.step), Mat(b.size(), CV_16UC1, b.data, b.step), NORM_INF) == 0;
}

TEST(Clconv_Half, banksAndBatchesTakeIt)
{
    const std::vector<UMat> sources = {halves(Size(40, 30), 1), halves(Size(33, 51), 1, 2)};
    const std::vector<Mat> kernels = {Mat::ones(3, 3, CV_32F) / 9, Mat_<float>({1, 3}, {-1, 0, 1})};
    std::vector<UMat> ofBank, ofBatch;
    clconv::filterBank(sources[0], ofBank, -1, kernels);
    clconv::filterBatch(sources, ofBatch, -1, kernels[0]);
    for (size_t i = 0; i < 2; ++i)
    {
        UMat expected;
        clconv::filter2D(sources[0], expected, -1, kernels[i]);
        EXPECT_TRUE(haveEqualBits(expected, ofBank[i]));
        clconv::filter2D(sources[i], expected, -1, kernels[0]);
        EXPECT_TRUE(haveEqualBits(expected, ofBatch[i]));
    }
}

TEST(Clconv_Half, masksLeaveItsPixelsOut)
{
    for (int channels : {1, 3, 5})
        for (int depth : {-1, int(CV_8U), int(CV_32F)}) // depth of the mask; -1: NaN
        {
            const UMat source = halves(Size(43, 35), channels);
            Mat floats, mask, expected, got;
            source.getMat(ACCESS_READ).convertTo(floats, CV_32F);
            if (depth >= 0)
                RNG(5).fill(mask = Mat(floats.size(), depth), RNG::UNIFORM, 0, 2);
            else
                floats.reshape(1)(Rect(10 * channels, 10, 9 * channels, 9))
                    .setTo(std::numeric_limits<double>::quiet_NaN());
            Mat changed;
            floats.convertTo(changed, CV_16F);
            UMat missing, result, ofFloats;
            changed.copyTo(missing);
            clconv::filter2DMasked(missing, mask, result, -1, Mat::ones(5, 3, CV_32F));
            EXPECT_EQ("masked", clconv::lastImplementation());
            clconv::filter2DMasked(floats.getUMat(ACCESS_READ), mask, ofFloats, -1, Mat::ones(5, 3, CV_32F));
            ofFloats.getMat(ACCESS_READ).convertTo(expected, CV_16F); // rounded as on the device
            expected.convertTo(expected, CV_32F);
            result.getMat(ACCESS_READ).convertTo(got, CV_32F);
            patchNaNs(expected, -1), patchNaNs(got, -1); // windows without pixels
            EXPECT_LE(cv::norm(expected, got, NORM_INF), 0.5) << channels << ", " << depth;
        }
}

TEST(Clconv_Half, canBePrepared)
{
    const UMat source = halves(Size(64, 48), 1);
    const Mat kernel = Mat::ones(3, 7, CV_32F);
    EXPECT_TRUE(clconv::prepare(kernel, CV_16FC1, -1));
    UMat result;
    EXPECT_TRUE(clconv::prepare([&] { clconv::filter2D(source, result, CV_16F, kernel); }));
}

TEST(Clconv_Half, isRefusedByChains)
{
    const UMat source = halves(Size(64, 48), 1);
    UMat result;
    clconv::Chain chain;
    chain.blur(Size(3, 3));
    EXPECT_THROW(chain.apply(source, result), cv::Exception);
    EXPECT_TRUE(result.empty());
}

//! If the device does not run a call, the CPU filters floats.
TEST(Clconv_Half, isComputedOnTheCpuWhereTheDeviceIsOff)
{
    const UMat source = halves(Size(50, 40), 1);
    const Mat kernel = Mat::ones(3, 5, CV_32F) / 15;
    UMat onDevice, onCpu;
    clconv::filter2D(source, onDevice, -1, kernel);
    ocl::setUseOpenCL(false);
    clconv::filter2D(source, onCpu, -1, kernel);
    ocl::setUseOpenCL(true);
    ASSERT_EQ(CV_16FC1, onCpu.type());
    Mat a, b;
    onDevice.getMat(ACCESS_READ).convertTo(a, CV_32F);
    onCpu.getMat(ACCESS_READ).convertTo(b, CV_32F);
    EXPECT_LE(cv::norm(a, b, NORM_INF), 0.5); // one unit in the last place of numbers up to 1000
}

TEST(Clconv_Half, isRefusedOnMatsAsByOpenCV)
{
    const Mat source(20, 30, CV_16FC1, Scalar(0)), bytes(20, 30, CV_8UC1, Scalar(0)), kernel = Mat::ones(3, 3, CV_32F);
    Mat result;
    for (const Mat& image : {source, bytes})
    {
        const int expected = codeOf([&] { cv::filter2D(image, result, CV_16F, kernel); });
        EXPECT_NE(0, expected);
        EXPECT_EQ(expected, codeOf([&] { clconv::filter2D(image, result, CV_16F, kernel); }));
    }
}

}} // namespace opencv_test
