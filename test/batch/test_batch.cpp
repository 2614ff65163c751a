// SPDX-License-Identifier: Apache-2.0
//
// filterBatch: every output equals that of filter2D on its image, in few launches.

#include "batches.hpp"
#include "launches.hpp"

#include "runtime/compiled_kernel.hpp"

namespace opencv_test { namespace {

//! The implementations that filter batches, on any device if they are forced.
const char* const batchNames[] = {"direct", "separable", "cpu", "cpu_separable"};

class Clconv_Batch : public ::testing::TestWithParam<const char*>
{
protected:
    Coefficients kind() const
    {
        return std::string(GetParam()).find("separable") == std::string::npos ? Coefficients::Random
                                                                              : Coefficients::OuterProduct;
    }
};

TEST_P(Clconv_Batch, filtersImagesOfAnySize)
{
    for (int type : {CV_8UC3, CV_32FC1})
        for (const Size& kernel : {Size(3, 3), Size(5, 4)})
        {
            BatchCase batch;
            batch.type = type;
            batch.sizes = uglySizes();
            batch.kernels = {kernelFor(type, kernel, kind())};
            batch.delta = 1.5;
            batch.anchor = Point(0, 2);
            batch.border = BORDER_REFLECT;
            batch.force = GetParam();
            EXPECT_TRUE(isRight(batch, GetParam())) << type << " " << kernel;
        }
}

TEST_P(Clconv_Batch, makesUpBorders)
{
    for (int border : {int(BORDER_CONSTANT), BORDER_WRAP | BORDER_ISOLATED})
    {
        BatchCase batch;
        batch.type = CV_8UC1;
        batch.ddepth = CV_16S;
        batch.sizes = uglySizes();
        batch.kernels = {kernelFor(batch.type, Size(7, 5), kind())};
        batch.border = border;
        batch.force = GetParam();
        EXPECT_TRUE(isRight(batch, GetParam())) << border;
    }
}

TEST_P(Clconv_Batch, takesAKernelForEachImage)
{
    for (int type : {CV_8UC1, CV_32FC3})
    {
        BatchCase batch;
        batch.type = type;
        for (unsigned i = 0; i < 9; i++) // two classes, alternating
        {
            batch.sizes.push_back(Size(40 + int(i), 31));
            batch.kernels.push_back(kernelFor(type, i % 2 ? Size(3, 3) : Size(5, 3), kind(), i));
        }
        batch.force = GetParam();
        EXPECT_TRUE(isRight(batch, GetParam())) << type;
    }
}

CLCONV_INSTANTIATE(All, Clconv_Batch, ::testing::ValuesIn(batchNames));

TEST(Clconv_BatchImages, areRightWhateverRuns)
{
    for (int type : {CV_8UC1, CV_8UC4, CV_64FC1})
    {
        BatchCase batch;
        batch.type = type;
        batch.sizes = uglySizes();
        batch.kernels = {kernelFor(type, Size(3, 3))};
        EXPECT_TRUE(isRight(batch)) << type;
        batch.kernels = {kernelFor(type, Size(21, 21))};
        EXPECT_TRUE(isRight(batch)) << type;
    }
}

TEST(Clconv_BatchImages, takeFewLaunches)
{
    const clconv::ForceScope direct("direct");
    const Mat kernel = kernelFor(CV_8UC1, Size(3, 3));
    Launches launches;

    std::vector<UMat> results;
    clconv::filterBatch(randomImages(CV_8UC1, std::vector<Size>(200, Size(24, 20))), results, -1, kernel);
    EXPECT_LE(launches.count(), 7u); // launches for 32 or 64 images

    // Regions: one buffer for all sources, one for all outputs.
    const UMat whole = randomImages(CV_8UC1, {Size(640, 480)})[0];
    UMat filtered(whole.size(), CV_8UC1, Scalar(77));
    std::vector<UMat> patches, outputs;
    for (int i = 0; i < 300; i++)
    {
        const Rect place(i % 20 * 32, i / 20 * 32, 30, 29);
        patches.push_back(whole(place));
        outputs.push_back(filtered(place));
    }
    clconv::filterBatch(patches, outputs, -1, kernel);
    EXPECT_EQ(1u, launches.count());
    BatchCase batch;
    batch.kernels = {kernel};
    EXPECT_EQ("", wrongResult(batch, patches, outputs, "direct"));
    Mat surroundings;
    filtered.copyTo(surroundings);
    for (int i = 0; i < 300; i++)
        surroundings(Rect(i % 20 * 32, i / 20 * 32, 30, 29)).setTo(77);
    EXPECT_EQ(0, countNonZero(surroundings != 77));
}

TEST(Clconv_BatchImages, maybeTheirOwnOutputs)
{
    BatchCase batch;
    batch.type = CV_32FC1;
    batch.kernels = {kernelFor(CV_32FC1, Size(3, 3))};
    std::vector<UMat> images = randomImages(CV_32FC1, std::vector<Size>(40, Size(33, 21))), sources;
    for (const UMat& image : images)
        sources.push_back(image.clone());
    clconv::filterBatch(images, images, -1, batch.kernels[0]);
    EXPECT_EQ("", wrongResult(batch, sources, images, clconv::lastImplementation()));

    // each result over the next image's source
    images = sources;
    std::vector<UMat> shifted(images.begin() + 1, images.end());
    shifted.push_back(UMat());
    for (UMat& image : images)
        image = image.clone();
    std::rotate_copy(images.begin(), images.begin() + 1, images.end(), shifted.begin());
    clconv::filterBatch(images, shifted, -1, batch.kernels[0]);
    EXPECT_EQ("", wrongResult(batch, sources, shifted, clconv::lastImplementation()));

    // to another depth: new images
    images.clear();
    for (const UMat& image : sources)
        images.push_back(image.clone());
    batch.ddepth = CV_64F;
    clconv::filterBatch(images, images, CV_64F, batch.kernels[0]);
    EXPECT_EQ("", wrongResult(batch, sources, images, clconv::lastImplementation()));
}

TEST(Clconv_BatchImages, ofWhichTheLaterCountsWhereOutputsOverlap)
{
    BatchCase batch;
    batch.kernels = {kernelFor(CV_8UC1, Size(3, 3))};
    const std::vector<UMat> sources = randomImages(CV_8UC1, {Size(30, 20), Size(30, 20)});
    UMat canvas(20, 45, CV_8UC1, Scalar(0));
    std::vector<UMat> outputs = {canvas(Rect(0, 0, 30, 20)), canvas(Rect(15, 0, 30, 20))}, separate;
    clconv::filterBatch(sources, outputs, -1, batch.kernels[0]);
    clconv::filterBatch(sources, separate, -1, batch.kernels[0]);
    EXPECT_EQ(0, cv::norm(outputs[1], separate[1], NORM_INF));
    EXPECT_EQ(0, cv::norm(canvas(Rect(0, 0, 15, 20)), separate[0](Rect(0, 0, 15, 20)), NORM_INF));
}

TEST(Clconv_BatchImages, buildNothingForOtherSizesAndNumbers)
{
    BatchCase batch;
    batch.type = CV_16UC1;
    batch.kernels = {kernelFor(batch.type, Size(3, 3))};
    batch.sizes = std::vector<Size>(70, Size(64, 48));
    ASSERT_TRUE(isRight(batch));
    const int before = clconv::programsBuilt();
    batch.kernels = {kernelFor(batch.type, Size(3, 3), Coefficients::Random, 77)};
    batch.sizes = std::vector<Size>(42, Size(128, 40)); // equally many pixels, on which tile sizes depend
    EXPECT_TRUE(isRight(batch));
    EXPECT_EQ(before, clconv::programsBuilt());
}

}} // namespace opencv_test
