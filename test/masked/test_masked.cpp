// SPDX-License-Identifier: Apache-2.0
//
// filter2DMasked compared with its definition, in double, one output at a time.

#include "api/masked/two_filters.hpp"
#include "support/device.hpp"
#include "support/fake_devices.hpp"

namespace opencv_test { namespace {

using clconv::filter2DMasked;

enum class Missing
{
    NaN,
    Bytes,
    Floats
};

const float nan = std::numeric_limits<float>::quiet_NaN();
const double empty = 77;

struct Case
{
    int type;
    Size size;
    Missing missing;
    Mat kernel;
    Point anchor;
    int border;
    double delta;
    int ddepth;
};

std::ostream& operator<<(std::ostream& out, const Case& c)
{
    return out << typeToString(c.type) << " to " << c.ddepth << ", " << c.size << ", missing " << int(c.missing)
               << ", kernel " << c.kernel.size() << ", anchor " << c.anchor << ", border " << c.border;
}

//! Positive taps, none of which is 0, or integers of both signs whose sum is 3.
Mat kernelOf(Size size, bool positive, RNG& random)
{
    Mat kernel(size, CV_32F);
    random.fill(kernel, RNG::UNIFORM, positive ? 0.1 : -3., positive ? 1. : 4.);
    if (positive)
        return kernel;
    kernel.convertTo(kernel, CV_32S);
    kernel.convertTo(kernel, CV_32F);
    kernel.at<float>(0) += 3 - float(sum(kernel)[0]);
    return kernel;
}

//! Makes an image a third of which is missing, including a block. Missing values are NaN if the depth has it.
//! @param weights of every pixel; with NaN a weight for each channel
void make(const Case& c, RNG& random, Mat& image, Mat& mask, Mat& weights)
{
    image.create(c.size, c.type);
    const bool isSigned = CV_MAT_DEPTH(c.type) != CV_8U && CV_MAT_DEPTH(c.type) != CV_16U;
    random.fill(image, RNG::UNIFORM, isSigned ? -100 : 0, 120);
    Mat numbers(c.size, c.missing == Missing::NaN ? CV_32FC(image.channels()) : CV_32FC1);
    random.fill(numbers, RNG::UNIFORM, 0, 3);
    numbers.convertTo(numbers, CV_MAKETYPE(CV_8U, numbers.channels()));
    const Rect block(c.size.width / 4, c.size.height / 4, (c.size.width + 1) / 2, (c.size.height + 1) / 2);
    Mat scalars = numbers.reshape(1);
    const Rect scalarsOfBlock(block.x * numbers.channels(), block.y, block.width * numbers.channels(), block.height);
    scalars(scalarsOfBlock).setTo(0);
    numbers.convertTo(weights, CV_64F);
    mask.release();
    if (c.missing == Missing::Floats)
        weights.convertTo(mask, CV_32F, 0.25);
    else if (c.missing == Missing::Bytes)
        mask = numbers;
    if (c.missing == Missing::Floats)
        weights *= 0.25;
    else
        cv::min(weights, 1., weights);
    const int depth = CV_MAT_DEPTH(c.type);
    if (c.missing == Missing::NaN && depth < CV_32F)
        weights.reshape(1).setTo(1);
    for (int y = 0; y < image.rows && depth >= CV_32F; ++y)
        for (int s = 0; s < image.cols * image.channels(); ++s)
            if (weights.ptr<double>(y)[c.missing == Missing::NaN ? s : s / image.channels()] == 0)
                depth == CV_32F ? image.ptr<float>(y)[s] = nan : image.ptr<double>(y)[s] = nan;
}

//! The tolerance of outputs whose weights add up to 0: with rounding errors the sum need not be 0.
const double cancelled = -1;

//! Computes what the definition gives, and how far a device may be from it.
void define(const Case& c, const Mat& image, const Mat& weights, Mat& expected, Mat& tolerance)
{
    Mat source;
    image.convertTo(source, CV_64F);
    const int cn = image.channels();
    expected.create(c.size, CV_64FC(cn));
    tolerance.create(c.size, CV_64FC(cn));
    const bool doubles = CV_MAT_DEPTH(c.type) == CV_64F || c.ddepth == CV_64F;
    const double u = (double(c.kernel.total()) + 8) * std::ldexp(1., doubles ? -53 : -24);
    for (int y = 0; y < image.rows; ++y)
        for (int s = 0; s < image.cols * cn; ++s)
        {
            double total = 0, sum = 0, magnitude = 0, weight = 0;
            for (int j = 0; j < c.kernel.rows; ++j)
                for (int i = 0; i < c.kernel.cols; ++i)
                {
                    const int sy = borderInterpolate(y + j - c.anchor.y, image.rows, c.border);
                    const int sx = borderInterpolate(s / cn + i - c.anchor.x, image.cols, c.border);
                    const int at = sx * cn + s % cn;
                    if (sy < 0 || sx < 0)
                        continue;
                    const double m = weights.ptr<double>(sy)[c.missing == Missing::NaN ? at : sx];
                    const double k = c.kernel.at<float>(j, i), value = m == 0 ? 0 : source.ptr<double>(sy)[at];
                    sum += k * m * value, total += k * m;
                    magnitude += std::abs(k * m * value), weight += std::abs(k * m);
                }
            const double quotient = sum / total;
            expected.ptr<double>(y)[s] = total == 0 ? empty : quotient + c.delta;
            tolerance.ptr<double>(y)[s] = total == 0 ? (weight == 0 ? 0 : cancelled)
                                                     : u * (magnitude + std::abs(quotient) * weight) / std::abs(total) +
                                                           4 * u * (std::abs(quotient) + std::abs(c.delta));
        }
}

void compareResult(const Case& c, const Mat& expected, const Mat& tolerance, const Mat& result, const char* where)
{
    ASSERT_EQ(CV_MAKETYPE(c.ddepth, CV_MAT_CN(c.type)), result.type()) << c;
    ASSERT_EQ(c.size, result.size()) << c;
    const bool whole = c.ddepth < CV_32F;
    Mat limited, got;
    Mat(result).convertTo(got, CV_64F);
    if (whole)
    {
        expected.convertTo(limited, c.ddepth);
        limited.convertTo(limited, CV_64F);
    }
    for (int y = 0; y < result.rows; ++y)
        for (int s = 0; s < result.cols * result.channels(); ++s)
        {
            const double value = got.ptr<double>(y)[s], exact = expected.ptr<double>(y)[s];
            if (tolerance.ptr<double>(y)[s] == cancelled)
                continue;
            const double bound = tolerance.ptr<double>(y)[s] + (whole ? 0.5 : std::abs(exact) * 1e-7);
            if (whole && value == limited.ptr<double>(y)[s])
                continue;
            ASSERT_LE(std::abs(value - exact), bound) << c << " " << where << " at scalar " << s << " of row " << y;
        }
}

//! Runs the case on the device by its kernel, on Mats and, on request, on the device by filters.
void check(const Case& c, bool byFilters, RNG& random)
{
    Mat image, mask, weights, expected, tolerance, onMats;
    make(c, random, image, mask, weights);
    define(c, image, weights, expected, tolerance);
    UMat source, weighted, result;
    image.copyTo(source);
    mask.copyTo(weighted);
    filter2DMasked(source, weighted, result, c.ddepth, c.kernel, c.anchor, c.delta, c.border, empty);
    EXPECT_EQ("masked", clconv::lastImplementation()) << c;
    compareResult(c, expected, tolerance, result.getMat(ACCESS_READ), "on the device");
    filter2DMasked(image, mask, onMats, c.ddepth, c.kernel, c.anchor, c.delta, c.border, empty);
    compareResult(c, expected, tolerance, onMats, "on Mats");
    if (!byFilters)
        return;
    clconv::Call call = clconv::checkFilter2D(source, nullptr, c.ddepth, c.kernel, c.anchor, c.delta, c.border);
    call.weights = c.missing == Missing::NaN     ? clconv::Weights::NotNaN
                   : c.missing == Missing::Bytes ? clconv::Weights::Bytes
                                                 : clconv::Weights::Floats;
    call.emptyValue = empty;
    clconv::divideFiltered(source, weighted, result, call);
    compareResult(c, expected, tolerance, result.getMat(ACCESS_READ), "by filters");
}

TEST(Clconv_Masked, isTheDefinition)
{
    RNG random(1);
    const int borders[] = {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_WRAP, BORDER_REFLECT_101};
    const int types[] = {CV_32FC1, CV_8UC1, CV_32FC3, CV_16SC2, CV_8UC3, CV_64FC1, CV_16UC4, CV_32FC(5), CV_8SC1};
    const Size sizes[] = {{1, 1}, {7, 5}, {67, 33}, {40, 3}, {5, 41}}, kernels[] = {{3, 3}, {1, 5}, {6, 4}, {9, 9}};
    int number = 0;
    for (int type : types)
        for (const Missing missing : {Missing::NaN, Missing::Bytes, Missing::Floats})
        {
            const Size kernel = kernels[number % 4];
            const int depth = number % 2 ? int(CV_32F) : CV_MAT_DEPTH(type);
            check({type, sizes[number % 5], missing, kernelOf(kernel, number % 7 != 0, random),
                   Point(random.uniform(0, kernel.width), random.uniform(0, kernel.height)), borders[number % 5],
                   number % 3 == 0 ? 1.5 : 0, CV_MAT_DEPTH(type) == CV_64F ? CV_64F : depth},
                  number % 4 == 0, random); // OpenCV builds a dozen programs for each type
            ++number;
        }
}

TEST(Clconv_Masked, parametersDoNotChangeTheResult)
{
    RNG random(5);
    const clconv::Implementation& impl = *clconv::implementationOf("masked");
    const clconv::DeviceTraits traits = clconv::traitsOf(ocl::Device::getDefault());
    const Case c = {
        CV_8UC1, Size(67, 33), Missing::Bytes, kernelOf(Size(4, 3), true, random), Point(1, 2), BORDER_REPLICATE,
        0,       CV_32F};
    clconv::Problem problem = problemOf(CV_8U, CV_32F, 1, c.kernel.size(), c.size);
    problem.weights = clconv::Weights::Bytes;
    for (const clconv::ParamSpec& spec : impl.parameters)
    {
        int tried = 0;
        for (int value : {0, 1, 3, 4, 8, 16})
        {
            clconv::Decisions decisions;
            if (!clconv::complete(impl, problem, traits, {{spec.name, value}}, clconv::Tuning(), decisions).empty())
                continue;
            const std::string text = cv::format("masked:%s=%d", spec.name, value);
            SCOPED_TRACE(text);
            const clconv::ForceScope force(text);
            check(c, false, random);
            ++tried;
        }
        EXPECT_GT(tried, 2) << spec.name;
    }
}

TEST(Clconv_Masked, ofRegionsIsThatOfTheirCopies)
{
    RNG random(2);
    const Case c = {
        CV_32FC1, Size(90, 60), Missing::Bytes, kernelOf(Size(5, 7), true, random), Point(2, 3), BORDER_REFLECT,
        0,        CV_32F};
    Mat image, mask, weights;
    make(c, random, image, mask, weights);
    UMat source, weighted, ofCopies, ofRegions(Size(90, 60), CV_32FC1, Scalar(-5));
    image.copyTo(source);
    mask.copyTo(weighted);
    const Rect region(11, 7, 53, 31), target(3, 20, 53, 31);
    const auto filtered = [&](const UMat& s, const UMat& m, UMat d)
    { filter2DMasked(s, m, d, -1, c.kernel, c.anchor, 0, c.border, empty); };
    ofCopies.create(region.size(), CV_32FC1);
    filtered(source(region).clone(), weighted(region).clone(), ofCopies);
    filtered(source(region), weighted(region), ofRegions(target));
    EXPECT_EQ(0, cv::norm(ofCopies, ofRegions(target), NORM_INF));
    ofRegions(target).setTo(-5);
    EXPECT_EQ(0, cv::norm(ofRegions, Mat(Size(90, 60), CV_32FC1, Scalar(-5)), NORM_INF)) << "written outside";
    filtered(source(region), weighted(region), source(region));
    EXPECT_EQ(0, cv::norm(ofCopies, source(region), NORM_INF)) << "in place";
}

TEST(Clconv_Masked, ofMixedImages)
{
    RNG random(3);
    const Case c = {
        CV_32FC1, Size(64, 48), Missing::Bytes, kernelOf(Size(3, 3), true, random), Point(1, 1), BORDER_REFLECT_101,
        0,        CV_32F};
    Mat image, mask, weights, expected, tolerance, onMat;
    make(c, random, image, mask, weights);
    define(c, image, weights, expected, tolerance);
    UMat source, onDevice;
    image.copyTo(source);
    filter2DMasked(source, mask, onDevice, -1, c.kernel, c.anchor, 0, c.border, empty);
    compareResult(c, expected, tolerance, onDevice.getMat(ACCESS_READ), "with a mask that is a Mat");
    filter2DMasked(source, mask, onMat, -1, c.kernel, c.anchor, 0, c.border, empty);
    compareResult(c, expected, tolerance, onMat, "to a Mat");
    const Mat mapped = source.getMat(ACCESS_READ);
    filter2DMasked(source, mask, onDevice, -1, c.kernel, c.anchor, 0, c.border, empty);
    compareResult(c, expected, tolerance, onDevice.getMat(ACCESS_READ), "of an image that is mapped");
}

TEST(Clconv_Masked, infinityThatCountsStays)
{
    Mat image(20, 30, CV_32FC1, Scalar(1));
    image.at<float>(5, 5) = std::numeric_limits<float>::infinity();
    image.at<float>(15, 20) = nan;
    UMat source, result;
    image.copyTo(source);
    filter2DMasked(source, noArray(), result, -1, Mat::ones(3, 3, CV_32F));
    const Mat got = result.getMat(ACCESS_READ);
    for (int y = 0; y < got.rows; ++y)
        for (int x = 0; x < got.cols; ++x)
            ASSERT_EQ(std::abs(y - 5) <= 1 && std::abs(x - 5) <= 1 ? image.at<float>(5, 5) : 1.f, got.at<float>(y, x))
                << y << ", " << x;
}

//! Next to a hole only the smallest taps of a Gaussian count, but a mean must be between the numbers.
TEST(Clconv_Masked, staysWithinTheSourceBesideHoles)
{
    const Mat gauss = getGaussianKernel(27, 3, CV_32F);
    Mat image(90, 80, CV_32FC1);
    RNG(4).fill(image, RNG::UNIFORM, 100, 200);
    image(Rect(20, 30, 40, 40)).setTo(nan);
    UMat source, result;
    Mat onMats;
    image.copyTo(source);
    filter2DMasked(source, noArray(), result, -1, gauss * gauss.t(), Point(-1, -1), 0, BORDER_CONSTANT, 150);
    filter2DMasked(image, noArray(), onMats, -1, gauss * gauss.t(), Point(-1, -1), 0, BORDER_CONSTANT, 150);
    for (const Mat& got : {result.getMat(ACCESS_READ).clone(), onMats})
    {
        double least, largest;
        minMaxLoc(got, &least, &largest);
        EXPECT_LE(99.99, least);
        EXPECT_GE(200.01, largest);
    }
}

TEST(Clconv_Masked, saturatesIntegers)
{
    const Mat image(20, 30, CV_32FC1, Scalar(nan)), kernel = Mat::ones(3, 3, CV_32F);
    UMat source, result;
    image.copyTo(source);
    const double least[] = {0, -128, 0, -32768, double(INT_MIN)}, largest[] = {255, 127, 65535, 32767, double(INT_MAX)};
    for (int depth : {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S})
        for (double value : {1e10, -1e10, std::numeric_limits<double>::infinity()})
        {
            Mat onMats;
            filter2DMasked(source, noArray(), result, depth, kernel, Point(-1, -1), 0, BORDER_REFLECT, value);
            filter2DMasked(image, noArray(), onMats, depth, kernel, Point(-1, -1), 0, BORDER_REFLECT, value);
            const Mat expected(image.size(), depth, Scalar(value < 0 ? least[depth] : largest[depth]));
            EXPECT_EQ(0, cv::norm(result, expected, NORM_INF)) << depth << " " << value;
            EXPECT_EQ(0, cv::norm(onMats, expected, NORM_INF)) << depth << " " << value;
        }
}

TEST(Clconv_Masked, refusesOtherMasks)
{
    const UMat image(20, 30, CV_8UC3, Scalar::all(1));
    const Mat kernel = Mat::ones(3, 3, CV_32F);
    UMat result;
    for (const Mat& mask : {Mat(20, 31, CV_8UC1), Mat(20, 30, CV_8UC3), Mat(20, 30, CV_16UC1)})
        EXPECT_THROW(filter2DMasked(image, mask, result, -1, kernel), cv::Exception);
    EXPECT_THROW(filter2DMasked(image, noArray(), result, -1, Mat::ones(3, 3, CV_32FC3)), cv::Exception);
    EXPECT_THROW(filter2DMasked(UMat(), noArray(), result, -1, kernel), cv::Exception);
    EXPECT_TRUE(result.empty());
}

}} // namespace opencv_test
