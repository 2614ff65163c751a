// SPDX-License-Identifier: Apache-2.0
//
// Sums of integers are exact in every implementation, and rounded once: with integer taps, with integers times a power
// of two, of boxes and their averages. Sums of floats under boxes are about as accurate as a Mat's.

#include "support/test_precomp.hpp"

#include "api/filter2d.hpp"
#include "support/device.hpp"
#include "support/oracle.hpp"
#include "implementations/implementation.hpp"
#include "problem/params.hpp"

namespace opencv_test { namespace {

using clconv::Implementation;

const int depths[] = {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S};

//! Numbers of the whole range or of its upper tenth, or two values that make ties.
Mat imageOf(Size size, int type, RNG& rng)
{
    Mat image(size, type);
    const int kind = rng.uniform(0, 4);
    if (kind == 0)
    {
        const int low = rng.uniform(0, 127);
        rng.fill(image, RNG::UNIFORM, low, low + 2);
        return image;
    }
    Mat wide(size, CV_MAKETYPE(CV_64F, image.channels()));
    rng.fill(wide, RNG::UNIFORM, kind == 1 ? 1717986918. : -2147483648., 2147483647.);
    const double units[] = {1 << 24, 1 << 24, 1 << 16, 1 << 16, 1};
    const int depth = image.depth();
    wide.convertTo(image, depth, 1 / units[depth], depth == CV_8U ? 128 : depth == CV_16U ? 32768 : 0);
    return image;
}

Mat padded(const Mat& image, Size filter, Point anchor, int border)
{
    Mat result;
    cv::copyMakeBorder(image, result, anchor.y, filter.height - 1 - anchor.y, anchor.x, filter.width - 1 - anchor.x,
                       border);
    result.convertTo(result, CV_64F);
    return result;
}

//! The sums in double, which has 53 bits.
Mat exactSums(const Mat& image, const Mat& taps, Point anchor, int border)
{
    const Mat wide = padded(image, taps.size(), anchor, border);
    Mat sum = Mat::zeros(image.size(), wide.type());
    for (int j = 0; j < taps.rows; j++)
        for (int i = 0; i < taps.cols; i++)
            scaleAdd(wide(Rect(Point(i, j), image.size())), taps.at<double>(j, i), sum, sum);
    return sum;
}

int differences(const Mat& a, const Mat& b)
{
    return a.size() == b.size() && a.type() == b.type() ? countNonZero(a.reshape(1) != b.reshape(1)) : -1;
}

template<typename Call>
Mat filtered(const Mat& image, Call call)
{
    UMat src, dst;
    image.copyTo(src);
    call(src, dst);
    return dst.getMat(ACCESS_READ).clone();
}

std::string describe(const Mat& image, int ddepth, Size filter, int border)
{
    std::ostringstream text;
    text << typeToString(image.type()) << " to " << depthToString(ddepth) << ' ' << image.size() << ", taps " << filter
         << " border " << border << ", by " << clconv::lastImplementation();
    return text.str();
}

const int borders[] = {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_REFLECT_101};

struct Drawn
{
    Mat image;
    Size filter;
    Point anchor;
    int border;
};

Drawn draw(int depth, int longest, int channels, RNG& rng)
{
    Drawn d;
    d.image = imageOf(Size(rng.uniform(1, 90), rng.uniform(1, 70)), CV_MAKETYPE(depth, channels), rng);
    d.filter = Size(rng.uniform(1, longest + 1), rng.uniform(1, longest + 1));
    d.anchor = Point(rng.uniform(0, d.filter.width), rng.uniform(0, d.filter.height));
    d.border = borders[rng.uniform(0, 4)];
    return d;
}

//! Random integers up to `largest`, times a power of two.
Mat randomTaps(Size size, double largest, RNG& rng)
{
    Mat taps(size, CV_16S), result;
    rng.fill(taps, RNG::UNIFORM, -largest, largest);
    taps.convertTo(result, CV_64F, std::ldexp(1., -rng.uniform(0, 9)));
    return result;
}

//! @param mayRefuse whether a forced implementation that is for other devices may leave the call to the CPU
void expectEqual(const Mat& expected, const Mat& result, bool mayRefuse, const std::string& description)
{
    if (clconv::lastImplementation() != "opencv-cpu")
        EXPECT_EQ(0, differences(expected, result)) << description;
    else
        EXPECT_TRUE(mayRefuse) << "the device did not run " << description;
}

//! Tests filter2D with up to 121 taps, or with an outer product.
void expectExactFilter2D(int depth, int ddepth, int longest, int channels, RNG& rng, bool mayRefuse = false)
{
    const Drawn d = draw(depth, longest, channels, rng);
    const double largest = rng.uniform(0, 2) ? 9.5 : 3000.;
    const Mat taps =
        d.filter.area() <= 121
            ? randomTaps(d.filter, largest, rng)
            : Mat(randomTaps(Size(1, d.filter.height), 9.5, rng) * randomTaps(Size(d.filter.width, 1), 9.5, rng));
    const Mat result = filtered(d.image, [&](const UMat& src, UMat& dst)
                                { clconv::filter2D(src, dst, ddepth, taps, d.anchor, 0, d.border); });
    const Mat expected = clconv_test::saturated(exactSums(d.image, taps, d.anchor, d.border), ddepth);
    expectEqual(expected, result, mayRefuse, describe(d.image, ddepth, d.filter, d.border));
}

void expectExactBox(int depth, int longest, int channels, bool normalize, RNG& rng, bool mayRefuse = false)
{
    const Drawn d = draw(depth, longest, channels, rng);
    const int ddepth = normalize ? depth : CV_32S, count = d.filter.area();
    const Mat result = filtered(d.image, [&](const UMat& src, UMat& dst)
                                { clconv::boxFilter(src, dst, ddepth, d.filter, d.anchor, normalize, d.border); });
    Mat sums = exactSums(d.image, Mat::ones(d.filter, CV_64F), d.anchor, d.border);
    if (normalize)
        sums = clconv_test::roundedQuotients(sums, count, depth == CV_8U && count <= 256);
    expectEqual(clconv_test::saturated(sums, ddepth), result, mayRefuse, describe(d.image, ddepth, d.filter, d.border));
}

class Clconv_ExactSums : public testing::TestWithParam<int>
{
protected:
    void SetUp() override
    {
        if (!clconv_test::hasDoubles())
            CLCONV_SKIP("the device has no doubles");
    }
};

TEST_P(Clconv_ExactSums, ofFilter2D)
{
    RNG rng(1);
    for (int ddepth : {GetParam(), int(CV_32F)})
        for (int longest : {3, 7, 31})
            for (int channels : {1, 3})
                expectExactFilter2D(GetParam(), ddepth, longest, channels, rng);
}

TEST_P(Clconv_ExactSums, ofBoxes)
{
    RNG rng(2);
    for (bool normalize : {false, true})
        for (int longest : {2, 6, 16, 40})
            for (int channels : {1, 3, 4})
                expectExactBox(GetParam(), longest, channels, normalize, rng);
}

TEST_P(Clconv_ExactSums, inEveryImplementation)
{
    RNG rng(3);
    for (const Implementation* impl : clconv::implementations())
    {
        const clconv::ForceScope forced(impl->name);
        expectExactFilter2D(GetParam(), CV_32F, 17, 1, rng, true);
        expectExactBox(GetParam(), 9, 1, true, rng, true);
    }
}

//! Sums just below 2^24 and just above -2^24, along rows and columns. One more of the largest pixels would exceed the
//! limit.
TEST(Clconv_ExactBoxes, areExactInFloatsToTheLastBit)
{
    static const struct
    {
        int depth;
        double from, to; //!< range of the pixels
        std::vector<Size> boxes;
    } cases[] = {{CV_8U, 229, 256, {{16, 16}, {1, 256}, {256, 1}, {22, 22}, {255, 255}}},
                 {CV_16U, 58981, 65536, {{16, 16}, {15, 13}, {1, 256}, {256, 1}}},
                 {CV_16U, 65400, 65536, {{16, 16}, {1, 256}, {256, 1}}},
                 {CV_16S, 29490, 32768, {{16, 16}, {15, 13}, {1, 256}, {256, 1}}},
                 {CV_16S, -32768, -29490, {{16, 16}, {15, 13}, {1, 256}, {256, 1}}}};
    RNG rng(8);
    for (const auto& c : cases)
        for (const Size& size : c.boxes)
        {
            Mat image(300, 323, c.depth); // the last columns do not fill a vector
            rng.fill(image, RNG::UNIFORM, c.from, c.to);
            const Mat result = filtered(image, [&](const UMat& src, UMat& dst)
                                        { clconv::boxFilter(src, dst, CV_32F, size, Point(-1, -1), false); });
            const Mat sums =
                exactSums(image, Mat::ones(size, CV_64F), Point(size.width / 2, size.height / 2), BORDER_REFLECT_101);
            expectEqual(clconv_test::saturated(sums, CV_32F), result, false,
                        describe(image, CV_32F, size, BORDER_REFLECT_101));
        }
}

//! Expects the average of each sum of `count` pixels, which are bytes or as many numbers around 0.
void expectExactAverages(int depth, int count)
{
    Mat image(1, 256 * count, CV_64F), pixels;
    for (int x = 0; x < image.cols; x++)
        image.at<double>(x) = x / count - (depth == CV_8U ? 0 : 128); // the sum from x on is one less than the next
    image.convertTo(pixels, depth);
    const Size box(count, 1);
    const Mat result = filtered(pixels, [&](const UMat& src, UMat& dst)
                                { clconv::blur(src, dst, box, Point(0, 0), BORDER_REPLICATE); });
    const Mat sums = exactSums(pixels, Mat::ones(box, CV_64F), Point(0, 0), BORDER_REPLICATE);
    const Mat averages = clconv_test::roundedQuotients(sums, count, depth == CV_8U && count <= 256);
    expectEqual(clconv_test::saturated(averages, depth), result, false, describe(pixels, depth, box, BORDER_REPLICATE));
}

//! For these numbers an uncorrected product with the inverse would be rounded to the wrong side of a half.
TEST(Clconv_ExactBoxes, haveTheAverageOfEachSum)
{
    for (int depth : {CV_8U, CV_16S})
        for (int count : {14, 82, 122})
            expectExactAverages(depth, count);
}

CLCONV_INSTANTIATE(All, Clconv_ExactSums, testing::ValuesIn(depths),
                   [](const testing::TestParamInfo<int>& p) { return std::string(depthToString(p.param) + 3); });

//! The taps of a derivative are antisymmetric, so its sums over a mirrored border are 0.
TEST(Clconv_ExactDerivatives, areZeroOverAMirroredBorder)
{
    RNG rng(4);
    for (int size : {3, 7, 11, 13, 17})
    {
        const Mat image = imageOf(Size(40, 30), CV_16UC1, rng);
        const Mat result = filtered(image, [&](const UMat& src, UMat& dst)
                                    { clconv::Sobel(src, dst, CV_32F, 0, 1, size, 1, 0, BORDER_REFLECT_101); });
        EXPECT_EQ(0, countNonZero(result.row(0))) << size << " by " << clconv::lastImplementation();
    }
}

//! E[x^2] - E[x]^2 over 31x31 pixels.
template<typename Image>
Mat variance(const Mat& image)
{
    Image x, square, mean, meanSquare;
    image.copyTo(x);
    cv::multiply(x, x, square);
    const Size box(31, 31);
    if (std::is_same<Image, Mat>::value)
    {
        cv::blur(x, mean, box);
        cv::blur(square, meanSquare, box);
    }
    else
    {
        clconv::blur(x, mean, box);
        clconv::blur(square, meanSquare, box);
    }
    cv::multiply(mean, mean, mean);
    cv::subtract(meanSquare, mean, meanSquare);
    Mat result;
    meanSquare.copyTo(result);
    return result;
}

TEST(Clconv_Box, givesVariancesOfFloatsAsAMatDoes)
{
    if (!clconv::hasFastDoubles(clconv::traitsOf(ocl::Device::getDefault())))
        CLCONV_SKIP("sums of floats are in float here");
    RNG rng(5);
    Mat image(150, 200, CV_32FC1), wide;
    rng.fill(image, RNG::NORMAL, 1000, 1);
    image.convertTo(wide, CV_64F);
    Mat exact;
    variance<Mat>(wide).convertTo(exact, CV_32F);
    const double ofMat = cv::norm(variance<Mat>(image), exact, NORM_INF);
    EXPECT_LE(cv::norm(variance<UMat>(image), exact, NORM_INF), 2 * ofMat);
}

//! A large number, infinity or NaN affects only the sums of its neighbours.
TEST(Clconv_Box, forgetsLargeNumbers)
{
    Mat image(90, 120, CV_32FC1, Scalar(1));
    for (float value : {1e30f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
    {
        image.at<float>(20, 30) = value;
        const Mat result = filtered(image, [&](const UMat& src, UMat& dst)
                                    { clconv::boxFilter(src, dst, -1, Size(9, 9), Point(-1, -1), false); });
        EXPECT_EQ(90 * 120 - 81, countNonZero(result == 81)) << value << " by " << clconv::lastImplementation();
        EXPECT_EQ(81, countNonZero(result.rowRange(16, 25).colRange(26, 35) != 81));
    }
}

//! Expects equal bits from an implementation for any filter, and from another one that was prepared for this filter.
void expectBitsKept(const Mat& taps, const Mat& image, const std::string& any, const std::string& prepared)
{
    const auto call = [&](const UMat& src, UMat& dst) { clconv::filter2D(src, dst, -1, taps); };
    Mat before, after;
    {
        const clconv::ForceScope forced(any);
        before = filtered(image, call);
        EXPECT_EQ(any, clconv::lastImplementation());
    }
    {
        const clconv::ForceScope forced(prepared);
        after = filtered(image, call);
        EXPECT_EQ(prepared, clconv::lastImplementation());
    }
    EXPECT_EQ(0, differences(before, after)) << taps.size() << " by " << prepared;
}

//! A sparse filter that gets a specialized program keeps its bits.
TEST(Clconv_SparseFilter, keepsItsBits)
{
    RNG rng(6);
    for (Size size : {Size(15, 15), Size(5, 7), Size(9, 2), Size(6, 20)})
    {
        Mat taps = Mat::zeros(size, CV_32F), image(70, 95, CV_32FC1);
        for (int i = 0; i < 6; i++)
            taps.at<float>(rng.uniform(0, size.height), rng.uniform(0, size.width)) = rng.uniform(-1.f, 1.f);
        rng.fill(image, RNG::UNIFORM, -100., 100.);
        ASSERT_TRUE(clconv::prepare(taps, CV_32FC1, -1, Point(-1, -1), BORDER_DEFAULT, image.size()));
        expectBitsKept(taps, image, "direct", "specialized");
        if (clconv::traitsOf(ocl::Device::getDefault()).cpu)
            expectBitsKept(taps, image, "cpu", "cpu_specialized");
    }
}

}} // namespace opencv_test
