// SPDX-License-Identifier: Apache-2.0
//
// GaussianBlur of 8U and 16U equals OpenCV's fixed-point arithmetic on a Mat bit for bit, in every implementation.

#include "support/test_precomp.hpp"

#include "api/filter2d.hpp"
#include "implementations/implementation.hpp"
#include "problem/params.hpp"

#include <numeric>

namespace opencv_test { namespace {

using clconv::Implementation;

struct Gaussian
{
    Size ksize;
    double sigmaX, sigmaY;
    int border;
};

//! Taps in units of 2^-bits: rounding errors are carried from the ends inwards, and the middle tap completes the sum.
std::vector<int64> tapsOf(int length, double sigma, int bits)
{
    const Mat_<double> exact = cv::getGaussianKernel(length, sigma, CV_64F);
    const int64 one = int64(1) << bits;
    std::vector<int64> taps(size_t(length), 0);
    double carried = 0;
    for (int i = 0; i < length / 2; i++)
    {
        const double value = exact(i) * double(one) + carried;
        taps[size_t(i)] = taps[size_t(length - 1 - i)] = cvRound(value);
        carried = value - double(taps[size_t(i)]);
    }
    taps[size_t(length / 2)] = one - std::accumulate(taps.begin(), taps.end(), int64(0));
    return taps;
}

//! The sums in integers, rounded once, halves up.
template<typename T>
Mat oracle(const Mat& src, const Gaussian& g)
{
    const int bits = 8 * int(sizeof(T)), cn = src.channels(), before = g.ksize.height / 2, left = g.ksize.width / 2;
    const std::vector<int64> x = tapsOf(g.ksize.width, g.sigmaX, bits), y = tapsOf(g.ksize.height, g.sigmaY, bits);
    Mat padded;
    cv::copyMakeBorder(src, padded, before, before, left, left, g.border | BORDER_ISOLATED);
    Mat rows(padded.rows, src.cols * cn, CV_64F), result(src.size(), src.type()); // all numbers are below 2^53
    for (int r = 0; r < padded.rows; r++)
        for (int c = 0; c < rows.cols; c++)
        {
            int64 sum = 0;
            for (int i = 0; i < g.ksize.width; i++)
                sum += x[size_t(i)] * padded.ptr<T>(r)[c + i * cn];
            rows.at<double>(r, c) = double(sum);
        }
    for (int r = 0; r < src.rows; r++)
        for (int c = 0; c < rows.cols; c++)
        {
            int64 sum = int64(1) << (2 * bits - 1);
            for (int i = 0; i < g.ksize.height; i++)
                sum += y[size_t(i)] * int64(rows.at<double>(r + i, c));
            result.ptr<T>(r)[c] = T(sum >> (2 * bits));
        }
    return result;
}

Mat oracleOf(const Mat& src, const Gaussian& g)
{
    return src.depth() == CV_8U ? oracle<uchar>(src, g) : oracle<ushort>(src, g);
}

//! Random numbers, or an image of two neighbouring values, whose sums are often halves.
Mat imageOf(Size size, int type, RNG& rng)
{
    Mat image(size, type);
    const int largest = image.depth() == CV_8U ? 255 : 65535, kind = rng.uniform(0, 3);
    const int low = kind == 0 ? 0 : rng.uniform(0, largest);
    rng.fill(image, RNG::UNIFORM, low, kind == 0 ? largest + 1 : low + 2);
    if (kind == 2)
        for (int r = 0; r < image.rows; r++)
            for (int c = 0; c < image.cols; c++)
                image(Rect(c, r, 1, 1)).reshape(1).setTo(low + (r + c) % 2); // a Scalar has four channels at most
    return image;
}

int differences(const Mat& a, const Mat& b)
{
    return a.size() == b.size() && a.type() == b.type() ? countNonZero(a.reshape(1) != b.reshape(1)) : -1;
}

//! Filters a UMat: a new image, an isolated region, or in place.
Mat filtered(const Mat& src, const Gaussian& g, RNG& rng)
{
    UMat parent, dst;
    switch (rng.uniform(0, 3))
    {
    case 0:
        src.copyTo(parent);
        clconv::GaussianBlur(parent, dst, g.ksize, g.sigmaX, g.sigmaY, g.border);
        return dst.getMat(ACCESS_READ).clone();
    case 1:
        src.copyTo(parent);
        clconv::GaussianBlur(parent, parent, g.ksize, g.sigmaX, g.sigmaY, g.border);
        return parent.getMat(ACCESS_READ).clone();
    default:
        cv::copyMakeBorder(src, parent, 3, 2, 5, 1, BORDER_CONSTANT, Scalar::all(99));
        const UMat region = parent(Rect(Point(5, 3), src.size()));
        clconv::GaussianBlur(region, dst, g.ksize, g.sigmaX, g.sigmaY, g.border | BORDER_ISOLATED);
        return dst.getMat(ACCESS_READ).clone();
    }
}

std::string describe(const Mat& src, const Gaussian& g)
{
    std::ostringstream text;
    text << typeToString(src.type()) << ' ' << src.size() << ", " << g.ksize << " sigma " << g.sigmaX << ' ' << g.sigmaY
         << " border " << g.border << ", by " << clconv::lastImplementation();
    return text.str();
}

void expectOraclesBits(const Mat& src, const Gaussian& g, RNG& rng)
{
    const Mat expected = oracleOf(src, g), result = filtered(src, g, rng);
    EXPECT_EQ(0, differences(expected, result)) << describe(src, g);
    if (g.border == BORDER_WRAP)
        return; // OpenCV has it only for 8U
    Mat onMat;
#ifdef CLCONV_HAS_ALGORITHM_HINT
    cv::GaussianBlur(src, onMat, g.ksize, g.sigmaX, g.sigmaY, g.border, ALGO_HINT_ACCURATE);
#else
    cv::GaussianBlur(src, onMat, g.ksize, g.sigmaX, g.sigmaY, g.border);
#endif
    EXPECT_EQ(0, differences(expected, onMat)) << "OpenCV " CV_VERSION " has other bits: " << describe(src, g);
}

const int borders[] = {BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_WRAP, BORDER_REFLECT_101};

Gaussian randomGaussian(int longest, RNG& rng)
{
    Gaussian g;
    g.ksize.width = 2 * rng.uniform(0, longest / 2 + 1) + 1;
    g.ksize.height = rng.uniform(0, 3) ? g.ksize.width : 2 * rng.uniform(0, longest / 2 + 1) + 1;
    if (g.ksize == Size(1, 1))
        g.ksize.width = 3;
    g.sigmaX = rng.uniform(0, 2) ? 0 : rng.uniform(.3, 6.);
    g.sigmaY = rng.uniform(0, 2) ? g.sigmaX : rng.uniform(.3, 6.);
    g.border = borders[rng.uniform(0, 5)];
    return g;
}

class Clconv_GaussianBits : public testing::TestWithParam<int>
{
};

TEST_P(Clconv_GaussianBits, areThoseOfFixedPoint)
{
    RNG rng(20261126);
    for (int cn = 1; cn <= 5; cn++)
        for (int longest : {5, 9, 31})
        {
            const Gaussian g = randomGaussian(longest, rng);
            const int width = rng.uniform(2, 90); // one column or row has a smaller filter
            for (int i = 0; i < 4; i++)
                expectOraclesBits(imageOf(Size(width, rng.uniform(2, 70)), CV_MAKETYPE(GetParam(), cn), rng), g, rng);
        }
}

TEST_P(Clconv_GaussianBits, areThoseOfFixedPointForLargeFilters)
{
    RNG rng(5);
    for (int length : {45, 63, 101, 151, 201})
    {
        const Gaussian g = {Size(length, length), 0, 0, BORDER_REFLECT_101};
        expectOraclesBits(imageOf(Size(75, 61), CV_MAKETYPE(GetParam(), 1), rng), g, rng);
    }
}

TEST_P(Clconv_GaussianBits, areTheSameInEveryImplementation)
{
    RNG rng(7);
    for (const Implementation* impl : clconv::implementations())
        for (int cn : {1, 3})
        {
            const clconv::ForceScope forced(impl->name);
            expectOraclesBits(imageOf(Size(83, 52), CV_MAKETYPE(GetParam(), cn), rng), randomGaussian(9, rng), rng);
        }
}

CLCONV_INSTANTIATE(All, Clconv_GaussianBits, testing::Values(CV_8U, CV_16U),
                   [](const testing::TestParamInfo<int>& p) { return p.param == CV_8U ? "8U" : "16U"; });

}} // namespace opencv_test
