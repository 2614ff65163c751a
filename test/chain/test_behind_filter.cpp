// SPDX-License-Identifier: Apache-2.0
//
// Stages after a filter: each kernel that computes them must give the bits of the filter and the stages one by one.

#include "support/test_precomp.hpp"

#include "batch/launches.hpp"
#include "cases/test_names.hpp"
#include "problem/params.hpp"

#include <opencv2/clconv/chain.hpp>

namespace opencv_test { namespace {

//! The implementations with such kernels.
const char* const names[] = {"direct", "separable", "mma", "separable_mma", "cpu", "cpu_separable", "cpu_box"};

struct Behind
{
    const char* title;
    std::function<void(clconv::Chain&)> filter;
    std::function<void(const UMat&, UMat&)> call;
    int types[2]; //!< of images: without and with a second image
};

std::vector<Behind> filters()
{
    static const Mat uneven =
        (Mat_<float>(3, 5) << 0.13, -0.2, 0.31, 0.07, 0.11, 0.2, 0.4, -0.33, 0.1, 0.05, 0.17, 0.3, 0.02, -0.1, 0.09);
    return {{"GaussianBlur",
             [](clconv::Chain& chain) { chain.GaussianBlur(Size(5, 5), 0); },
             [](const UMat& src, UMat& dst) { clconv::GaussianBlur(src, dst, Size(5, 5), 0); },
             {CV_8UC1, CV_8UC3}},
            {"filter2D",
             [](clconv::Chain& chain) { chain.filter2D(-1, uneven, Point(1, 2), 3.5, BORDER_REFLECT); },
             [](const UMat& src, UMat& dst)
             { clconv::filter2D(src, dst, -1, uneven, Point(1, 2), 3.5, BORDER_REFLECT); },
             {CV_32FC1, CV_16SC2}},
            {"blur",
             [](clconv::Chain& chain) { chain.blur(Size(7, 3)); },
             [](const UMat& src, UMat& dst) { clconv::blur(src, dst, Size(7, 3)); },
             {CV_8UC3, CV_8UC1}}};
}

void addStages(clconv::Chain& chain, bool second)
{
    if (second)
        chain.addWeighted(-0.75, clconv::Chain(), 1.75, 0);
    chain.threshold(90, 70, THRESH_TRUNC).convertTo(-1, 1.375, -21);
    if (second)
        chain.absdiff(clconv::Chain());
}

//! Computes the stages on Mats. Devices round a product and a sum once; with floats of these numbers both are exact.
UMat stagesOf(const UMat& filtered, const UMat& source, bool second)
{
    Mat image = filtered.getMat(ACCESS_READ).clone(), result;
    const Mat pixels = source.getMat(ACCESS_READ);
    if (second)
        cv::addWeighted(image, -0.75, pixels, 1.75, 0, image);
    cv::threshold(image, image, 90, 70, THRESH_TRUNC);
    image.convertTo(image, -1, 1.375, -21);
    if (second)
        cv::absdiff(image, pixels, image);
    UMat all;
    image.copyTo(all);
    return all;
}

double largestDifference(const UMat& a, const UMat& b)
{
    return cv::norm(a.getMat(ACCESS_READ), b.getMat(ACCESS_READ), NORM_INF);
}

//! @returns whether that kernel supports the filter and the stages
bool expectEqual(const Behind& behind, int type, Size size, bool second, const std::string& name)
{
    const std::string what = behind.title + (" " + typeToString(type)) + (second ? ", two images" : "");
    clconv::Chain chain;
    behind.filter(chain);
    addStages(chain, second);
    RNG rng(unsigned(size.width + type));
    Mat pixels(size, type);
    rng.fill(pixels, RNG::UNIFORM, -100, 250, true);
    UMat image, filtered, result;
    pixels.copyTo(image);
    behind.call(image, filtered);
    const std::string text = chain.explain(image);
    if (clconv::lastImplementation() != name || text.find(name) == std::string::npos ||
        std::count(text.begin(), text.end(), '\n') != 1)
        return false;
    chain.apply(image, result);
    EXPECT_EQ(name, clconv::lastImplementation()) << what;
    const double allowed = type == CV_32FC1 ? 1e-4 : 0; // OpenCV rounds products
    EXPECT_LE(largestDifference(stagesOf(filtered, image, second), result), allowed) << what << " " << size;
    UMat whole(size + Size(9, 3), type, Scalar::all(0)), region = whole(Rect(Point(4, 2), size));
    chain.apply(image, region); // its step differs from that of the second image
    EXPECT_LE(largestDifference(result, region), allowed) << what << " " << size;
    return true;
}

class Clconv_BehindFilter : public testing::TestWithParam<const char*>
{
};

TEST_P(Clconv_BehindFilter, stagesAreThoseOneByOne)
{
    const clconv::ForceScope forced(GetParam());
    int taken = 0;
    for (const Behind& behind : filters())
        for (bool second : {false, true})
            for (Size size : {Size(67, 41), Size(128, 64)})
                taken += expectEqual(behind, behind.types[second], size, second, GetParam());
    if (std::string(GetParam()).find("mma") == std::string::npos) // the mma kernels need NVIDIA's GPUs
    {
        EXPECT_GT(taken, 0);
    }
}

CLCONV_INSTANTIATE(All, Clconv_BehindFilter, testing::ValuesIn(names), forceName<const char*>);

TEST(Clconv_BehindFilter, isOneLaunch)
{
    UMat image(64, 128, CV_32FC1, Scalar::all(3)), result;
    clconv::Chain chain;
    chain.GaussianBlur(Size(5, 5), 0).addWeighted(-1, clconv::Chain(), 2, 0).threshold(1, 1, THRESH_TRUNC);
    chain.apply(image, result);
    Launches launches;
    chain.apply(image, result);
    EXPECT_EQ(1u, launches.count()) << chain.explain(image);
}

//! A plan of before the scope would take the sums in float, or in double by a kernel that rounds twice.
TEST(Clconv_BehindFilter, isPlannedAnewWhereSumsAreInDouble)
{
    for (const Behind& behind : filters())
        for (int type : behind.types)
        {
            RNG rng(31);
            const UMat image = randomImage(Size(67, 45), type, rng).getUMat(ACCESS_READ).clone();
            clconv::Chain chain, fresh;
            for (clconv::Chain* each : {&chain, &fresh})
            {
                behind.filter(*each);
                addStages(*each, false);
            }
            UMat before, result, expected;
            chain.apply(image, before);
            const clconv::DoubleSumsScope sums;
            chain.apply(image, result);
            fresh.apply(image, expected);
            EXPECT_EQ(0, largestDifference(expected, result)) << behind.title << typeToString(type);
            EXPECT_EQ(fresh.explain(image), chain.explain(image));
        }
}

}} // namespace opencv_test
