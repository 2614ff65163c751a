// SPDX-License-Identifier: Apache-2.0
//
// Kernels that are images of the same call, kernels of other depths, and kernels as vectors.

#include "cases/small.hpp"

namespace opencv_test { namespace {

//! Filters an image with its own pixels as the kernel.
void expectRightWithKernel(const UMat& src, UMat& dst, const UMat& kernel, const Mat& original)
{
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), original, original));
}

TEST(Clconv_Kernel, mayBeTheSourceOrTheOutput)
{
    const Mat original = pixels(CV_32FC1)(Rect(0, 0, 5, 5)).clone();
    UMat image, kernel, dst;
    original.copyTo(image);
    expectRightWithKernel(image, dst, image, original);
    original.copyTo(kernel);
    expectRightWithKernel(image, kernel, kernel, original);
    expectRightWithKernel(image, image, image, original);
}

//! A copy of the taps in an image's own memory, from a given row on, without gaps.
Mat placedIn(Mat& image, int row, const Mat& taps)
{
    Mat placed(taps.rows, taps.cols, taps.type(), image.ptr(row));
    taps.copyTo(placed);
    return placed;
}

Mat randomTaps(Size size, int seed)
{
    RNG rng(static_cast<unsigned>(seed));
    Mat taps(size, CV_32F);
    rng.fill(taps, RNG::UNIFORM, -1, 1);
    return taps;
}

//! Runs the filter on Mats, and on UMats of Mats with OpenCL and without.
template<typename Filter>
void expectRightOverKernels(const Mat& src, const Mat& expected, Filter filter)
{
    for (int use = 0; use < 3; use++)
    {
        Mat image(src.size(), CV_32FC1, Scalar(0));
        ocl::setUseOpenCL(use == 1);
        if (use == 0)
            filter(image, image);
        else
        {
            UMat dst = image.getUMat(ACCESS_RW);
            filter(image, dst);
        }
        ocl::setUseOpenCL(true);
        EXPECT_LE(cv::norm(image, expected, NORM_INF), 1e-5 * cv::norm(expected, NORM_INF))
            << (use ? "a UMat of a Mat" : "a Mat") << " " << use;
    }
}

TEST(Clconv_Kernel, mayLieInTheOutputsMemory)
{
    const Mat src = pixels(CV_32FC1);
    static const int sizes[][2] = {{3, 3}, {5, 3}, {7, 7}, {15, 15}, {1, 9}, {9, 1}};
    for (int row = 0; row < 10; row += 4)
        for (int i = 0; i < 6; i++)
        {
            const Mat taps = randomTaps(Size(sizes[i][0], sizes[i][1]), i);
            Mat expected;
            cv::filter2D(src, expected, -1, taps);
            expectRightOverKernels(src, expected,
                                   [&](Mat& memory, InputOutputArray dst)
                                   { clconv::filter2D(src, dst, -1, placedIn(memory, row, taps)); });
        }
}

TEST(Clconv_Kernel, mayLieInTheOutputsMemoryWithTheOtherFactor)
{
    const Mat src = pixels(CV_32FC1);
    for (int row = 0; row < 20; row += 6)
        for (int length = 3; length < 12; length += 4)
        {
            const Mat x = randomTaps(Size(length, 1), row), y = randomTaps(Size(1, length + 2), length);
            Mat expected;
            cv::sepFilter2D(src, expected, -1, x, y);
            expectRightOverKernels(src, expected,
                                   [&](Mat& memory, InputOutputArray dst)
                                   {
                                       const Mat xInside = placedIn(memory, row, x),
                                                 yInside = placedIn(memory, row + 2, y);
                                       clconv::sepFilter2D(src, dst, -1, xInside, yInside);
                                   });
        }
}

//! cv::filter2D accepts kernels of all depths that it can convert to the depth of its sums.
TEST(Clconv_Kernel, mayBeOfADepthThatImagesCannotHave)
{
    const UMat src = pixels(CV_8UC1).getUMat(ACCESS_READ).clone();
    for (int depth : otherDepths())
    {
        Mat taps, kernel;
        smallKernel().convertTo(taps, CV_32F, 8);
        taps.convertTo(taps, depth);
        taps.convertTo(kernel, CV_32F);
        UMat dst;
        clconv::filter2D(src, dst, -1, taps);
        EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), kernel)) << depth;
        Mat stock, ours;
        cv::filter2D(pixels(CV_8UC1), stock, -1, taps);
        clconv::filter2D(pixels(CV_8UC1), ours, -1, taps);
        EXPECT_EQ(0, cv::norm(stock, ours, NORM_INF)) << depth;
    }
}

//! A Mat of a vector is a column in OpenCV 4; in OpenCV 5 it has one dimension.
TEST(Clconv_Kernel, mayBeAVector)
{
    const std::vector<float> x = {0.5f, -1, 0.25f}, y = {1, 2, 3, -4, 0.5f};
    const Mat row(1, 3, CV_32F, const_cast<float*>(x.data())), column(5, 1, CV_32F, const_cast<float*>(y.data()));
    const UMat src = pixels(CV_8UC1).getUMat(ACCESS_READ).clone();
    UMat dst;
    for (int mats = 0; mats < 2; mats++)
    {
        if (mats)
            clconv::sepFilter2D(src, dst, CV_32F, Mat(x), Mat(y));
        else
            clconv::sepFilter2D(src, dst, CV_32F, x, y);
        EXPECT_NE("opencv-cpu", clconv::lastImplementation());
        EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), column * row));
        Mat stock;
        mats ? cv::filter2D(pixels(CV_8UC1), stock, CV_32F, Mat(y)) : cv::filter2D(pixels(CV_8UC1), stock, CV_32F, y);
        mats ? clconv::filter2D(src, dst, CV_32F, Mat(y)) : clconv::filter2D(src, dst, CV_32F, y);
        EXPECT_NE("opencv-cpu", clconv::lastImplementation());
        EXPECT_LE(cv::norm(dst, stock, NORM_INF), 1e-3);
    }
}

}} // namespace opencv_test
