// SPDX-License-Identifier: Apache-2.0
//
// GaussianBlur, Sobel, ...: results and exceptions of OpenCV's functions on a Mat. The long form is
// clconv_fuzz_filter2d --named.

#include "support/named/named_call.hpp"
#include "support/test_precomp.hpp"

#include "support/thrown.hpp"

namespace opencv_test { namespace {

using clconv_test::Named;
using clconv_test::NamedCall;

class Clconv_Named : public testing::TestWithParam<Named>
{
};

TEST_P(Clconv_Named, isWhatOpenCVComputesOnAMat)
{
    RNG rng(20260229);
    NamedCall shape;
    for (int i = 0; i < 60; i++)
    {
        if (i % 5 == 0)
            shape = clconv_test::randomNamedShape(GetParam(), rng);
        const NamedCall call = clconv_test::randomNamedCall(shape, rng);
        EXPECT_EQ("", clconv_test::perform(call)) << describe(call);
    }
}

//! Expects the error code of OpenCV's function on a Mat.
void expectRefused(Named function, int type)
{
    const UMat src(9, 9, type);
    const Mat mat(9, 9, type);
    UMat dst;
    Mat matDst;
    int expected = 0, code = 0, larger = 0;
    switch (function)
    {
    case Named::GaussianBlur:
        expected = codeOf([&]() { cv::GaussianBlur(mat, matDst, Size(3, 3), 0); });
        code = codeOf([&]() { clconv::GaussianBlur(src, dst, Size(3, 3), 0); });
        break;
    case Named::BoxFilter:
        expected = codeOf([&]() { cv::boxFilter(mat, matDst, -1, Size(3, 3)); });
        code = codeOf([&]() { clconv::boxFilter(src, dst, -1, Size(3, 3)); });
        break;
    case Named::Blur:
        expected = codeOf([&]() { cv::blur(mat, matDst, Size(3, 3)); });
        code = codeOf([&]() { clconv::blur(src, dst, Size(3, 3)); });
        break;
    case Named::Sobel:
        expected = codeOf([&]() { cv::Sobel(mat, matDst, -1, 1, 0); });
        code = codeOf([&]() { clconv::Sobel(src, dst, -1, 1, 0); });
        break;
    case Named::Scharr:
        expected = codeOf([&]() { cv::Scharr(mat, matDst, -1, 1, 0); });
        code = codeOf([&]() { clconv::Scharr(src, dst, -1, 1, 0); });
        break;
    case Named::Laplacian:
#if CV_VERSION_MAJOR >= 5
        expected = Error::StsNotImplemented; // 5.0 corrupts the heap with 3x3 kernels of CV_16F, CV_16BF and CV_Bool
#else
        expected = codeOf([&]() { cv::Laplacian(mat, matDst, -1); });
#endif
        code = codeOf([&]() { clconv::Laplacian(src, dst, -1); });
        larger = codeOf([&]() { cv::Laplacian(mat, matDst, -1, 5); });
        EXPECT_EQ(larger, codeOf([&]() { clconv::Laplacian(src, dst, -1, 5); }));
        break;
    }
    EXPECT_NE(0, expected) << type;
    EXPECT_EQ(expected, code) << type;
    EXPECT_TRUE(dst.empty()) << type;
}

TEST_P(Clconv_Named, refusesDepthsWithoutFilters)
{
    for (int depth : otherDepths())
        if (depth != CV_16F) // UMats may have it (Clconv_Half)
            expectRefused(GetParam(), depth);
}

std::string functionName(const testing::TestParamInfo<Named>& parameter)
{
    return clconv_test::nameOf(parameter.param);
}

CLCONV_INSTANTIATE(All, Clconv_Named, testing::ValuesIn(clconv_test::namedFunctions()), functionName);

TEST(Clconv_NamedFilters, runOnTheDevice)
{
    const UMat src(480, 640, CV_8UC1, Scalar(9));
    UMat dst;
    clconv::GaussianBlur(src, dst, Size(5, 5), 1);
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    clconv::Sobel(src, dst, CV_16S, 1, 0);
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    clconv::Laplacian(src, dst, CV_16S, 5);
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    clconv::boxFilter(src, dst, -1, Size(4, 3));
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
}

// For these OpenCV 4.6 gives 255 and 65535.
TEST(Clconv_NamedFilters, saturateNegativeAveragesAndSumsOf16Bits)
{
    const Mat mat(20, 40, CV_16SC1, Scalar(-100));
    for (int depth : {CV_8U, CV_16U})
        for (bool normalize : {true, false})
        {
            UMat dst;
            clconv::boxFilter(mat.getUMat(ACCESS_READ), dst, depth, Size(7, 4), Point(-1, -1), normalize);
            EXPECT_EQ(CV_MAKETYPE(depth, 1), dst.type());
            EXPECT_EQ(0, cv::norm(dst, NORM_INF));
            Mat onCpu;
            clconv::boxFilter(mat, onCpu, depth, Size(7, 4), Point(-1, -1), normalize);
            EXPECT_EQ(0, cv::norm(onCpu, NORM_INF));
        }
}

template<typename Image>
void expectCopies(const Mat& pixels)
{
    const Rect from(10, 10, 20, 15);
    for (const Point& shift : {Point(0, 0), Point(5, 0), Point(-5, 0), Point(3, 4), Point(0, -4), Point(0, 20)})
    {
        Image parent;
        pixels.copyTo(parent);
        Image dst = parent(from + shift);
        clconv::GaussianBlur(parent(from), dst, Size(1, 1), 1);
        Mat expected = pixels.clone(), result;
        pixels(from).copyTo(expected(from + shift));
        parent.copyTo(result);
        EXPECT_EQ(0, cv::norm(result, expected, NORM_INF)) << shift;
    }
}

//! GaussianBlur with one tap is a copy.
TEST(Clconv_NamedFilters, copyBetweenRegionsThatOverlap)
{
    RNG rng(5);
    const Mat pixels = randomImage(Size(50, 45), CV_8UC3, rng);
    expectCopies<Mat>(pixels);
    expectCopies<UMat>(pixels);
    UMat whole;
    pixels.copyTo(whole);
    Mat mapped = pixels.clone();
    const UMat view = mapped.getUMat(ACCESS_READ)(Rect(0, 0, 50, 30));
    Mat part = mapped(Rect(0, 10, 50, 30));
    clconv::GaussianBlur(view, part, Size(1, 1), 1);
    EXPECT_EQ(0, cv::norm(part, pixels.rowRange(0, 30), NORM_INF));
}

TEST(Clconv_NamedFilters, refuseOutputsOfAFixedOtherType)
{
    const UMat src(19, 23, CV_8UC1, Scalar(9));
    const Mat mat(19, 23, CV_8UC1, Scalar(9));
    Mat_<float> fixed(19, 23, 77.f), other(19, 23, 77.f);
    int code = codeOf([&]() { cv::blur(mat, other, Size(3, 3)); });
    EXPECT_EQ(code, codeOf([&]() { clconv::blur(src, fixed, Size(3, 3)); }));
    code = codeOf([&]() { cv::GaussianBlur(mat, other, Size(1, 1), 1); });
    EXPECT_EQ(code, codeOf([&]() { clconv::GaussianBlur(src, fixed, Size(1, 1), 1); }));
    EXPECT_EQ(0, cv::norm(fixed, Mat(19, 23, CV_32F, Scalar(77)), NORM_INF));
}

}} // namespace opencv_test
