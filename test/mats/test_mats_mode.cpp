// SPDX-License-Identifier: Apache-2.0
//
// The modes: off, automatic with programs built in the background, and a child of fork().

#include "on_mats.hpp"
#include "cases/small.hpp"
#include "runtime/compiled_kernel.hpp"
#include "dispatch/background_thread.hpp"

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace opencv_test { namespace {

//! A filter of a size that no other test uses, so that its program is not built; too small for `cpu_fft`, which has one
//! program for all sizes.
Mat newKernel(int width)
{
    RNG rng{unsigned(width)};
    return randomKernel(Size(width, 5), CV_8U, CV_8U, Coefficients::Random, rng);
}

std::string ranFor(const Mat& image, const Mat& kernel)
{
    Mat result, expected;
    clconv::filter2D(image, result, -1, kernel);
    cv::filter2D(image, expected, -1, kernel);
    EXPECT_GE(1, cv::norm(result, expected, NORM_INF));
    return clconv::lastImplementation();
}

const char* const onCpu = "opencv-cpu";

TEST(Clconv_MatsMode, isOffByDefault)
{
    EXPECT_FALSE(clconv::usesDeviceForMats());
    EXPECT_EQ(onCpu, ranFor(pixels(CV_8UC1), newKernel(21)));
    clconv::useDeviceForMats(true);
    EXPECT_TRUE(clconv::usesDeviceForMats());
    clconv::useDeviceForMats(false);
    EXPECT_FALSE(clconv::usesDeviceForMats());
}

//! The first call does not wait for a compiler; once the program is built, the device takes part.
TEST(Clconv_MatsMode, buildsInTheBackground)
{
    const clconv::MatsModeScope eager(MatsMode::Eager);
    for (MatTransfer transfer : matTransfers())
    {
        const clconv::MatTransferScope way(transfer);
        RNG rng(2);
        const Mat image = randomImage(Size(1000, 400), CV_8UC1, rng), kernel = newKernel(22 + int(transfer));
        for (int i = 0; i < 2; i++) // at the first call OpenCL may not be initialised
        {
            if (i == 0)
                EXPECT_EQ(onCpu, ranFor(image, kernel));
            else
                ranFor(image, kernel);
            clconv::BackgroundThread::instance().drain();
        }
        const int built = clconv::programsBuilt();
        EXPECT_NE(onCpu, ranFor(image, kernel));
        EXPECT_EQ(built, clconv::programsBuilt());
    }
}

TEST(Clconv_MatsMode, leavesSmallWorkToTheCpu)
{
    const clconv::MatsModeScope automatic(MatsMode::Auto);
    const Mat image(40, 40, CV_8UC1, Scalar(9));
    for (int i = 0; i < 3; i++)
    {
        EXPECT_EQ(onCpu, ranFor(image, smallKernel()));
        clconv::BackgroundThread::instance().drain();
    }
}

TEST(Clconv_MatsMode, followsOpenCLSwitchedOff)
{
    const OnDevice onDevice(matTransfers().back());
    ocl::setUseOpenCL(false);
    EXPECT_EQ(onCpu, ranFor(pixels(CV_8UC1), smallKernel()));
    ocl::setUseOpenCL(true);
    EXPECT_NE(onCpu, ranFor(pixels(CV_8UC1), smallKernel()));
}

//! A caller that runs OpenCV's own function gets the reason instead of the CPU's result.
TEST(Clconv_MatsMode, leavesTheCallToACallerWithAScope)
{
    const clconv::MatsModeScope automatic(MatsMode::Auto);
    const clconv::DeviceOnlyScope scope(true);
    Mat dst;
    clconv::filter2D(pixels(CV_8UC1), dst, -1, smallKernel());
    EXPECT_TRUE(dst.empty());
    EXPECT_EQ(clconv::MatReason::Small, clconv::lastMatCall().reason());
}

#ifndef _WIN32
//! The driver's threads do not exist in the child, which must compute on the CPU, and end.
TEST(Clconv_MatsMode, isOffInAChildOfFork)
{
    const OnDevice onDevice(matTransfers().back());
    const Mat image = pixels(CV_8UC1), kernel = smallKernel();
    ASSERT_NE(onCpu, ranFor(image, kernel));
    const pid_t child = fork();
    if (child == 0)
    {
        Mat result;
        clconv::filter2D(image, result, -1, kernel);
        _exit(clconv::lastImplementation() == onCpu && !result.empty() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

}} // namespace opencv_test
