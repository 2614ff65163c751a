// SPDX-License-Identifier: Apache-2.0
//
// Chain: its results equal those of the stages one by one, in one launch if the stages allow it; what it refuses.

#include "support/test_precomp.hpp"

#include "batch/launches.hpp"
#include "support/device.hpp"
#include "support/thrown.hpp"

#include <opencv2/clconv/chain.hpp>

namespace opencv_test { namespace {

UMat imageOf(Size size, int type, int seed = 1)
{
    RNG rng(static_cast<uint64>(seed));
    UMat image;
    randomImage(size, type, rng).copyTo(image);
    return image;
}

bool equal(const UMat& a, const UMat& b)
{
    const Mat x = a.getMat(ACCESS_READ), y = b.getMat(ACCESS_READ);
    return x.type() == y.type() && x.size() == y.size() && cv::norm(x, y, NORM_INF) == 0;
}

clconv::Chain edges()
{
    clconv::Chain chain;
    chain.GaussianBlur(Size(5, 5), 0).gradientMagnitude(CV_8U);
    return chain;
}

void edgesOneByOne(const UMat& image, UMat& result)
{
    UMat blurred, x, y;
    Mat absX, absY, both;
    clconv::GaussianBlur(image, blurred, Size(5, 5), 0);
    clconv::Sobel(blurred, x, CV_16S, 1, 0);
    clconv::Sobel(blurred, y, CV_16S, 0, 1);
    cv::convertScaleAbs(x.getMat(ACCESS_READ), absX);
    cv::convertScaleAbs(y.getMat(ACCESS_READ), absY);
    cv::add(absX, absY, both);
    both.copyTo(result);
}

TEST(Clconv_Chain, takesOneLaunchForABlurAndTheMagnitudeOfItsGradient)
{
    const UMat image = imageOf(Size(317, 203), CV_8UC1);
    UMat result, expected;
    edges().apply(image, result); // builds the program
    Launches launches;
    edges().apply(image, result);
    EXPECT_EQ(1u, launches.count());
    edgesOneByOne(image, expected);
    EXPECT_TRUE(equal(expected, result));
}

//! Sizes around those of tiles: the last tile of a row overlaps its predecessor.
TEST(Clconv_Chain, equalsItsStagesForEverySize)
{
    for (int width = 1; width < 40; ++width)
    {
        const UMat image = imageOf(Size(width, 1 + width * 7 % 23), CV_8UC1, width);
        UMat result, expected;
        edges().apply(image, result);
        edgesOneByOne(image, expected);
        ASSERT_TRUE(equal(expected, result)) << image.size();
    }
}

TEST(Clconv_Chain, readsThePixelsAroundARegionInItsFirstStageOnly)
{
    const UMat whole = imageOf(Size(120, 90), CV_8UC1);
    for (const Rect& region : {Rect(10, 10, 80, 60), Rect(0, 0, 80, 60), Rect(1, 2, 80, 60), Rect(40, 30, 80, 60)})
    {
        const UMat image = whole(region);
        UMat result, expected;
        edges().apply(image, result);
        edgesOneByOne(image, expected);
        EXPECT_TRUE(equal(expected, result)) << region;
    }
}

//! Filters with different borders read a value, and one computed from it: no border must affect the other filter.
TEST(Clconv_Chain, keepsTheBordersOfOneValueApart)
{
    const UMat image = imageOf(Size(100, 80), CV_8UC1);
    const Size size(3, 3);
    const clconv::Chain blurred = clconv::Chain().GaussianBlur(size, 0);
    clconv::Chain chain = blurred, other = blurred;
    other.convertScaleAbs(1, 1).GaussianBlur(size, 0);
    chain.blur(size, Point(-1, -1), BORDER_REPLICATE).add(other);
    UMat result;
    chain.apply(image, result);

    UMat first, second;
    Mat brighter, expected;
    clconv::GaussianBlur(image, first, size, 0);
    convertScaleAbs(first.getMat(ACCESS_READ), brighter, 1, 1);
    clconv::blur(first, second, size, Point(-1, -1), BORDER_REPLICATE);
    UMat again;
    brighter.copyTo(again);
    clconv::GaussianBlur(again, again, size, 0);
    cv::add(again.getMat(ACCESS_READ), second.getMat(ACCESS_READ), expected);
    EXPECT_EQ(0, cv::norm(expected, result.getMat(ACCESS_READ), NORM_INF));
}

TEST(Clconv_Chain, sharpensInOneLaunch)
{
    const UMat image = imageOf(Size(131, 77), CV_8UC3);
    clconv::Chain chain;
    chain.GaussianBlur(Size(5, 5), 1.2).addWeighted(-0.5, clconv::Chain(), 1.5, 0);
    UMat result, blurred;
    chain.apply(image, result);
    Launches launches;
    chain.apply(image, result);
    EXPECT_EQ(1u, launches.count());
    clconv::GaussianBlur(image, blurred, Size(5, 5), 1.2);
    Mat expected;
    cv::addWeighted(blurred.getMat(ACCESS_READ), -0.5, image.getMat(ACCESS_READ), 1.5, 0, expected);
    EXPECT_EQ(0, cv::norm(expected, result.getMat(ACCESS_READ), NORM_INF));
}

TEST(Clconv_Chain, appliesABranchToItsOwnSource)
{
    const UMat image = imageOf(Size(90, 50), CV_8UC1);
    clconv::Chain wide, difference;
    wide.GaussianBlur(Size(9, 9), 0);
    difference.GaussianBlur(Size(3, 3), 0).subtract(wide);
    UMat result, narrow, wider;
    difference.apply(image, result);
    clconv::GaussianBlur(image, narrow, Size(3, 3), 0);
    clconv::GaussianBlur(image, wider, Size(9, 9), 0);
    Mat expected;
    cv::subtract(narrow.getMat(ACCESS_READ), wider.getMat(ACCESS_READ), expected);
    EXPECT_EQ(0, cv::norm(expected, result.getMat(ACCESS_READ), NORM_INF));
}

TEST(Clconv_Chain, joinsDerivativesToTheirMagnitudeInOneLaunch)
{
    const UMat image = imageOf(Size(131, 77), CV_8UC3);
    clconv::Chain chain, gradient;
    chain.Scharr(CV_32F, 1, 0).magnitude(clconv::Chain().Scharr(CV_32F, 0, 1));
    gradient.gradientMagnitude(CV_32F, FILTER_SCHARR, true);
    UMat result, expected, dx, dy;
    chain.apply(image, result);
    Launches launches;
    chain.apply(image, result);
    EXPECT_EQ(1u, launches.count());
    gradient.apply(image, expected);
    EXPECT_TRUE(equal(expected, result));
    clconv::Scharr(image, dx, CV_32F, 1, 0);
    clconv::Scharr(image, dy, CV_32F, 0, 1);
    Mat magnitude;
    cv::magnitude(dx.getMat(ACCESS_READ), dy.getMat(ACCESS_READ), magnitude);
    EXPECT_LE(cv::norm(magnitude, result.getMat(ACCESS_READ), NORM_INF), cv::norm(magnitude, NORM_INF) * FLT_EPSILON);
}

TEST(Clconv_Chain, givesMagnitudesOfDoubles)
{
    if (!hasDoubles())
        CLCONV_SKIP("the device has no doubles");
    const UMat image = imageOf(Size(50, 40), CV_64FC2);
    clconv::Chain chain, doubled;
    chain.magnitude(doubled.convertTo(-1, 2));
    UMat result;
    chain.apply(image, result);
    EXPECT_EQ(CV_64FC2, result.type());
    const Mat pixels = image.getMat(ACCESS_READ);
    Mat magnitude;
    cv::magnitude(pixels, Mat(2 * pixels), magnitude);
    EXPECT_LE(cv::norm(magnitude, result.getMat(ACCESS_READ), NORM_INF), cv::norm(magnitude, NORM_INF) * DBL_EPSILON);
}

TEST(Clconv_Chain, worksInPlace)
{
    UMat image = imageOf(Size(100, 80), CV_8UC1), expected;
    edgesOneByOne(image, expected);
    edges().apply(image, image);
    EXPECT_TRUE(equal(expected, image));
}

TEST(Clconv_Chain, ofMatsEqualsTheFunctionsOnMats)
{
    const UMat image = imageOf(Size(100, 80), CV_8UC1);
    const Mat source = image.getMat(ACCESS_READ).clone();
    UMat expected;
    edgesOneByOne(image, expected);
    Mat result;
    edges().apply(source, result);
    EXPECT_EQ(0, cv::norm(expected.getMat(ACCESS_READ), result, NORM_INF));
    UMat onDevice;
    edges().apply(source, onDevice);
    EXPECT_TRUE(equal(expected, onDevice));
}

TEST(Clconv_Chain, runsWithoutOpenCL)
{
    const UMat image = imageOf(Size(100, 80), CV_8UC1);
    UMat expected, result;
    edgesOneByOne(image, expected);
    ocl::setUseOpenCL(false);
    edges().apply(image, result);
    ocl::setUseOpenCL(true);
    EXPECT_TRUE(equal(expected, result));
}

//! A filter whose sums are rounded keeps its own program, which decides their order.
TEST(Clconv_Chain, leavesSumsThatAreNotExactToTheFiltersOwnKernel)
{
    const UMat image = imageOf(Size(100, 80), CV_32FC1);
    clconv::Chain chain;
    chain.GaussianBlur(Size(5, 5), 0).GaussianBlur(Size(3, 3), 0).threshold(10, 1, THRESH_TOZERO);
    const std::string text = chain.explain(image);
    EXPECT_EQ(2, std::count(text.begin(), text.end(), '\n')) << text;
    EXPECT_EQ(std::string::npos, text.find("chain")) << text;
    UMat result, blurred, twice;
    chain.apply(image, result);
    clconv::GaussianBlur(image, blurred, Size(5, 5), 0);
    clconv::GaussianBlur(blurred, twice, Size(3, 3), 0);
    Mat expected;
    cv::threshold(twice.getMat(ACCESS_READ), expected, 10, 1, THRESH_TOZERO);
    EXPECT_EQ(0, cv::norm(expected, result.getMat(ACCESS_READ), NORM_INF));
}

TEST(Clconv_Chain, withoutStagesCopies)
{
    const UMat image = imageOf(Size(30, 20), CV_16UC3);
    UMat result;
    EXPECT_TRUE(clconv::Chain().empty());
    clconv::Chain().apply(image, result);
    EXPECT_TRUE(equal(image, result));
}

TEST(Clconv_Chain, isAValue)
{
    const UMat image = imageOf(Size(50, 40), CV_8UC1);
    clconv::Chain blurred;
    blurred.blur(Size(3, 3));
    clconv::Chain both = blurred;
    both.Laplacian(CV_8U);
    UMat one, expected;
    blurred.apply(image, one);
    clconv::blur(image, expected, Size(3, 3));
    EXPECT_TRUE(equal(expected, one));
    both.add(both); // its own stages become the branch
    both.apply(image, one);
    UMat edge;
    clconv::Laplacian(expected, edge, CV_8U);
    Mat twice;
    cv::add(edge.getMat(ACCESS_READ), edge.getMat(ACCESS_READ), twice);
    EXPECT_EQ(0, cv::norm(twice, one.getMat(ACCESS_READ), NORM_INF));
}

TEST(Clconv_Chain, refusesWrongStagesWhereTheyAreAdded)
{
    const auto added = [](const std::function<void(clconv::Chain&)>& add)
    {
        clconv::Chain chain;
        const int code = codeOf([&] { add(chain); });
        EXPECT_TRUE(chain.empty());
        return code;
    };
    const auto asserts = [&](const std::function<void(clconv::Chain&)>& add) { return added(add) == Error::StsAssert; };
    EXPECT_TRUE(asserts([](clconv::Chain& chain) { chain.GaussianBlur(Size(4, 4), 0); }));
    EXPECT_TRUE(asserts([](clconv::Chain& chain) { chain.Sobel(CV_16S, 0, 0); }));
    EXPECT_TRUE(asserts([](clconv::Chain& chain) { chain.boxFilter(-1, Size(0, 3)); }));
    EXPECT_TRUE(asserts([](clconv::Chain& chain) { chain.filter2D(-1, Mat()); }));
    EXPECT_EQ(int(Error::StsOutOfRange), added([](clconv::Chain& chain) { chain.Laplacian(CV_8U, 33); }));
    EXPECT_EQ(int(Error::StsBadArg), added([](clconv::Chain& chain) { chain.threshold(1, 2, THRESH_OTSU); }));
    EXPECT_EQ(int(Error::StsBadFlag), added([](clconv::Chain& chain) { chain.cvtColor(COLOR_BGR2HSV); }));
    EXPECT_EQ(int(Error::StsUnsupportedFormat), added([](clconv::Chain& chain) { chain.convertTo(CV_16F); }));
}

TEST(Clconv_Chain, refusesWrongImagesWhereItIsApplied)
{
    const auto applied = [](const clconv::Chain& chain, int type)
    {
        UMat image(20, 20, type, Scalar::all(1)), result;
        return codeOf([&] { chain.apply(image, result); });
    };
    clconv::Chain grey, toBytes, mixed, magnitude, mixedMagnitude;
    grey.cvtColor(COLOR_BGR2GRAY);
    const Mat bytes(20, 20, CV_8UC1), integers(20, 20, CV_32SC1), floats(20, 20, CV_32FC1);
    Mat out;
    const int ofGrey = codeOf([&] { cv::cvtColor(bytes, out, COLOR_BGR2GRAY); });
    const int ofThreshold = codeOf([&] { cv::threshold(integers, out, 1, 2, THRESH_BINARY); });
    const int ofSum = codeOf([&] { cv::add(floats, bytes, out); });
    EXPECT_NE(0, ofGrey);
    EXPECT_EQ(ofGrey, applied(grey, CV_8UC1));
    EXPECT_EQ(0, applied(grey, CV_8UC3));
    toBytes.threshold(1, 2, THRESH_BINARY);
    EXPECT_EQ(ofThreshold, applied(toBytes, CV_32SC1));
    mixed.convertTo(CV_32F).add(clconv::Chain());
    EXPECT_EQ(ofSum, applied(mixed, CV_8UC1));
    magnitude.magnitude(clconv::Chain());
    mixedMagnitude.convertTo(CV_32F).magnitude(clconv::Chain());
    const Mat words(20, 20, CV_16SC1), doubles(20, 20, CV_64FC1);
    for (const Mat& image : {bytes, words, integers})
    {
        const int ofMagnitude = codeOf([&] { cv::magnitude(image, image, out); });
        EXPECT_NE(0, ofMagnitude);
        EXPECT_EQ(ofMagnitude, applied(magnitude, image.type())) << image.type();
    }
    EXPECT_EQ(0, applied(magnitude, CV_32FC1));
    EXPECT_EQ(0, applied(magnitude, CV_64FC1));
    const int ofBoth = codeOf([&] { cv::magnitude(floats, doubles, out); });
    EXPECT_EQ(ofBoth, applied(mixedMagnitude, CV_64FC1));
    EXPECT_EQ(0, applied(mixedMagnitude, CV_32FC1));
    UMat none, result;
    EXPECT_EQ(int(Error::StsAssert), codeOf([&] { grey.apply(none, result); }));
}

TEST(Clconv_Chain, preparesItsProgram)
{
    EXPECT_TRUE(edges().prepare(CV_8UC1, Size(64, 48)));
    clconv::Chain many;
    EXPECT_TRUE(many.blur(Size(3, 3)).abs().prepare(CV_8UC(6), Size(64, 48)));
}

//! Chains with equal lists of stages but different numbers in them.
TEST(Clconv_Chain, keepsProgramsApartThatReadOtherNumbers)
{
    const UMat image = imageOf(Size(40, 30), CV_8UC1);
    clconv::Chain copied, converted;
    copied.GaussianBlur(Size(1, 1), 0).cvtColor(COLOR_GRAY2BGRA);
    converted.convertTo(-1).cvtColor(COLOR_GRAY2BGRA);
    Mat expected;
    cv::cvtColor(image.getMat(ACCESS_READ), expected, COLOR_GRAY2BGRA);
    for (const clconv::Chain* chain : {&converted, &copied})
    {
        UMat result;
        chain->apply(image, result);
        EXPECT_EQ(0, cv::norm(expected, result.getMat(ACCESS_READ), NORM_INF));
    }
}

TEST(Clconv_Chain, comparesFloatsWithAThresholdInFloat)
{
    if (!hasDoubles())
        CLCONV_SKIP("the device has no doubles");
    const UMat image(20, 20, CV_32FC1, Scalar::all(0.1f));
    clconv::Chain chain;
    chain.threshold(0.1, 1, THRESH_BINARY).convertTo(CV_64F);
    UMat result;
    chain.apply(image, result);
    EXPECT_EQ(0, cv::norm(result.getMat(ACCESS_READ), NORM_INF));
}

TEST(Clconv_Chain, leavesImagesToTheCpuThatAreMapped)
{
    UMat image = imageOf(Size(100, 80), CV_8UC1), expected, result;
    edgesOneByOne(image, expected);
    {
        const Mat mapped = image.getMat(ACCESS_READ);
        edges().apply(image, result);
    }
    EXPECT_TRUE(equal(expected, result));
    UMat other(Size(10, 10), CV_8UC1);
    {
        const Mat mapped = other.getMat(ACCESS_READ);
        EXPECT_EQ(int(Error::StsAssert), codeOf([&] { edges().apply(image, other); }));
    }
}

}} // namespace opencv_test
