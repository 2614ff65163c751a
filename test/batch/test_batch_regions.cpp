// SPDX-License-Identifier: Apache-2.0
//
// Batches of regions: of a few images in any order, and regions that differ in only one property.

#include "batches.hpp"
#include "launches.hpp"

namespace opencv_test { namespace {

//! Regions of these images in turn, from the upper left corner on, with space between them. They are 32 columns apart,
//! so that their rows have equal alignment.
std::vector<UMat> patchesOf(const std::vector<UMat>& images, int count, Size size)
{
    std::vector<UMat> patches;
    const int columns = images[0].cols / (size.width + 2);
    for (int i = 0; i < count; i++)
    {
        const int place = i / int(images.size());
        patches.push_back(images[size_t(i) % images.size()](
            Rect(place % columns * (size.width + 2), place / columns * (size.height + 3), size.width, size.height)));
    }
    return patches;
}

TEST(Clconv_BatchRegions, ofFewImagesTakeOneLaunchInAnyOrder)
{
    const clconv::ForceScope direct("direct");
    BatchCase batch;
    batch.kernels = {kernelFor(CV_8UC1, Size(3, 3))};
    for (int parents : {1, 3})
    {
        const std::vector<UMat> sources =
            patchesOf(randomImages(CV_8UC1, std::vector<Size>(size_t(parents), Size(320, 320))), 150, Size(30, 17));
        const Mat untouched(320, 320, CV_8UC1, Scalar(77));
        std::vector<UMat> canvases(size_t(parents > 1 ? 2 : 1));
        for (UMat& canvas : canvases)
            untouched.copyTo(canvas);
        std::vector<UMat> outputs = patchesOf(canvases, 150, Size(30, 17));
        std::reverse(outputs.begin(), outputs.end());

        Launches launches;
        clconv::filterBatch(sources, outputs, -1, batch.kernels[0]);
        EXPECT_EQ(1u, launches.count()) << parents;
        EXPECT_EQ("", wrongResult(batch, sources, outputs, "direct")) << parents;
        for (UMat& output : outputs)
            output.setTo(77);
        for (const UMat& canvas : canvases)
            EXPECT_EQ(0, cv::norm(canvas, untouched, NORM_INF)) << parents;
    }
}

//! Regions of one size, step and offset; the last row of some is the last row of the parent.
TEST(Clconv_BatchRegions, mayDifferInTheirParentsAlone)
{
    for (int border : {int(BORDER_REFLECT_101), BORDER_REFLECT_101 | BORDER_ISOLATED})
    {
        BatchCase batch;
        batch.type = CV_32FC1;
        batch.border = border;
        batch.kernels = {kernelFor(CV_32FC1, Size(5, 7))};
        std::vector<UMat> sources, results;
        for (const UMat& parent : randomImages(CV_32FC1, {Size(64, 40), Size(64, 41), Size(64, 60), Size(64, 40)}))
            sources.push_back(parent(Rect(8, 20, 32, 20)));
        clconv::filterBatch(sources, results, -1, batch.kernels[0], Point(-1, -1), 0, border);
        EXPECT_EQ("", wrongResult(batch, sources, results, clconv::lastImplementation())) << border;
    }
}

//! Every second output is new, or has another size or type.
TEST(Clconv_BatchRegions, areWrittenToOldAndNewOutputs)
{
    BatchCase batch;
    batch.kernels = {kernelFor(CV_8UC1, Size(3, 3))};
    const std::vector<UMat> sources = randomImages(CV_8UC1, std::vector<Size>(8, Size(30, 20)));
    UMat canvas(20, 120, CV_8UC1, Scalar(77));
    std::vector<UMat> outputs(8);
    for (int i = 0; i < 4; i++)
        outputs[size_t(2 * i)] = canvas.colRange(30 * i, 30 * i + 30);
    outputs[3] = UMat(20, 30, CV_32FC1, Scalar(1));
    outputs[5] = UMat(30, 20, CV_8UC1, Scalar(1));
    clconv::filterBatch(sources, outputs, -1, batch.kernels[0]);
    EXPECT_EQ("", wrongResult(batch, sources, outputs, clconv::lastImplementation()));
    for (int i = 0; i < 4; i++)
        EXPECT_EQ(canvas.u, outputs[size_t(2 * i)].u) << i;
}

}} // namespace opencv_test
