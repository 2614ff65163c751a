// SPDX-License-Identifier: Apache-2.0
//
// Calls where OpenCV has no device: UMats are the host's memory, and a CPU device that clconv alone uses runs them. To
// be started with OPENCV_CLCONV_MATS=always; the selection of a device is removed from the environment.

#include "support/test_precomp.hpp"
#include "api/host/mats.hpp"

#include <cstdlib>
#include <iostream>
#include <thread>

namespace opencv_test { namespace {

const char* const onCpu = "opencv-cpu";

UMat randomUMat(Size size, int type)
{
    Mat values(size, type);
    RNG(5).fill(values, RNG::UNIFORM, 0, 256);
    return values.getUMat(ACCESS_READ).clone();
}

Mat randomTaps(Size size)
{
    Mat taps(size, CV_32F);
    RNG(3).fill(taps, RNG::UNIFORM, -0.2, 0.2);
    return taps;
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
            const Mat taps = randomTaps(Size(5, 4));
            Mat expected;
            cv::filter2D(src.getMat(ACCESS_READ), expected, -1, taps, Point(1, 2), 3, BORDER_REPLICATE);
            UMat result;
            clconv::filter2D(src, result, -1, taps, Point(1, 2), 3, BORDER_REPLICATE);
            EXPECT_NE(onCpu, clconv::lastImplementation());
            EXPECT_GE(CV_MAT_DEPTH(type) == CV_32F ? 1e-3 : 1, difference(result, expected)) << type << size;
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
    EXPECT_NE(onCpu, clconv::lastImplementation());
    EXPECT_EQ(0, difference(image, expected));

    image = original.clone();
    UMat part = image(region);
    const uchar* const memory = part.getMat(ACCESS_READ).data;
    clconv::GaussianBlur(part, part, Size(7, 5), 1.1, 0, border);
    EXPECT_NE(onCpu, clconv::lastImplementation());
    EXPECT_EQ(memory, part.getMat(ACCESS_READ).data);
    Mat whole = original.getMat(ACCESS_READ).clone();
    inRegion.copyTo(whole(region));
    EXPECT_EQ(0, difference(image, whole)) << "pixels around the region changed";
    expectOpenCVOnCpu();
}

//! The CPU takes what cv::filter2D does not have on a Mat; UMats have it.
TEST(Clconv_WithoutDevice, leavesOtherDepthsToTheCpu)
{
    const UMat src = randomUMat(Size(64, 48), CV_16UC1);
    UMat result;
    clconv::filter2D(src, result, CV_8U, randomTaps(Size(3, 3)));
    EXPECT_EQ(CV_8UC1, result.type());
    EXPECT_EQ(src.size(), result.size());
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
