// SPDX-License-Identifier: Apache-2.0
//
// filterBatch: which arguments it accepts besides UMats on the device, and which it refuses.

#include "batches.hpp"

#include "support/thrown.hpp"

namespace opencv_test { namespace {

TEST(Clconv_BatchContract, runsOneByOneWhereAnImplementationForSingleImagesIsForced)
{
    BatchCase batch;
    batch.sizes = uglySizes();
    batch.kernels = {kernelFor(CV_8UC1, Size(3, 3))};
    batch.force = "reference";
    EXPECT_TRUE(isRight(batch, "reference"));
}

TEST(Clconv_BatchContract, runsOnTheCpuWithoutOpenCL)
{
    const NoOpenCL noOpenCL;
    BatchCase batch;
    batch.sizes = uglySizes();
    batch.kernels = {kernelFor(CV_8UC1, Size(5, 5))};
    EXPECT_TRUE(isRight(batch, "opencv-cpu"));
}

TEST(Clconv_BatchContract, ofMatsEqualsStockBitForBit)
{
    RNG rng(3);
    const Mat kernel = kernelFor(CV_32FC1, Size(5, 3));
    std::vector<Mat> sources, results;
    for (const Size& size : uglySizes())
        sources.push_back(randomImage(size, CV_32FC1, rng));
    clconv::filterBatch(sources, results, -1, kernel, Point(0, -1), 0.25, BORDER_REFLECT);
    ASSERT_EQ(sources.size(), results.size());
    for (size_t i = 0; i < results.size(); i++)
    {
        Mat expected;
        cv::filter2D(sources[i], expected, -1, kernel, Point(0, -1), 0.25, BORDER_REFLECT);
        EXPECT_EQ(0, cv::norm(expected, results[i], NORM_INF)) << i;
    }
}

//! The outputs are shifted by one image: each overlaps the source of the next.
TEST(Clconv_BatchContract, readsMatsBeforeItWritesThem)
{
    RNG rng(4);
    const Mat kernel = kernelFor(CV_8UC1, Size(3, 3));
    Mat film = randomImage(Size(40, 90), CV_8UC1, rng);
    const Mat before = film.clone();
    std::vector<Mat> sources, outputs;
    for (int i = 0; i < 4; i++)
    {
        sources.push_back(film.rowRange(i * 20, i * 20 + 20));
        outputs.push_back(film.rowRange(i * 20 + 7, i * 20 + 27));
    }
    clconv::filterBatch(sources, outputs, -1, kernel);
    for (int i = 0; i < 4; i++)
    {
        Mat expected;
        cv::filter2D(before.rowRange(i * 20, i * 20 + 20), expected, -1, kernel);
        EXPECT_EQ(0, cv::norm(expected, film.rowRange(i * 20 + 7, i * 20 + 27), NORM_INF)) << i;
    }
}

//! The first output is the row below the second source, which is a region that reads its parent.
TEST(Clconv_BatchContract, readsParentsOfMatsBeforeItWritesThem)
{
    RNG rng(5);
    const Mat kernel = kernelFor(CV_8UC1, Size(3, 3));
    Mat parent = randomImage(Size(40, 50), CV_8UC1, rng);
    const Mat before = parent.clone();
    const std::vector<Mat> sources = {parent.rowRange(0, 10), parent.rowRange(20, 30)};
    std::vector<Mat> outputs = {parent.rowRange(30, 40), Mat()};
    clconv::filterBatch(sources, outputs, -1, kernel);
    Mat expected;
    cv::filter2D(before.rowRange(20, 30), expected, -1, kernel);
    EXPECT_EQ(0, cv::norm(expected, outputs[1], NORM_INF));
}

//! The kernel is in the first output.
TEST(Clconv_BatchContract, readsItsKernelBeforeItWrites)
{
    const Mat kernel = kernelFor(CV_32FC1, Size(3, 3));
    RNG rng(6);
    const std::vector<Mat> sources = {randomImage(Size(9, 8), CV_32FC1, rng), randomImage(Size(9, 8), CV_32FC1, rng)};
    std::vector<Mat> outputs = {Mat(8, 9, CV_32FC1, Scalar(0)), Mat()};
    Mat inOutput = outputs[0](Rect(2, 2, 3, 3));
    kernel.copyTo(inOutput);
    clconv::filterBatch(sources, outputs, -1, inOutput);
    Mat expected;
    cv::filter2D(sources[1], expected, -1, kernel);
    EXPECT_EQ(0, cv::norm(expected, outputs[1], NORM_INF));
}

TEST(Clconv_BatchContract, takesUMatsAndMatsTogether)
{
    BatchCase batch;
    batch.kernels = {kernelFor(CV_8UC1, Size(3, 3))};
    const std::vector<UMat> images = randomImages(CV_8UC1, uglySizes());
    std::vector<Mat> onHost(images.size()), results;
    for (size_t i = 0; i < images.size(); i++)
        images[i].copyTo(onHost[i]);
    clconv::filterBatch(images, results, -1, batch.kernels[0]);
    ASSERT_EQ(images.size(), results.size());
    std::vector<UMat> copies(images.size()), onDevice;
    for (size_t i = 0; i < images.size(); i++)
        results[i].copyTo(copies[i]);
    EXPECT_EQ("", wrongResult(batch, images, copies, clconv::lastImplementation()));
    clconv::filterBatch(onHost, onDevice, -1, batch.kernels[0]);
    EXPECT_EQ("", wrongResult(batch, images, onDevice, clconv::lastImplementation()));
}

TEST(Clconv_BatchContract, readsKernelsFromUMats)
{
    BatchCase batch;
    batch.kernels = {kernelFor(CV_8UC1, Size(3, 3), Coefficients::Random, 1),
                     kernelFor(CV_8UC1, Size(3, 3), Coefficients::Random, 2)};
    const std::vector<UMat> images = randomImages(CV_8UC1, {Size(30, 20), Size(31, 21)});
    std::vector<UMat> kernels(2), results;
    for (size_t i = 0; i < 2; i++)
        batch.kernels[i].copyTo(kernels[i]);
    clconv::filterBatch(images, results, -1, kernels);
    EXPECT_EQ("", wrongResult(batch, images, results, clconv::lastImplementation()));
}

TEST(Clconv_BatchContract, refusesBadArgumentsAndWritesNothing)
{
    const Mat kernel = Mat::ones(3, 3, CV_32F);
    const std::vector<UMat> images = randomImages(CV_8UC1, {Size(8, 8), Size(9, 9)});
    std::vector<UMat> output = {UMat(8, 8, CV_8UC1, Scalar(7)), UMat(9, 9, CV_8UC1, Scalar(7))}, none;
    const auto code = [&](const std::vector<UMat>& src, InputArray kernels, int ddepth = -1,
                          Point anchor = Point(-1, -1), int border = BORDER_DEFAULT)
    { return codeOf([&]() { clconv::filterBatch(src, output, ddepth, kernels, anchor, 0, border); }); };
    EXPECT_EQ(Error::StsAssert, code(none, kernel));
    EXPECT_EQ(Error::StsAssert, code({images[0], UMat()}, kernel));
    EXPECT_EQ(Error::StsAssert, code({images[0], UMat(8, 8, CV_8UC3, Scalar())}, kernel));
    EXPECT_EQ(Error::StsAssert, code(images, Mat()));
    EXPECT_EQ(Error::StsAssert, code(images, std::vector<Mat>(3, kernel)));
    EXPECT_EQ(Error::StsAssert, code(images, std::vector<Mat>{kernel, Mat()}));
    EXPECT_EQ(Error::StsAssert, code(images, kernel, -1, Point(3, 0)));
    EXPECT_EQ(Error::StsBadArg, code(images, kernel, -1, Point(-1, -1), BORDER_TRANSPARENT));
    EXPECT_EQ(Error::StsAssert, codeOf([&]() { clconv::filterBatch(images[0], output, -1, kernel); })); // not a vector
    UMat single;
    EXPECT_EQ(Error::StsAssert, codeOf([&]() { clconv::filterBatch(images, single, -1, kernel); }));
    EXPECT_TRUE(single.empty());
    for (const UMat& image : output)
        EXPECT_EQ(0, cv::norm(image, UMat(image.size(), CV_8UC1, Scalar(7)), NORM_INF));
}

}} // namespace opencv_test
