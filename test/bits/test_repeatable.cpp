// SPDX-License-Identifier: Apache-2.0
//
// With setRepeatable() a call has one result, whatever came before.

#include "bands/small_bands.hpp"
#include "bands/two_contexts.hpp"
#include "bits/repeatable_calls.hpp"

#include "api/filter2d.hpp"
#include "api/host/mats.hpp"
#include "coefficients/specialization.hpp"

namespace opencv_test { namespace {

struct RepeatableScope
{
    RepeatableScope() { clconv::setRepeatable(true); }
    ~RepeatableScope() { clconv::setRepeatable(false); }
};

const int repeatableCallsOfTheSuite = 200;

Mat randomImage(int type, RNG& rng)
{
    Mat image(60, 80, type);
    rng.fill(image, RNG::UNIFORM, 0, 200);
    return image;
}

template<typename Image>
Mat filtered(const Mat& image, const Mat& kernel)
{
    Image src, dst;
    image.copyTo(src);
    clconv::filter2D(src, dst, -1, kernel);
    Mat result;
    dst.copyTo(result);
    return result;
}

//! A sparse kernel that would get a specialized program at the third call.
Mat sparseKernel(Size size, RNG& rng)
{
    Mat kernel = Mat::zeros(size, CV_32F);
    for (int i = 0; i < 5; i++)
        kernel.at<float>(rng.uniform(0, size.height), rng.uniform(0, size.width)) = rng.uniform(-1.f, 1.f);
    return kernel;
}

TEST(Clconv_Repeatable, givesOneResultForEachCall)
{
    const RepeatableScope repeatable;
    const clconv::SpecializationScope soon("after:3");
    RNG rng(1);
    for (int type : {CV_32FC1, CV_8UC3, CV_16UC1})
        for (Size size : {Size(3, 3), Size(7, 5), Size(21, 21)})
        {
            const Mat image = randomImage(type, rng), kernel = sparseKernel(size, rng);
            const Mat first = filtered<UMat>(image, kernel);
            const std::string implementation = clconv::lastImplementation();
            clconv::prepare(kernel, type, -1, Point(-1, -1), BORDER_DEFAULT, image.size());
            for (int i = 0; i < 50; i++)
            {
                ASSERT_EQ(0, cv::norm(first, filtered<UMat>(image, kernel), NORM_INF)) << size << " call " << i;
                ASSERT_EQ(implementation, clconv::lastImplementation());
            }
        }
}

TEST(Clconv_Repeatable, givesMatsToTheDeviceFromTheFirstCallOn)
{
    const RepeatableScope repeatable;
    clconv::useDeviceForMats(true);
    RNG rng(2);
    const Mat image = randomImage(CV_32FC1, rng), kernel = sparseKernel(Size(9, 9), rng);
    const Mat first = filtered<Mat>(image, kernel);
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    for (int i = 0; i < 20; i++)
        ASSERT_EQ(0, cv::norm(first, filtered<Mat>(image, kernel), NORM_INF)) << i;
    clconv::useDeviceForMats(false);
}

//! Makes each call again, then prepared, and once more after its kernel has been used often.
TEST(Clconv_Repeatable, givesOneResultForCallsOfEachKind)
{
    const RepeatableScope repeatable;
    const clconv::SpecializationScope soon("after:3");
    for (const RepeatableCall& call : repeatableCalls(repeatableCallsOfTheSuite))
    {
        const Mat first = resultOf<UMat>(call);
        const std::string implementation = clconv::lastImplementation();
        if (!call.sparse.empty())
            clconv::prepare(call.sparse, call.image.type(), -1, Point(-1, -1), BORDER_DEFAULT, call.image.size());
        for (int i = 0; i < 4; i++)
        {
            EXPECT_TRUE(equalBits(first, resultOf<UMat>(call))) << call.text << ", by " << implementation;
            EXPECT_EQ(implementation, clconv::lastImplementation()) << call.text;
        }
    }
}

//! Bands go to whichever device is free.
TEST(Clconv_Repeatable, givesTwoDevicesTheBitsOfOne)
{
    const RepeatableScope repeatable;
    const clconv::TuningScope bands(tuningOfSmallBands(2));
    for (const RepeatableCall& call : repeatableCalls(repeatableCallsOfTheSuite))
    {
        Mat one;
        {
            const clconv::SplitScope split({twoContexts()[0]});
            one = resultOf<Mat>(call);
            EXPECT_NE("opencv-cpu", clconv::lastImplementation()) << call.text;
        }
        const clconv::SplitScope split(twoContexts());
        for (int i = 0; i < 2; i++)
            EXPECT_TRUE(equalBits(one, resultOf<Mat>(call))) << call.text << ", by " << clconv::lastImplementation();
    }
}

TEST(Clconv_Repeatable, isOffByDefaultAndLeavesMatsThatAreOffToTheCpu)
{
    EXPECT_FALSE(clconv::isRepeatable());
    const RepeatableScope repeatable;
    EXPECT_TRUE(clconv::isRepeatable());
    EXPECT_FALSE(clconv::usesDeviceForMats());
}

}} // namespace opencv_test
