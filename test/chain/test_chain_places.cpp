// SPDX-License-Identifier: Apache-2.0
//
// A chain runs wherever a filter runs: on Mats, in bands, on several devices, in batches.

#include "support/test_precomp.hpp"

#include "bands/small_bands.hpp"
#include "bands/two_contexts.hpp"
#include "batch/launches.hpp"
#include "mats/on_mats.hpp"
#include "support/chain/random_chain.hpp"

#include <opencv2/clconv/chain.hpp>

namespace opencv_test { namespace {

Mat imageOf(Size size, int type, int seed = 1)
{
    RNG rng(static_cast<uint64>(seed));
    return randomImage(size, type, rng);
}

//! Stages that share a launch; an output depends on 3 rows above and below.
clconv::Chain edges(int border = BORDER_DEFAULT)
{
    clconv::Chain chain;
    chain.GaussianBlur(Size(5, 5), 0, 0, border).gradientMagnitude(CV_8U, 3, false, border);
    return chain;
}

//! The result of the chain without a device.
Mat expectedOf(const clconv::Chain& chain, const Mat& image)
{
    const clconv::MatsModeScope off(clconv::MatsMode::Off);
    Mat result;
    chain.apply(image, result);
    EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    return result;
}

bool equal(const Mat& a, const Mat& b)
{
    return a.type() == b.type() && a.size() == b.size() && cv::norm(a, b, NORM_INF) == 0;
}

bool ranTogether()
{
    const std::string name = clconv::lastImplementation();
    return name == "chain" || name == "cpu_chain";
}

TEST(Clconv_ChainPlaces, onMatsIsOneLaunch)
{
    for (clconv::MatTransfer transfer : matTransfers())
        for (Size size : {Size(317, 203), Size(7, 9), Size(300, 8)})
            for (int type : {CV_8UC1, CV_8UC3, CV_16UC1})
            {
                const Mat image = imageOf(size, type), expected = expectedOf(edges(), image);
                const OnDevice onDevice(transfer);
                Mat result;
                edges().apply(image, result);
                EXPECT_TRUE(ranTogether()) << clconv::lastImplementation();
                EXPECT_TRUE(equal(expected, result)) << size << " " << type << ", way " << int(transfer);
            }
}

TEST(Clconv_ChainPlaces, inBandsCopiesBordersAtTheEdgesOfTheImageOnly)
{
    const clconv::TuningScope bands(tuningOfSmallBands());
    for (int border : {int(BORDER_CONSTANT), int(BORDER_REPLICATE), int(BORDER_REFLECT), int(BORDER_REFLECT_101)})
    {
        const Mat image = imageOf(Size(61, 47), CV_8UC1), expected = expectedOf(edges(border), image);
        const OnDevice onDevice(clconv::MatTransfer::Staged);
        Mat result;
        edges(border).apply(image, result);
        EXPECT_TRUE(ranTogether()) << clconv::lastImplementation();
        EXPECT_TRUE(equal(expected, result)) << border;
    }
}

TEST(Clconv_ChainPlaces, readsThePixelsAroundARegionOfAMat)
{
    const clconv::TuningScope bands(tuningOfSmallBands());
    const Mat parent = imageOf(Size(90, 70), CV_8UC1);
    for (const Rect& region : {Rect(9, 8, 61, 47), Rect(0, 0, 61, 47), Rect(29, 23, 61, 47), Rect(1, 2, 61, 47)})
    {
        UMat whole, expected;
        parent.copyTo(whole);
        edges().apply(whole(region), expected);
        for (clconv::MatTransfer transfer : matTransfers())
        {
            const OnDevice onDevice(transfer);
            Mat result;
            edges().apply(parent(region), result);
            EXPECT_TRUE(equal(expected.getMat(ACCESS_READ), result)) << region << ", way " << int(transfer);
        }
    }
}

TEST(Clconv_ChainPlaces, worksInPlaceOnMats)
{
    for (clconv::MatTransfer transfer : matTransfers())
    {
        Mat image = imageOf(Size(317, 203), CV_8UC1);
        const Mat expected = expectedOf(edges(), image);
        const OnDevice onDevice(transfer);
        edges().apply(image, image);
        EXPECT_TRUE(equal(expected, image)) << int(transfer);
    }
}

TEST(Clconv_ChainPlaces, isSplitOverDevices)
{
    const Mat image = imageOf(Size(161, 147), CV_8UC3), expected = expectedOf(edges(), image);
    const clconv::TuningScope bands(tuningOfSmallBands());
    const clconv::SplitScope split(twoContexts());
    Mat result;
    edges().apply(image, result);
    EXPECT_TRUE(ranTogether()) << clconv::lastImplementation();
    EXPECT_TRUE(equal(expected, result));
    UMat onHostResult = onHost(Mat(image.size(), CV_8UC3));
    edges().apply(onHost(image), onHostResult);
    EXPECT_TRUE(ranTogether()) << clconv::lastImplementation();
    EXPECT_TRUE(equal(expected, onHostResult.getMat(ACCESS_READ)));
}

std::vector<UMat> imagesOf(const std::vector<Size>& sizes, int type)
{
    std::vector<UMat> images(sizes.size());
    for (size_t i = 0; i < sizes.size(); ++i)
        imageOf(sizes[i], type, int(i) + 1).copyTo(images[i]);
    return images;
}

void expectEachEqual(const clconv::Chain& chain, const std::vector<UMat>& images, const std::vector<UMat>& results)
{
    ASSERT_EQ(images.size(), results.size());
    for (size_t i = 0; i < images.size(); ++i)
    {
        UMat expected;
        chain.apply(images[i], expected);
        EXPECT_TRUE(equal(expected.getMat(ACCESS_READ), results[i].getMat(ACCESS_READ))) << i << images[i].size();
    }
}

TEST(Clconv_ChainPlaces, ofManyImagesIsOneLaunch)
{
    const std::vector<UMat> images =
        imagesOf({Size(64, 48), Size(64, 48), Size(36, 21), Size(100, 7), Size(64, 48)}, CV_8UC1);
    std::vector<UMat> results;
    edges().apply(images, results); // builds the program
    Launches launches;
    edges().apply(images, results);
    EXPECT_EQ(1u, launches.count());
    EXPECT_TRUE(ranTogether()) << clconv::lastImplementation();
    expectEachEqual(edges(), images, results);
}

TEST(Clconv_ChainPlaces, ofManyImagesKeepsRegionsApart)
{
    std::vector<UMat> images = imagesOf({Size(90, 70), Size(61, 47), Size(61, 47)}, CV_8UC1);
    images.push_back(images[0](Rect(9, 8, 61, 47)));
    images.push_back(images[0](Rect(20, 15, 61, 47)));
    std::vector<UMat> results;
    edges().apply(images, results);
    expectEachEqual(edges(), images, results);
}

TEST(Clconv_ChainPlaces, ofManyImagesWorksInPlaceAndInSeveralLaunches)
{
    clconv::Chain chain = edges();
    Mat taps(9, 9, CV_32F);
    cv::randu(taps, 0, 0.02);
    chain.filter2D(-1, taps); // its sums are not exact, so it gets its own launch
    std::vector<UMat> images = imagesOf({Size(64, 48), Size(33, 21)}, CV_8UC1), expected(2);
    for (size_t i = 0; i < images.size(); ++i)
        chain.apply(images[i], expected[i]);
    chain.apply(images, images);
    for (size_t i = 0; i < images.size(); ++i)
        EXPECT_TRUE(equal(expected[i].getMat(ACCESS_READ), images[i].getMat(ACCESS_READ)));
}

TEST(Clconv_ChainPlaces, ofManyMats)
{
    const std::vector<Mat> images = {imageOf(Size(64, 48), CV_8UC1), imageOf(Size(33, 21), CV_8UC1)};
    std::vector<Mat> results;
    edges().apply(images, results);
    ASSERT_EQ(images.size(), results.size());
    for (size_t i = 0; i < images.size(); ++i)
        EXPECT_TRUE(equal(expectedOf(edges(), images[i]), results[i]));
}

TEST(Clconv_ChainPlaces, refusesImagesOfSeveralTypes)
{
    std::vector<UMat> images = imagesOf({Size(9, 9)}, CV_8UC1), results;
    images.push_back(UMat(9, 9, CV_16UC1, Scalar::all(0)));
    EXPECT_THROW(edges().apply(images, results), cv::Exception);
    EXPECT_THROW(edges().apply(std::vector<UMat>(), results), cv::Exception);
    UMat one;
    EXPECT_THROW(edges().apply(imagesOf({Size(9, 9)}, CV_8UC1), one), cv::Exception);
}

}} // namespace opencv_test
