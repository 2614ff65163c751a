// SPDX-License-Identifier: Apache-2.0
//
// BORDER_CONSTANT with a value, compared with cv::copyMakeBorder and cv::filter2D. Images and taps are small integers,
// so that every sum is exact.

#include "support/test_precomp.hpp"
#include "opencv2/clconv/chain.hpp"

namespace opencv_test { namespace {

const Scalar value(7, -3, 100, 11);
const Mat wide = (Mat_<float>(2, 5) << 1, -2, 3, 0, 4, -1, 5, 2, 2, -6), tall = (Mat_<float>(3, 1) << 2, -1, 4);

Mat integers(Size size, int type, unsigned seed)
{
    Mat image(size, CV_MAKETYPE(CV_8U, CV_MAT_CN(type)));
    RNG(seed).fill(image, RNG::UNIFORM, 0, 100);
    image.convertTo(image, CV_MAT_DEPTH(type));
    return image;
}

//! @param whole contains the image as the region `inside`
Mat expectedOf(const Mat& whole, Rect inside, int ddepth, const Mat& kernel, Point anchor, double delta, bool isolated,
               const Scalar& outside = value)
{
    const int reach = 8;
    Mat padded, result;
    const Mat image = isolated ? whole(inside).clone() : whole;
    const Point origin = isolated ? Point() : inside.tl();
    cv::copyMakeBorder(image, padded, reach, reach, reach, reach, BORDER_CONSTANT, outside);
    padded.convertTo(padded, CV_64F);
    cv::filter2D(padded, result, -1, kernel, anchor, delta, BORDER_CONSTANT);
    result(Rect(origin + Point(reach, reach), inside.size())).convertTo(result, ddepth < 0 ? whole.depth() : ddepth);
    return result;
}

Mat onHost(const UMat& image)
{
    return image.getMat(ACCESS_READ).clone();
}

void expectEqual(const Mat& expected, const Mat& result, const std::string& what)
{
    ASSERT_EQ(expected.type(), result.type()) << what;
    ASSERT_EQ(expected.size(), result.size()) << what;
    EXPECT_EQ(0, cv::norm(expected, result, NORM_INF)) << what;
}

TEST(Clconv_BorderValue, ofImagesAndRegions)
{
    for (int type : {CV_8UC1, CV_8UC3, CV_16UC4, CV_16SC1, CV_32FC2, CV_64FC1})
        for (int isolated : {0, int(BORDER_ISOLATED)})
            for (const Rect& inside : {Rect(0, 0, 61, 37), Rect(2, 1, 40, 36), Rect(0, 5, 1, 1)})
            {
                const int ddepth = CV_MAT_DEPTH(type) == CV_32F ? CV_32F : CV_64F;
                const Mat whole = integers(Size(61, 37), type, unsigned(type + inside.x));
                const Mat expected = expectedOf(whole, inside, ddepth, wide, Point(3, 0), 2, isolated != 0);
                UMat device, result;
                whole.copyTo(device);
                const std::string what = typeToString(type) + format(" %d %d", isolated, inside.width);
                clconv::filter2D(device(inside), result, ddepth, wide, Point(3, 0), 2, BORDER_CONSTANT | isolated,
                                 value);
                EXPECT_NE("opencv-cpu", clconv::lastImplementation());
                expectEqual(expected, onHost(result), what + " on UMats");
                Mat host;
                clconv::filter2D(whole(inside), host, ddepth, wide, Point(3, 0), 2, BORDER_CONSTANT | isolated, value);
                expectEqual(expected, host, what + " on Mats");
            }
}

TEST(Clconv_BorderValue, onlyOfThatBorder)
{
    const Mat image = integers(Size(50, 40), CV_8UC1, 1);
    UMat device, replicated, withValue;
    image.copyTo(device);
    clconv::filter2D(device, replicated, CV_32F, wide, Point(-1, -1), 0, BORDER_REPLICATE);
    clconv::filter2D(device, withValue, CV_32F, wide, Point(-1, -1), 0, BORDER_REPLICATE, value);
    expectEqual(onHost(replicated), onHost(withValue), "BORDER_REPLICATE");
}

TEST(Clconv_BorderValue, inPlaceAndOfManyChannels)
{
    const Mat image = integers(Size(64, 48), CV_32FC(6), 2);
    UMat device;
    image.copyTo(device);
    clconv::sepFilter2D(device, device, -1, wide.row(0), tall, Point(-1, -1), 1, BORDER_CONSTANT, Scalar::all(9));
    expectEqual(
        expectedOf(image, Rect(Point(), image.size()), -1, tall * wide.row(0), Point(-1, -1), 1, true, Scalar::all(9)),
        onHost(device), "six channels");
    EXPECT_THROW(clconv::filter2D(device, device, -1, wide, Point(-1, -1), 0, BORDER_CONSTANT, value), cv::Exception);
}

TEST(Clconv_BorderValue, ofBanks)
{
    const Mat image = integers(Size(70, 30), CV_8UC3, 3);
    const Rect all(Point(), image.size());
    UMat device;
    image.copyTo(device);
    std::vector<UMat> results;
    std::vector<Mat> hosts;
    const std::vector<Mat> kernels = {wide, tall, wide.t()};
    clconv::filterBank(device, results, CV_32F, kernels, Point(-1, -1), 3, BORDER_CONSTANT, value);
    clconv::filterBank(image, hosts, CV_32F, kernels, Point(-1, -1), 3, BORDER_CONSTANT, value);
    for (size_t i = 0; i < kernels.size(); ++i)
    {
        const Mat expected = expectedOf(image, all, CV_32F, kernels[i], Point(-1, -1), 3, true);
        expectEqual(expected, onHost(results[i]), "a bank of UMats");
        expectEqual(expected, hosts[i], "a bank of Mats");
    }
}

TEST(Clconv_BorderValue, ofBatches)
{
    for (size_t filters : {1, 5})
    {
        std::vector<Mat> hosts, images;
        std::vector<UMat> devices(5), results;
        const std::vector<Mat> all = {wide, wide * 2, tall, wide, wide.t()};
        const std::vector<Mat> kernels(all.begin(), all.begin() + std::ptrdiff_t(filters));
        for (size_t i = 0; i < devices.size(); ++i)
        {
            images.push_back(integers(Size(20 + int(i), 30), CV_16SC2, unsigned(i)));
            images[i].copyTo(devices[i]);
        }
        const _InputArray taps = filters == 1 ? _InputArray(kernels[0]) : _InputArray(kernels);
        clconv::filterBatch(devices, results, CV_32F, taps, Point(-1, -1), 0, BORDER_CONSTANT, value);
        clconv::filterBatch(images, hosts, CV_32F, taps, Point(-1, -1), 0, BORDER_CONSTANT, value);
        for (size_t i = 0; i < devices.size(); ++i)
        {
            const Mat expected = expectedOf(images[i], Rect(Point(), images[i].size()), CV_32F,
                                            kernels[filters == 1 ? 0 : i], Point(-1, -1), 0, true);
            expectEqual(expected, onHost(results[i]), "a batch of UMats");
            expectEqual(expected, hosts[i], "a batch of Mats");
        }
    }
}

TEST(Clconv_BorderValue, ofChains)
{
    const Mat image = integers(Size(80, 60), CV_8UC1, 4), blur = Mat::ones(3, 3, CV_32F);
    const Rect all(Point(), image.size());
    clconv::Chain chain, one;
    chain.filter2D(CV_32F, blur, Point(-1, -1), 0, BORDER_CONSTANT, Scalar(5))
        .sepFilter2D(-1, wide.row(0), tall, Point(-1, -1), 0, BORDER_CONSTANT, Scalar(-2))
        .convertTo(-1, 2);
    one.filter2D(CV_32F, blur, Point(-1, -1), 0, BORDER_CONSTANT, Scalar(5));
    const Mat first = expectedOf(image, all, CV_32F, blur, Point(-1, -1), 0, true, Scalar(5));
    const Mat expected = 2 * expectedOf(first, all, -1, tall * wide.row(0), Point(-1, -1), 0, true, Scalar(-2));
    UMat device, result;
    image.copyTo(device);
    chain.apply(device, result);
    expectEqual(expected, onHost(result), "a chain on UMats");
    Mat host;
    chain.apply(image, host);
    expectEqual(expected, host, "a chain on Mats");
    std::vector<UMat> results;
    one.apply(std::vector<UMat>{device, device}, results);
    for (const UMat& each : results)
        expectEqual(first, onHost(each), "a batch");
}

}} // namespace opencv_test
