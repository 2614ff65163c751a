// SPDX-License-Identifier: Apache-2.0
//
// A kernel for each channel, compared with a loop over its formula and with cv::filter2D of each channel.

#include "opencv2/clconv/chain.hpp"
#include "support/fake_devices.hpp"
#include "support/thrown.hpp"

namespace opencv_test { namespace {

Mat kernelFor(int channels, Size size, int srcDepth, int dstDepth, Coefficients kind, unsigned seed)
{
    RNG rng(seed);
    std::vector<Mat> kernels;
    for (int c = 0; c < channels; ++c)
        kernels.push_back(randomKernel(size, srcDepth, dstDepth, kind, rng));
    Mat kernel;
    merge(kernels, kernel);
    return kernel;
}

FilterCase caseFor(int srcType, int ddepth, Size size, Coefficients kind = Coefficients::Random)
{
    FilterCase filterCase;
    filterCase.srcType = srcType;
    filterCase.ddepth = ddepth;
    filterCase.kernel = kernelFor(CV_MAT_CN(srcType), size, CV_MAT_DEPTH(srcType), ddepth, kind, unsigned(srcType));
    filterCase.border = BORDER_REFLECT_101;
    return filterCase;
}

//! cv::filter2D of each channel of a Mat, in double.
Mat byChannels(const Mat& src, const Mat& kernel, Point anchor, double delta, int border)
{
    std::vector<Mat> images, kernels, results;
    split(src, images);
    split(kernel, kernels);
    for (size_t c = 0; c < images.size(); ++c)
    {
        Mat result;
        images[c].convertTo(images[c], CV_64F);
        cv::filter2D(images[c], result, CV_64F, kernels[c], anchor, delta, border);
        results.push_back(result);
    }
    Mat all;
    merge(results, all);
    return all;
}

Mat imageOf(int type, Size size = Size(61, 37))
{
    RNG rng(5);
    return randomImage(size, type, rng);
}

const char* const implementations[] = {"", "reference", "direct", "cpu"};

//! Each depth occurs as source and as result.
TEST(Clconv_ChannelKernels, ofAllDepths)
{
    for (int s : depths())
    {
        const int d = (2 * s + 1) % int(depths().size());
        FilterCase filterCase =
            caseFor(CV_MAKETYPE(s, 2 + s % 3), d, Size(5, 3), s % 2 ? Coefficients::Integers : Coefficients::Random);
        filterCase.border = entry(borderTypes(), s);
        for (const char* force : {"reference", "direct", "cpu"})
        {
            filterCase.force = force;
            for (const FilterCase& laidOut : layouts(filterCase, 3))
                EXPECT_TRUE(isRight(laidOut, force));
        }
    }
}

TEST(Clconv_ChannelKernels, ofAllBordersAndLayouts)
{
    for (int channels = 2; channels <= 4; ++channels)
        for (int border : borderTypes())
            for (const char* force : implementations)
            {
                FilterCase filterCase = caseFor(CV_8UC(channels), CV_16S, Size(4, 5));
                filterCase.border = border;
                filterCase.force = force;
                for (const FilterCase& laidOut : layouts(filterCase, 10))
                    EXPECT_TRUE(isRight(laidOut, force));
            }
}

TEST(Clconv_ChannelKernels, ofAllSizes)
{
    for (const Size& size : {Size(1, 9), Size(13, 1), Size(7, 7), Size(31, 3)})
        for (const char* force : implementations)
        {
            FilterCase filterCase = caseFor(CV_32FC(2 + size.width % 3), CV_32F, size);
            filterCase.force = force;
            for (const FilterCase& laidOut : alignedLayouts(filterCase))
                EXPECT_TRUE(isRight(laidOut, force));
        }
}

//! In some channels the sums of the taps exceed the 24 bits of a float.
TEST(Clconv_ChannelKernels, haveExactSums)
{
    FilterCase filterCase = caseFor(CV_16UC3, CV_64F, Size(7, 7), Coefficients::Integers);
    std::vector<Mat> kernels;
    split(filterCase.kernel, kernels);
    kernels[1] *= 1001;
    kernels[2] /= 64;
    merge(kernels, filterCase.kernel);
    for (int ddepth : {CV_32S, CV_32F})
        for (const char* force : implementations)
        {
            filterCase.ddepth = ddepth;
            filterCase.force = force;
            EXPECT_TRUE(isRight(filterCase, force));
        }
    kernels[0] *= 0.3; // not integers, which must not cost the other channels their exact sums
    merge(kernels, filterCase.kernel);
    const Mat image = imageOf(CV_16UC3), expected = byChannels(image, filterCase.kernel, Point(-1, -1), 0, 4);
    UMat device, result;
    image.copyTo(device);
    clconv::filter2D(device, result, CV_64F, filterCase.kernel);
    Mat difference = cv::abs(expected - result.getMat(ACCESS_READ));
    for (int c : {1, 2})
    {
        Mat channel;
        extractChannel(difference, channel, c);
        EXPECT_EQ(0, cv::norm(channel, NORM_INF)) << c;
    }
}

TEST(Clconv_ChannelKernels, areThoseOfEachChannel)
{
    for (int channels : {2, 3, 4, 5, 8})
        for (const Size& size : {Size(5, 5), Size(3, 8)})
            for (int border : {int(BORDER_CONSTANT), int(BORDER_REPLICATE), int(BORDER_REFLECT_101)})
            {
                const Mat image = imageOf(CV_8UC(channels));
                const Mat kernel = kernelFor(channels, size, CV_8U, CV_8U, Coefficients::Integers, 3);
                const Mat expected = byChannels(image, kernel, Point(1, 2), 3, border);
                UMat device, result;
                Mat host;
                image.copyTo(device);
                clconv::filter2D(device, result, CV_64F, kernel, Point(1, 2), 3, border);
                clconv::filter2D(image, host, CV_64F, kernel, Point(1, 2), 3, border);
                EXPECT_EQ(0, cv::norm(expected, result, NORM_INF, noArray())) << channels << size << border;
                EXPECT_EQ(0, cv::norm(expected, host, NORM_INF)) << channels << size << border;
            }
}

//! Without a device, and on Mats with the depths of cv::filter2D.
TEST(Clconv_ChannelKernels, runOnTheCpu)
{
    for (int type : {CV_8UC3, CV_16SC2, CV_32FC4})
        for (int border : borderTypes())
            for (bool mats : {false, true})
            {
                FilterCase filterCase = caseFor(type, CV_32F, Size(5, 4));
                filterCase.border = border;
                filterCase.srcOnHost = filterCase.dstOnHost = !mats;
                filterCase.srcIsMat = filterCase.dstIsMat = mats;
                for (const FilterCase& laidOut : layouts(filterCase, 10))
                    EXPECT_TRUE(isRight(laidOut));
            }
    const Mat image = imageOf(CV_8UC3), kernel = kernelFor(3, Size(3, 3), CV_8U, CV_8U, Coefficients::Integers, 1);
    Mat result;
    EXPECT_THROW(clconv::filter2D(image, result, CV_32S, kernel), cv::Exception);
}

TEST(Clconv_ChannelKernels, inPlaceAndOfAnyDepth)
{
    for (Placement placement : {Placement::InPlace, Placement::Overlap})
        for (int depth : depths())
        {
            FilterCase filterCase = caseFor(CV_8UC3, CV_8U, Size(3, 3), Coefficients::Integers);
            filterCase.kernel.convertTo(filterCase.kernel, depth);
            filterCase.placement = placement;
            filterCase.kernelIsUMat = depth % 2 != 0;
            filterCase.srcParent = Size(90, 70);
            filterCase.srcOrigin = Point(3, 5);
            filterCase.dstOrigin = Point(8, 1);
            EXPECT_TRUE(isRight(filterCase));
        }
}

TEST(Clconv_ChannelKernels, withAValueOutside)
{
    const Mat image = imageOf(CV_8UC3), kernel = kernelFor(3, Size(3, 3), CV_8U, CV_8U, Coefficients::Integers, 1);
    const Scalar value(7, 200, 100);
    Mat framed, host;
    cv::copyMakeBorder(image, framed, 1, 1, 1, 1, BORDER_CONSTANT, value);
    const Mat expected = byChannels(framed, kernel, Point(-1, -1), 0, BORDER_CONSTANT)(Rect(Point(1, 1), image.size()));
    UMat device, result;
    image.copyTo(device);
    clconv::filter2D(device, result, CV_64F, kernel, Point(-1, -1), 0, BORDER_CONSTANT, value);
    clconv::filter2D(image, host, CV_64F, kernel, Point(-1, -1), 0, BORDER_CONSTANT, value);
    EXPECT_EQ(0, cv::norm(expected, result, NORM_INF, noArray()));
    EXPECT_EQ(0, cv::norm(expected, host, NORM_INF));
}

TEST(Clconv_ChannelKernels, inBanksBatchesAndChains)
{
    const Mat image = imageOf(CV_8UC3);
    std::vector<Mat> kernels, expected;
    for (unsigned seed : {1, 2, 3})
    {
        kernels.push_back(kernelFor(3, Size(3, 5), CV_8U, CV_8U, Coefficients::Integers, seed));
        expected.push_back(byChannels(image, kernels.back(), Point(-1, -1), 1, BORDER_REFLECT_101));
    }
    kernels[1] = Mat(3, 3, CV_32F, Scalar(2));
    cv::filter2D(image, expected[1], CV_64F, kernels[1], Point(-1, -1), 1);
    UMat device;
    image.copyTo(device);
    std::vector<UMat> bank, batch;
    clconv::filterBank(device, bank, CV_64F, kernels, Point(-1, -1), 1);
    clconv::filterBatch(std::vector<UMat>(3, device), batch, CV_64F, kernels, Point(-1, -1), 1);
    for (size_t i = 0; i < kernels.size(); ++i)
    {
        EXPECT_EQ(0, cv::norm(expected[i], bank[i], NORM_INF, noArray())) << i;
        EXPECT_EQ(0, cv::norm(expected[i], batch[i], NORM_INF, noArray())) << i;
    }
    kernels[1] = kernels[0];
    clconv::filterBatch(std::vector<UMat>(3, device), batch, CV_64F, kernels, Point(-1, -1), 1);
    EXPECT_EQ(0, cv::norm(expected[2], batch[2], NORM_INF, noArray()));
    clconv::Chain chain;
    UMat result;
    chain.filter2D(CV_64F, kernels[0], Point(-1, -1), 1).abs().apply(device, result);
    EXPECT_EQ(0, cv::norm(cv::abs(expected[0]), result, NORM_INF, noArray()));
}

TEST(Clconv_ChannelKernels, areExplainedAndPrepared)
{
    const Mat image = imageOf(CV_8UC3), kernel = kernelFor(3, Size(5, 5), CV_8U, CV_8U, Coefficients::Random, 1);
    UMat device;
    image.copyTo(device);
    const std::string text = clconv::explain(device, -1, kernel);
    EXPECT_NE(std::string::npos, text.find("kernel 5x5 for each channel, BORDER_REFLECT_101")) << text;
    EXPECT_NE(std::string::npos, text.find("separable: refused, it takes one kernel for all channels")) << text;
    EXPECT_TRUE(clconv::prepare(kernel, CV_8UC3, CV_16S));
}

TEST(Clconv_ChannelKernels, havePlansOnEveryDevice)
{
    for (const clconv::DeviceTraits& traits : allFakeDevices())
        for (clconv::Problem problem : manyProblems())
        {
            if (problem.channels == 1 || problem.specializedTaps)
                continue;
            problem.channelFilters = true;
            const clconv::Plan plan = planFor(problem, traits);
            if (!plan.impl)
                continue;
            EXPECT_TRUE(plan.impl->has(clconv::TakesChannelFilters)) << plan.impl->name;
            EXPECT_NE(std::string::npos, (plan.options.text() + " ").find("-D CHANNEL_FILTERS=1 "));
            const bool direct = std::string("direct") == plan.impl->name;
            if (!traits.cpu && problem.accDepth() == CV_32F) // some windows of doubles do not fit into the registers
            {
                EXPECT_TRUE(direct) << lineOf(problem) << toText(plan.verdicts);
            }
            if (direct)
            {
                EXPECT_EQ(0, plan.params.at("PX") % problem.channels);
            }
        }
}

TEST(Clconv_ChannelKernels, haveAsManyChannelsAsTheImage)
{
    for (int channels : {1, 2, 4})
    {
        const Mat image = imageOf(CV_8UC(channels));
        Mat result;
        EXPECT_EQ(Error::StsAssert, codeOf([&] { clconv::filter2D(image, result, -1, Mat::ones(3, 3, CV_32FC3)); }));
        EXPECT_EQ(Error::StsAssert, codeOf([&] { clconv::explain(image, -1, Mat::ones(3, 3, CV_32FC3)); }));
        EXPECT_TRUE(result.empty());
    }
    const Mat image = imageOf(CV_8UC3), factor = Mat::ones(1, 3, CV_32FC3);
    Mat result;
    EXPECT_EQ(Error::StsAssert, codeOf([&] { clconv::sepFilter2D(image, result, -1, factor, factor); }));
}

}} // namespace opencv_test
