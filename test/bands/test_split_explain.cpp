// SPDX-License-Identifier: Apache-2.0
//
// Inside a SplitScope, explain() reports what calls then do.

#include "bands/small_bands.hpp"
#include "bands/two_contexts.hpp"
#include "cases/small.hpp"

#include "dispatch/dispatcher.hpp"
#include "runtime/launch.hpp"

namespace opencv_test { namespace {

using clconv::Dispatcher;

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

//! While this object lives, one of the contexts plans for a device with other traits.
class FakeTraits
{
public:
    FakeTraits(size_t index, const std::function<void(clconv::DeviceTraits&)>& change) :
        context_(twoContexts()[index].getContext())
    {
        clconv::DeviceTraits traits = clconv::traitsOf(twoContexts()[index].getDevice());
        change(traits);
        context_.setUserContext<Dispatcher>(std::make_shared<Dispatcher>(traits));
    }
    ~FakeTraits() { context_.setUserContext<Dispatcher>(std::shared_ptr<Dispatcher>()); }
    FakeTraits(const FakeTraits&) = delete;
    FakeTraits& operator=(const FakeTraits&) = delete;

private:
    ocl::Context context_;
};

std::string deviceName()
{
    return twoContexts()[0].getDevice().name();
}

TEST(Clconv_Split, isReportedByExplainForSourcesOnTheHost)
{
    const clconv::ForceScope force("reference");
    const Mat mat = pixels(CV_8UC1), kernel = smallKernel();
    const UMat onTheHost = onHost(mat);
    const std::string outside[] = {clconv::explain(mat, -1, kernel), clconv::explain(onTheHost, -1, kernel)};
    const clconv::SplitScope split(twoContexts());
    for (const _InputArray& src : {_InputArray(mat), _InputArray(onTheHost)})
    {
        const std::string text = clconv::explain(src, -1, kernel);
        const std::string expected = format("in bands (of %d rows), because the source is on the host, ",
                                            (mat.rows + 1) / 2); // half for each device
        EXPECT_TRUE(contains(text, "reference: taken, ")) << text;
        EXPECT_TRUE(contains(text, expected)) << text;
        EXPECT_TRUE(contains(text, ", by 2 of the 2 devices of the SplitScope (" + deviceName() + "; " + deviceName() +
                                       "), unless the output is on a device; expected "))
            << text;
        EXPECT_TRUE(contains(text, "opencv-cpu: refused, 'reference' comes first\n")) << text;
        Mat dst;
        clconv::filter2D(src, dst, -1, kernel);
        EXPECT_EQ("reference", clconv::lastImplementation());
        EXPECT_EQ("", compared(dst, mat, kernel));
    }
    for (const std::string& text : outside)
        EXPECT_FALSE(contains(text, "SplitScope")) << text;
}

TEST(Clconv_Split, isReportedByExplainWithTheRowsOfItsBands)
{
    const clconv::TuningScope bands(tuningOfSmallBands());
    const clconv::SplitScope split(twoContexts());
    const std::string text = clconv::explain(Mat(300, 200, CV_8UC1, Scalar(3)), -1, Mat::ones(5, 3, CV_32F));
    // 1 KiB holds five rows of 200 bytes, four of which are the halo; each device gets 150 rows, in bands of equal size
    EXPECT_TRUE(contains(text, "in bands (of 4 rows), because the source is on the host, SLOTS=3 (t:2) "
                               "BAND_KIB=1 (t:2)"))
        << text;
}

TEST(Clconv_Split, isNotReportedByExplainForImagesOnTheDevice)
{
    UMat src;
    pixels(CV_8UC1).copyTo(src);
    const std::string outside = clconv::explain(src, -1, smallKernel());
    const clconv::SplitScope split(twoContexts());
    EXPECT_EQ(outside, clconv::explain(src, -1, smallKernel()));
}

//! cv::filter2D has no such pair of depths: with a Mat as output the call throws.
TEST(Clconv_Split, leavesToTheCpuWhatAMatRejects)
{
    const clconv::SplitScope split(twoContexts());
    const std::string text = clconv::explain(pixels(CV_32FC1), CV_8U, smallKernel());
    EXPECT_TRUE(contains(text, "of the SplitScope (")) << text;
    EXPECT_TRUE(contains(text, "comes first, unless the output is a Mat as well\n")) << text;
}

TEST(Clconv_Split, isReportedByExplainWithWhatAnotherDeviceRuns)
{
    const FakeTraits other(1, [](clconv::DeviceTraits& traits) { traits.cpu = !traits.cpu; });
    const Mat src = pixels(CV_8UC1), kernel = smallKernel();
    const clconv::SplitScope split(twoContexts());
    const std::string text = clconv::explain(src, -1, kernel);
    const size_t names =
        text.find(", by 2 of the 2 devices of the SplitScope (" + deviceName() + "; " + deviceName() + " with '");
    ASSERT_NE(std::string::npos, names) << text;
    const std::string taken = text.substr(0, text.find(": taken")), first = taken.substr(taken.rfind('\n') + 1);
    std::string second = text.substr(text.find(" with '", names) + 7);
    second = second.substr(0, second.find('\''));
    EXPECT_NE(first, second);
    Mat dst;
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_TRUE(clconv::lastImplementation() == first || clconv::lastImplementation() == second)
        << clconv::lastImplementation() << "\n"
        << text;
    EXPECT_EQ("", compared(dst, src, kernel));
}

TEST(Clconv_Split, isReportedByExplainWithoutDevicesThatCannotTakePart)
{
    const auto hasNoBuffers = [](clconv::DeviceTraits& traits) { traits.maxBufferBytes = 8; };
    const Mat src = pixels(CV_8UC1), kernel = smallKernel();
    const clconv::SplitScope split(twoContexts());
    const FakeTraits second(1, hasNoBuffers);
    const std::string text = clconv::explain(src, -1, kernel);
    EXPECT_TRUE(contains(text, ", by 1 of the 2 devices of the SplitScope (" + deviceName() + "), unless")) << text;
    Mat dst;
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    EXPECT_EQ("", compared(dst, src, kernel));

    const FakeTraits first(0, hasNoBuffers);
    EXPECT_FALSE(contains(clconv::explain(src, -1, kernel), "SplitScope"));
    clconv::filter2D(src, dst, -1, kernel);
    EXPECT_EQ("opencv-cpu", clconv::lastImplementation());
    EXPECT_EQ("", compared(dst, src, kernel));
}

}} // namespace opencv_test
