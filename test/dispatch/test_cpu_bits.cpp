// SPDX-License-Identifier: Apache-2.0
//
// If results are documented as exact, the CPU gives the device's bits: a call has one result, whether the CPU computes
// it before its program is built or the device afterwards.

#include "support/test_precomp.hpp"
#include "support/device.hpp"

#include <functional>

namespace opencv_test { namespace {

typedef std::function<void(const UMat&, UMat&, int border)> Filter;

struct ExactCall
{
    const char* name;
    int type;
    Filter filter;
};

//! Integers up to `largest`.
Mat integerTaps(Size size, int largest)
{
    Mat taps(size, CV_32F);
    RNG rng(unsigned(size.area()));
    for (int y = 0; y < taps.rows; y++)
        for (int x = 0; x < taps.cols; x++)
            taps.at<float>(y, x) = float(rng.uniform(-largest, largest + 1));
    return taps;
}

ExactCall gaussian(int type)
{
    return {"GaussianBlur", type,
            [](const UMat& src, UMat& dst, int border) { clconv::GaussianBlur(src, dst, Size(9, 7), 0, 0, border); }};
}

ExactCall sobel(int type, int size)
{
    return {"Sobel", type,
            [=](const UMat& src, UMat& dst, int border) { clconv::Sobel(src, dst, CV_32F, 0, 1, size, 1, 0, border); }};
}

ExactCall laplacian(int type, int size)
{
    return {"Laplacian", type,
            [=](const UMat& src, UMat& dst, int border) { clconv::Laplacian(src, dst, CV_32F, size, 1, 0, border); }};
}

ExactCall filterOf(int type, int ddepth, Size size, double unit, double delta)
{
    return {"filter2D", type, [=](const UMat& src, UMat& dst, int border) {
                clconv::filter2D(src, dst, ddepth, integerTaps(size, 60) * unit, Point(-1, -1), delta, border);
            }};
}

ExactCall box(int type, int ddepth, Size size, bool normalize)
{
    return {"boxFilter", type, [=](const UMat& src, UMat& dst, int border) {
                clconv::boxFilter(src, dst, ddepth, size, Point(-1, -1), normalize, border);
            }};
}

//! Taps that are multiples of 1/256, whose sums are often halves.
ExactCall binomial(int type)
{
    return {"sepFilter2D", type,
            [](const UMat& src, UMat& dst, int border)
            {
                const Mat taps = (Mat_<float>(1, 3) << .25f, .5f, .25f);
                clconv::sepFilter2D(src(Rect(0, 0, 67, 40)), dst, -1, taps, taps, Point(-1, -1), 0,
                                    border | BORDER_ISOLATED);
            }};
}

//! Sums within and beyond 24 bits, sums in OpenCV's transforms, times powers of two, and of signed pixels; averages of
//! odd, even and power-of-two numbers of pixels.
std::vector<ExactCall> exactCalls()
{
    return {binomial(CV_8UC1),
            gaussian(CV_8UC3),
            gaussian(CV_16UC1),
            sobel(CV_8UC1, 9),
            sobel(CV_16UC1, 3),
            sobel(CV_16SC2, 15),
            laplacian(CV_8UC1, 5),
            laplacian(CV_16UC1, 7),
            filterOf(CV_16UC1, CV_32F, Size(3, 3), 1, 3),
            filterOf(CV_8UC1, CV_32F, Size(11, 11), 1, 3),
            filterOf(CV_8UC1, CV_32F, Size(10, 5), 1, 3), // 50 taps
            filterOf(CV_16SC1, CV_16S, Size(9, 7), 1. / 128, 0.5),
            box(CV_8UC1, -1, Size(3, 3), true),
            box(CV_8UC3, -1, Size(4, 4), true),
            box(CV_8UC1, -1, Size(22, 20), true),
            box(CV_16UC1, -1, Size(17, 15), true),
            box(CV_16UC1, -1, Size(2, 1), true),
            box(CV_16UC1, -1, Size(201, 201), true), // sums beyond int
            box(CV_32SC1, CV_64F, Size(7, 7), true),
            box(CV_16SC1, -1, Size(16, 16), true),
            box(CV_8SC1, CV_16S, Size(5, 4), true),
            box(CV_32SC1, CV_32F, Size(4, 3), true),
            box(CV_8UC1, CV_32F, Size(7, 7), true),
            box(CV_16UC1, CV_32F, Size(31, 31), false)};
}

TEST(Clconv_CpuBits, areThoseOfTheDeviceWhereSumsAreExact)
{
    if (!hasDoubles())
        CLCONV_SKIP("the device leaves such sums to the CPU");
    RNG rng(7);
    const int borders[] = {BORDER_REFLECT_101, BORDER_CONSTANT, BORDER_REPLICATE | BORDER_ISOLATED};
    int number = 0;
    for (const ExactCall& call : exactCalls())
    {
        const int border = borders[number++ % 3], depth = CV_MAT_DEPTH(call.type);
        const bool isSigned = depth == CV_8S || depth == CV_16S || depth == CV_32S;
        Mat image(70, 90, call.type);
        const double most = depth == CV_32S ? 2147483647. : 100000; // saturates most pixels of lower depths
        rng.fill(image, RNG::UNIFORM, isSigned ? -most / 3 : 0, most);
        const UMat parent = image.getUMat(ACCESS_READ).clone();
        const UMat src = border & BORDER_ISOLATED ? parent(Rect(11, 9, 70, 50)) : parent;
        UMat onDevice, onCpu;
        call.filter(src, onDevice, border);
        EXPECT_NE("opencv-cpu", clconv::lastImplementation());
        ocl::setUseOpenCL(false);
        call.filter(src, onCpu, border);
        ocl::setUseOpenCL(true);
        EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
        EXPECT_EQ(0, cv::norm(onDevice.getMat(ACCESS_READ), onCpu.getMat(ACCESS_READ), NORM_INF))
            << call.name << ", type " << call.type << ", border " << border;
    }
}

}} // namespace opencv_test
