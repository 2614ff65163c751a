// SPDX-License-Identifier: Apache-2.0
//
// Calls if OpenCV has no device: UMats are in the host's memory, and a CPU device that only clconv uses runs them.
// Start it with OPENCV_CLCONV_MATS=always; it removes the selection of a device from the environment.

#include "support/test_precomp.hpp"
#include "api/cpu_fallback.hpp"

#include <cstdlib>
#include <iostream>
#include <thread>

namespace opencv_test { namespace {

UMat randomUMat(Size size, int type)
{
    RNG rng(5);
    return randomImage(size, type, rng).getUMat(ACCESS_READ).clone();
}

Mat randomTaps(Size size, int depth)
{
    RNG rng(3);
    return randomKernel(size, depth, depth, Coefficients::Random, rng);
}

double difference(const UMat& result, const Mat& expected)
{
    return cv::norm(result.getMat(ACCESS_READ), expected, NORM_INF);
}

void expectOpenCVOnCpu()
{
    EXPECT_FALSE(ocl::useOpenCL());
    EXPECT_TRUE(ocl::OpenCLExecutionContext::getCurrentRef().empty());
}

TEST(Clconv_WithoutDevice, filtersUMatsOnACpuDevice)
{
    for (int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_32FC4})
        for (Size size : {Size(1, 1), Size(7, 300), Size(641, 479)})
        {
            const UMat src = randomUMat(size, type);
            const Mat taps = randomTaps(Size(5, 4), CV_MAT_DEPTH(type));
            Mat expected;
            cv::filter2D(src.getMat(ACCESS_READ), expected, -1, taps, Point(1, 2), 3, BORDER_REPLICATE);
            UMat result;
            clconv::filter2D(src, result, -1, taps, Point(1, 2), 3, BORDER_REPLICATE);
            EXPECT_NE(clconv::cpuFallbackName, clconv::lastImplementation());
            const double tolerance = CV_MAT_DEPTH(type) == CV_32F ? 1e-3 : 1;
            EXPECT_GE(tolerance, difference(result, expected)) << type << size;
            expectOpenCVOnCpu();
        }
}

TEST(Clconv_WithoutDevice, filtersInPlaceAndIntoRegions)
{
    const UMat original = randomUMat(Size(300, 200), CV_8UC1);
    const Rect region(17, 9, 128, 64);
    Mat expected, inRegion;
    cv::GaussianBlur(original.getMat(ACCESS_READ), expected, Size(7, 5), 1.1);
    const int border = BORDER_ISOLATED | BORDER_REPLICATE;
    cv::GaussianBlur(original(region).getMat(ACCESS_READ), inRegion, Size(7, 5), 1.1, 0, border);

    UMat image = original.clone();
    clconv::GaussianBlur(image, image, Size(7, 5), 1.1);
    EXPECT_NE(clconv::cpuFallbackName, clconv::lastImplementation());
    EXPECT_EQ(0, difference(image, expected));

    image = original.clone();
    UMat part = image(region);
    const uchar* const memory = part.getMat(ACCESS_READ).data;
    clconv::GaussianBlur(part, part, Size(7, 5), 1.1, 0, border);
    EXPECT_NE(clconv::cpuFallbackName, clconv::lastImplementation());
    EXPECT_EQ(memory, part.getMat(ACCESS_READ).data);
    Mat whole = original.getMat(ACCESS_READ).clone();
    inRegion.copyTo(whole(region));
    EXPECT_EQ(0, difference(image, whole)) << "pixels around the region changed";
    expectOpenCVOnCpu();
}

//! The CPU computes what cv::filter2D supports only on UMats.
TEST(Clconv_WithoutDevice, leavesOtherDepthsToTheCpu)
{
    const UMat src = randomUMat(Size(64, 48), CV_16UC1);
    const Mat taps = randomTaps(Size(3, 3), CV_8U);
    Mat sums, expected;
    cv::filter2D(src.getMat(ACCESS_READ), sums, CV_32F, taps);
    sums.convertTo(expected, CV_8U);
    UMat result;
    clconv::filter2D(src, result, CV_8U, taps);
    EXPECT_EQ(clconv::cpuFallbackName, clconv::lastImplementation());
    ASSERT_EQ(CV_8UC1, result.type());
    EXPECT_GE(1, difference(result, expected));
    expectOpenCVOnCpu();
}

TEST(Clconv_WithoutDevice, servesThreads)
{
    const UMat src = randomUMat(Size(320, 240), CV_8UC1);
    Mat expected;
    cv::Sobel(src.getMat(ACCESS_READ), expected, CV_16S, 1, 0);
    std::vector<UMat> results(4);
    std::vector<std::thread> threads;
    for (UMat& result : results)
        threads.emplace_back(
            [&]
            {
                for (int i = 0; i < 20; i++)
                    clconv::Sobel(src, result, CV_16S, 1, 0);
                EXPECT_NE(clconv::cpuFallbackName, clconv::lastImplementation());
                expectOpenCVOnCpu();
            });
    for (std::thread& thread : threads)
        thread.join();
    for (const UMat& result : results)
        EXPECT_EQ(0, difference(result, expected));
}

}} // namespace opencv_test

int main(int argc, char** argv)
{
    unsetenv("OPENCV_OPENCL_DEVICE");
    testing::InitGoogleTest(&argc, argv);
    if (cv::ocl::useOpenCL())
    {
        std::cout << "skipped: there is a GPU\n";
        return 0;
    }
    return RUN_ALL_TESTS();
}
