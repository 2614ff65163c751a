// SPDX-License-Identifier: Apache-2.0
//
// Calls before their program is built: the CPU computes them, no call waits, and then the device takes over.

#include "cases/sparse.hpp"

#include "dispatch/dispatcher.hpp"
#include "runtime/compiled_kernel.hpp"
#include "runtime/known_programs.hpp"
#include "dispatch/rehearsal.hpp"

#include <functional>

namespace opencv_test { namespace {

using clconv::ColdCallsScope;

const char* const onCpu = "opencv-cpu";
const double longest = 120; // seconds that a build may take on a busy machine

//! Prevents calls from loading programs of earlier runs from disk caches.
class Serve : public ColdCallsScope
{
public:
    Serve() : ColdCallsScope(clconv::COLD_SERVE) { clconv::KnownPrograms::instance().forget(); }
};

//! A kernel of a size that no other test uses, so that its program is not built.
Mat newKernel(int width, int height = 3)
{
    RNG rng{unsigned(width)};
    return randomKernel(Size(width, height), CV_8U, CV_8U, Coefficients::Random, rng);
}

UMat newImage(int type, unsigned seed = 3)
{
    RNG rng{seed};
    return randomImage(Size(161, 97), type, rng).getUMat(ACCESS_READ).clone();
}

//! Filters, compares with OpenCV's function on a Mat, and returns the implementation that ran.
std::string ranFor(const UMat& image, const Mat& kernel, int border = BORDER_DEFAULT)
{
    UMat result;
    Mat expected;
    clconv::filter2D(image, result, -1, kernel, Point(-1, -1), 0, border);
    cv::filter2D(image.getMat(ACCESS_READ), expected, -1, kernel, Point(-1, -1), 0, border);
    EXPECT_GE(1, cv::norm(result.getMat(ACCESS_READ), expected, NORM_INF));
    return clconv::lastImplementation();
}

//! Whether this ran in place of a program that is not built; on a GPU that can be the general program.
bool isServed(const std::string& ran)
{
    return ran == onCpu || (!clconv::traitsOf(ocl::Device::getDefault()).cpu && ran == "local");
}

//! Calls until the program is requested, which on a CPU device the second call does.
void request(const UMat& image, const Mat& kernel)
{
    EXPECT_TRUE(isServed(ranFor(image, kernel)));
    ranFor(image, kernel);
}

TEST(Clconv_ColdCalls, areServedByTheCpuUntilTheProgramIsBuilt)
{
    const Serve serve;
    const UMat image = newImage(CV_8UC1);
    const Mat kernel = newKernel(29);
    const auto isExplained = [&]
    {
        return clconv::explain(image, -1, kernel).find(" comes first, as soon as its program is built\n") !=
               std::string::npos;
    };
    EXPECT_FALSE(clconv::isReady(image, -1, kernel));
    EXPECT_TRUE(isExplained());
    request(image, kernel);
    ASSERT_TRUE(clconv::waitUntilReady(longest));
    EXPECT_TRUE(clconv::isReady(image, -1, kernel));
    EXPECT_FALSE(isExplained());
    const int built = clconv::programsBuilt();
    EXPECT_NE(onCpu, ranFor(image, kernel));
    EXPECT_EQ(built, clconv::programsBuilt());
}

TEST(Clconv_ColdCalls, waitWhereThatIsChosen)
{
    const UMat image = newImage(CV_8UC1);
    {
        const ColdCallsScope wait(clconv::COLD_WAIT);
        EXPECT_NE(onCpu, ranFor(image, newKernel(31)));
    }
    {
        const Serve serve;
        ASSERT_TRUE(clconv::prepare(newKernel(33), CV_8UC1, -1, Point(-1, -1), BORDER_DEFAULT, image.size()));
        EXPECT_NE(onCpu, ranFor(image, newKernel(33)));
    }
}

TEST(Clconv_ColdCalls, buildNothingWhereThatIsChosen)
{
    clconv::KnownPrograms::instance().forget();
    const ColdCallsScope cpu(clconv::COLD_CPU);
    const UMat image = newImage(CV_8UC1);
    const int built = clconv::programsBuilt();
    for (int i = 0; i < 5; i++)
        EXPECT_TRUE(isServed(ranFor(image, newKernel(35))));
    EXPECT_TRUE(clconv::waitUntilReady(0));
    EXPECT_EQ(built, clconv::programsBuilt());
}

//! The mode of the process comes from the environment, unless it was set.
TEST(Clconv_ColdCalls, haveAModeOfTheProcess)
{
    const clconv::ColdCalls before = clconv::coldCalls();
    clconv::KnownPrograms::instance().forget();
    clconv::setColdCalls(clconv::COLD_CPU);
    EXPECT_EQ(clconv::COLD_CPU, clconv::coldCalls());
    EXPECT_TRUE(isServed(ranFor(newImage(CV_8UC1), newKernel(37))));
    EXPECT_THROW(clconv::setColdCalls(clconv::ColdCalls(3)), cv::Exception);
    clconv::setColdCalls(before);
    clconv::setRepeatable(true);
    EXPECT_EQ(clconv::COLD_WAIT, clconv::currentColdCalls());
    clconv::setRepeatable(false);
}

//! cv::filter2D has no such pair of depths, so the CPU would have to convert the images.
TEST(Clconv_ColdCalls, waitWhereTheCpuHasNoFunction)
{
    const Serve serve;
    UMat result;
    clconv::filter2D(newImage(CV_8UC1), result, CV_32S, newKernel(7, 5));
    EXPECT_NE(onCpu, clconv::lastImplementation());
}

//! In place, in regions with their parents' pixels, with all borders: results are those of the device.
TEST(Clconv_ColdCalls, giveTheSameInPlaceAndOfRegions)
{
    const ColdCallsScope cpu(clconv::COLD_CPU);
    const Mat kernel = newKernel(39);
    UMat image = newImage(CV_8UC3), parent = newImage(CV_8UC3);
    Mat expected;
    cv::filter2D(image.getMat(ACCESS_READ).clone(), expected, -1, kernel);
    clconv::filter2D(image, image, -1, kernel);
    EXPECT_EQ(0, cv::norm(image.getMat(ACCESS_READ), expected, NORM_INF));
    for (int border :
         {int(BORDER_CONSTANT), int(BORDER_REPLICATE), int(BORDER_REFLECT_101), BORDER_REFLECT | BORDER_ISOLATED})
    {
        UMat result;
        const Rect region(50, 40, 61, 33);
        clconv::filter2D(parent(region), result, -1, kernel, Point(-1, -1), 0, border);
        cv::filter2D(parent.getMat(ACCESS_READ)(region), expected, -1, kernel, Point(-1, -1), 0, border);
        EXPECT_EQ(0, cv::norm(result.getMat(ACCESS_READ), expected, NORM_INF)) << border;
    }
}

TEST(Clconv_ColdCalls, areServedInEveryFunction)
{
    const std::vector<UMat> images = {newImage(CV_16UC1), newImage(CV_16UC1, 4)};
    const UMat& image = images[0];
    UMat result;
    std::vector<UMat> results;
    const std::pair<const char*, std::function<void()>> functions[] = {
        {"GaussianBlur", [&] { clconv::GaussianBlur(image, result, Size(27, 25), 0); }},
        {"Sobel", [&] { clconv::Sobel(image, result, CV_32F, 1, 1, 27); }},
        {"Laplacian", [&] { clconv::Laplacian(image, result, CV_32F, 9); }},
        {"blur", [&] { clconv::blur(image, result, Size(41, 7)); }},
        {"sepFilter2D", [&] { clconv::sepFilter2D(image, result, -1, newKernel(43, 1), newKernel(21, 1)); }},
        {"filterBank",
         [&] {
             clconv::filterBank(image, results, CV_32F, std::vector<Mat>{newKernel(5, 15), newKernel(6, 15)});
         }},
        {"filterBatch", [&] { clconv::filterBatch(images, results, CV_32F, newKernel(15, 4)); }}};
    for (const auto& function : functions)
    {
        const Serve serve;
        function.second();
        EXPECT_TRUE(isServed(clconv::lastImplementation())) << function.first;
        function.second(); // on a CPU device the second call requests the program
        EXPECT_TRUE(clconv::waitUntilReady(longest));
        function.second();
        EXPECT_NE(onCpu, clconv::lastImplementation()) << function.first;
    }
}

//! A sparse filter that has become hot runs with the usual program until the specialized one is built.
TEST(Clconv_ColdCalls, useTheUsualProgramOfAHotFilterMeanwhile)
{
    const Serve serve;
    const clconv::SpecializationScope policy("after:6");
    const Mat kernel = spread(13, 0.7f);
    const std::string usual = [&]
    {
        const ColdCallsScope wait(clconv::COLD_WAIT);
        return filtered(kernel);
    }();
    for (int call = 2; call <= 7; call++)
        EXPECT_EQ(usual, filtered(kernel)) << call;
    filtered(kernel);
    ASSERT_TRUE(clconv::waitUntilReady(longest));
    EXPECT_EQ(ownProgram(), filtered(kernel));
}

//! The text that describes a call to another process.
TEST(Clconv_ColdCalls, areDescribedAsText)
{
    clconv::Rehearsal rehearsal = {};
    rehearsal.problem =
        clconv::describe(clconv::layoutOf(newImage(CV_16UC3)), clconv::layoutOf(newImage(CV_16UC3)), Size(5, 3),
                         Point(1, 1), BORDER_REFLECT, clconv::FilterTraits(1), clconv::Rounding::Average)
            .problem;
    rehearsal.image = rehearsal.problem;
    rehearsal.geometry = {2001, 5, Point(-3, -2), size_t(1) << 33, 70};
    rehearsal.filter = {Mat(Matx<double, 1, 5>::randu(0, 1)), Mat(Matx<double, 1, 3>(1. / 3, -1e-300, 2))};
    const clconv::Rehearsal read = clconv::rehearsalFromText(clconv::toText(rehearsal));
    EXPECT_TRUE(rehearsal.problem == read.problem);
    EXPECT_TRUE(rehearsal.image == read.image);
    EXPECT_TRUE(rehearsal.geometry == read.geometry);
    ASSERT_EQ(2u, read.filter.size());
    for (size_t i = 0; i < read.filter.size(); i++)
        EXPECT_EQ(0, cv::norm(rehearsal.filter[i], read.filter[i], NORM_INF));
    EXPECT_ANY_THROW(clconv::rehearsalFromText("{}"));
    const auto isRefused = [&](const std::function<void(clconv::Rehearsal&)>& change)
    {
        clconv::Rehearsal changed = rehearsal;
        change(changed);
        EXPECT_ANY_THROW(clconv::rehearsalFromText(clconv::toText(changed)));
    };
    isRefused([](clconv::Rehearsal& r) { r.problem.channels = r.image.channels = 0; });
    isRefused([](clconv::Rehearsal& r) { r.geometry.srcStep = 1; });
    isRefused([](clconv::Rehearsal& r) { r.geometry.srcOrigin.x = -100000; });
    isRefused([](clconv::Rehearsal& r) { r.problem.readable.width *= 2; });
    isRefused([](clconv::Rehearsal& r) { r.problem.rounding = clconv::Rounding(7); });
    isRefused([](clconv::Rehearsal& r) { r.filter.resize(1); });
    EXPECT_ANY_THROW(clconv::rehearsalFromText("nonsense"));
}

}} // namespace opencv_test
