// SPDX-License-Identifier: Apache-2.0
//
// Launches that fail once, arguments that change from one launch to the next, and images that are released while a
// launch uses them.

#include "buffer_pool.hpp"
#include "cases/small.hpp"

#include <thread>

namespace opencv_test { namespace {

TEST(Clconv_Failures, oneFailedLaunchCountsForOneCall)
{
    const UMat src = pixels(CV_8UC1).getUMat(ACCESS_READ).clone();
    UMat dst;
    std::string usual;
    {
        UMat other;
        clconv::filter2D(src.clone(), other, -1, smallKernel());
        usual = clconv::lastImplementation();
        EXPECT_NE("opencv-cpu", usual);
    }
    {
        const Mat mapped = src.getMat(ACCESS_READ);
        clconv::filter2D(src, dst, -1, smallKernel());
        EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
        EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
    }
    clconv::filter2D(src, dst, -1, smallKernel());
    EXPECT_EQ(usual, clconv::lastImplementation());
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), smallKernel()));
}

//! A kernel object stores its arguments, so each value has to change and change back.
TEST(Clconv_Launch, eachArgumentFollowsItsCall)
{
    const Mat whole = pixels(CV_8UC1), kernel = smallKernel();
    const Rect areas[] = {Rect(Point(), whole.size()), Rect(8, 3, whole.cols / 2, whole.rows / 2)};
    const Mat kernels[] = {kernel, Mat(kernel.mul(kernel))};
    for (int i = 0; i < 128; i++)
    {
        const Rect area = areas[i & 1];
        const double delta = (i >> 2) & 1 ? 20 : 0;
        const int border =
            ((i >> 3) & 1 ? BORDER_REPLICATE : BORDER_REFLECT_101) | ((i >> 5) & 1 ? BORDER_ISOLATED : 0);
        const Mat k = kernels[(i >> 1) & 1];
        UMat src, dst((i >> 4) & 1 ? area.size() : whole.size(), CV_8UC1);
        whole.copyTo(src);
        UMat output = dst(Rect(Point(), area.size()));
        clconv::filter2D(src(area), output, -1, k, Point(-1, -1), delta, border);
        Mat expected;
        cv::filter2D(whole(area), expected, -1, k, Point(-1, -1), delta, border);
        EXPECT_LE(cv::norm(expected, output.getMat(ACCESS_READ), NORM_INF), 1) << "call " << i;
    }
}

std::string filterIntoAMat(const char* forced, int count)
{
    clconv::ForceScope force(forced);
    const Mat src = pixels(CV_8UC4), kernel = smallKernel();
    Mat expected;
    cv::filter2D(src, expected, -1, kernel);
    for (int i = 0; i < count; i++)
    {
        Mat result(src.size(), CV_8UC4, Scalar::all(0));
        {
            UMat dst = result.getUMat(ACCESS_RW);
            clconv::filter2D(src, dst, -1, kernel);
        }
        if (cv::norm(expected, result, NORM_INF) > 1)
            return "the Mat does not have the result";
    }
    return std::string();
}

//! Once the UMat is released the Mat must have the result, whatever else refers to the UMat's memory.
TEST(Clconv_Lifetime, aMatHasItsResultWhenItsUMatGoes)
{
    EXPECT_EQ("", filterIntoAMat("", 100));
    EXPECT_EQ("", filterIntoAMat("image", 100));
    BufferPool pool(16 << 20);
    EXPECT_EQ("", filterIntoAMat("", 300));
    EXPECT_EQ("", filterIntoAMat("reference", 300));
}

TEST(Clconv_Lifetime, imagesGoFromManyThreadsWhileLaunchesHoldThem)
{
    BufferPool pool(16 << 20);
    std::vector<std::thread> threads;
    std::vector<std::string> errors(8);
    for (int t = 0; t < 8; t++)
        threads.push_back(std::thread(
            [t, &errors]()
            {
                clconv::ForceScope force(t % 2 ? "image:IMAGE_1D=0" : "");
                const Mat src = pixels(CV_8UC4), kernel = smallKernel();
                for (int i = 0; i < 100; i++)
                {
                    UMat image, first, second;
                    src.copyTo(image);
                    clconv::filter2D(image, first, -1, kernel);
                    clconv::filter2D(first, second, -1, kernel);
                    image.release();
                    second.release();
                    const std::string error = i % 20 ? "" : compared(first.getMat(ACCESS_READ), src, kernel);
                    errors[size_t(t)] = error.empty() ? errors[size_t(t)] : error;
                }
            }));
    for (std::thread& thread : threads)
        thread.join();
    for (const std::string& error : errors)
        EXPECT_EQ("", error);
}

}} // namespace opencv_test
