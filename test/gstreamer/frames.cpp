// SPDX-License-Identifier: Apache-2.0
//
// Frames that the element `clconv` filters equal the results of cv::filter2D on a Mat, in each format, at odd sizes and
// with padded rows, before and after properties change.

#include "player.hpp"
#include "programs/coefficients.hpp"
#include "programs/command_line.hpp"
#include "samples/video/filter_calls.hpp"
#include "support/oracle.hpp"

#include <gtest/gtest.h>
#include <opencv2/core/ocl.hpp>

#include <fstream>

namespace {

using namespace clconv_test;
using samples::Filter;

const char* const formats[] = {"GRAY8", "BGR",  "RGB",  "BGRx", "RGBx", "BGRA",     "RGBA",
                               "I420",  "YV12", "NV12", "NV21", "Y42B", "GRAY16_LE"};

Filter filterOf(const cv::Mat& kernel)
{
    return {"", kernel};
}

//! Compares with what clconv documents: the exact sum, rounded; for 8 bits rounded either way if the sum is within
//! 1/1024 of a tie.
std::string differenceOfSum(const cv::Mat& result, const cv::Mat& source, const Filter& filter, int border)
{
    const FilterInput input = {source, filter.kernel, filter.anchor, filter.delta, border, source.depth()};
    return findDifference(result, exactSums(input),
                          source.depth() == CV_8U ? Tolerance::FactoredHalf : Tolerance::Factored);
}

//! The difference from cv::filter2D on a Mat, at most 1.
double differenceOfMat(const cv::Mat& result, const cv::Mat& source, const Filter& filter, int border)
{
    samples::EdgesMemory<cv::Mat> memory;
    cv::Mat expected;
    samples::applyFilter(filter, border, source, memory, expected);
    return cv::norm(result, expected, cv::NORM_INF);
}

//! Whether the fourth bytes of two images are equal.
bool sameFourth(const cv::Mat& a, const cv::Mat& b)
{
    cv::Mat fourth[2];
    cv::extractChannel(a, fourth[0], 3);
    cv::extractChannel(b, fourth[1], 3);
    return cv::norm(fourth[0], fourth[1], cv::NORM_INF) == 0;
}

cv::Mat colours(const cv::Mat& image)
{
    cv::Mat three(image.size(), CV_8UC3);
    cv::mixChannels({image}, {three}, {0, 0, 1, 1, 2, 2});
    return three;
}

//! GRAY16_LE as words; its planes are pairs of bytes, like those of interleaved chroma.
cv::Mat words(const cv::Mat& pairs)
{
    return cv::Mat(pairs.size(), CV_16U, pairs.data, pairs.step);
}

testing::AssertionResult isFiltered(const Planes& result, const Planes& source, const Filter& filter,
                                    int border = cv::BORDER_REFLECT_101)
{
    if (result.size() != source.size())
        return testing::AssertionFailure() << result.size() << " planes";
    cv::Mat in = source[0], out = result[0];
    if (in.channels() == 4 && !sameFourth(in, out))
        return testing::AssertionFailure() << "the fourth byte is not that of the source";
    if (in.channels() == 4)
        in = colours(in), out = colours(out);
    if (in.channels() == 2)
        in = words(in), out = words(out);
    const std::string difference = filter.kernel.empty() ? std::string() : differenceOfSum(out, in, filter, border);
    if (!difference.empty())
        return testing::AssertionFailure() << difference;
    if (border != cv::BORDER_WRAP && differenceOfMat(out, in, filter, border) > 1)
        return testing::AssertionFailure() << "the result is not that of a Mat";
    for (size_t i = 1; i < source.size(); i++)
        if (cv::norm(result[i], source[i], cv::NORM_INF) != 0)
            return testing::AssertionFailure() << "plane " << i << " is not that of the source";
    return testing::AssertionSuccess();
}

TEST(Clconv_Gstreamer, filtersEachFormatAtOddSizesWithPaddedRows)
{
    const Filter sharpen = samples::makeFilter("sharpen", 0);
    Player player("filter=sharpen");
    for (const char* format : formats)
        for (cv::Size size : {cv::Size(33, 17), cv::Size(64, 8), cv::Size(5, 31), cv::Size(1, 1)})
            for (int padding : {-1, 0, 1, 29})
            {
                const Planes source = randomPlanes(format, size, size.width + padding);
                const int bytes = source[0].channels() == 2 ? 2 * padding : padding; // must be whole pixels
                EXPECT_TRUE(isFiltered(player.play(format, source, bytes), source, sharpen))
                    << format << " " << size << ", padding " << padding;
            }
    EXPECT_EQ("", player.error());
    EXPECT_EQ("", player.warning());
}

TEST(Clconv_Gstreamer, filtersByEachName)
{
    const Planes source = randomPlanes("BGR", cv::Size(33, 17));
    Player player;
    for (const std::string& name : samples::filterNames())
    {
        player.set("filter", name);
        EXPECT_TRUE(isFiltered(player.play("BGR", source), source, samples::makeFilter(name, 0))) << name;
    }
    for (const programs::CoefficientKind& kind : programs::coefficientKinds())
    {
        player.set("filter", kind.name);
        player.set("size", "7");
        EXPECT_TRUE(isFiltered(player.play("BGR", source), source,
                               filterOf(programs::coefficientsOf(kind.name, cv::Size(7, 7)))))
            << kind.name;
    }
}

TEST(Clconv_Gstreamer, edgesTakeTheMagnitudeOfColoursAndKeepAlpha)
{
    Player player("filter=edges");
    for (const char* format : {"GRAY8", "BGRA", "I420", "NV12", "GRAY16_LE"})
    {
        const Planes source = randomPlanes(format, cv::Size(33, 17));
        EXPECT_TRUE(isFiltered(player.play(format, source), source, samples::makeFilter("edges", 0))) << format;
    }
}

TEST(Clconv_Gstreamer, aListOfNamesIsAChainWhosePicturesAreThoseOfOneFilterAfterTheOther)
{
    Player player, one;
    for (const char* border : {"reflect101", "constant", "wrap"})
        for (const char* format : formats)
        {
            Planes planes = randomPlanes(format, cv::Size(65, 33));
            player.set("border", border);
            player.set("filter", "blur,sharpen,edges,gaussian");
            const Planes result = player.play(format, planes);
            one.set("border", border);
            for (const char* name : {"blur", "sharpen", "edges", "gaussian"})
            {
                one.set("filter", name);
                planes = one.play(format, planes);
            }
            ASSERT_EQ(planes.size(), result.size());
            for (size_t i = 0; i < planes.size(); i++)
                EXPECT_EQ(0, cv::norm(planes[i], result[i], cv::NORM_INF)) << format << " " << border << " " << i;
        }
    EXPECT_EQ("blur,sharpen,edges,gaussian", player.text("filter"));
    EXPECT_EQ("", player.error());
}

TEST(Clconv_Gstreamer, theSizeIsThatOfEachFilterOfAChain)
{
    Player player("filter=motion,box size=3"), first("filter=motion size=3");
    const Planes source = randomPlanes("BGR", cv::Size(33, 17));
    const Filter box = filterOf(programs::coefficientsOf("box", cv::Size(3, 3)));
    EXPECT_TRUE(isFiltered(player.play("BGR", source), first.play("BGR", source), box));
}

TEST(Clconv_Gstreamer, takesEachBorderWhilePlaying)
{
    const Planes source = randomPlanes("GRAY8", cv::Size(33, 17));
    const Filter motion = samples::makeFilter("motion", 0);
    Player player("filter=motion");
    for (const char* border : {"constant", "replicate", "reflect", "reflect101", "wrap"})
    {
        player.set("border", border);
        EXPECT_TRUE(isFiltered(player.play("GRAY8", source), source, motion, programs::borderFromName(border)))
            << border;
    }
}

TEST(Clconv_Gstreamer, takesWhatWasSetLastOfFilterKernelAndKernelFile)
{
    const std::string file = testing::TempDir() + "clconv_gstreamer_kernel.json";
    std::ofstream(file) << R"({"kernel": [[1, 0, -1, 0], [0, 2, 0, -1]], "anchor": [3, 0], "delta": 20.5})";
    const Filter fromFile = samples::readKernelFile(file), blur = samples::makeFilter("blur", 5);
    const Filter fromText = filterOf(cv::Mat(cv::Matx23d(0, -1, .5, 1e-1, 1, 0)));
    const Planes source = randomPlanes("BGR", cv::Size(33, 17));
    Player player("kernel=\"1\" kernel-file=" + file);
    EXPECT_TRUE(isFiltered(player.play("BGR", source), source, fromFile));
    player.set("kernel", " 0,-1 , .5;\n 1e-1 1 0 ;");
    EXPECT_TRUE(isFiltered(player.play("BGR", source), source, fromText));
    player.set("filter", "blur");
    player.set("size", "5");
    EXPECT_TRUE(isFiltered(player.play("BGR", source), source, blur));
    player.set("kernel-file", file);
    EXPECT_TRUE(isFiltered(player.play("BGR", source), source, fromFile));
    player.set("kernel-file", "");
    EXPECT_TRUE(isFiltered(player.play("BGR", source), source, blur));
    EXPECT_EQ("", player.error());
}

TEST(Clconv_Gstreamer, keepsTimesAndTakesANewSizeWhilePlaying)
{
    const Filter sharpen = samples::makeFilter("sharpen", 0);
    Player player;
    for (cv::Size size : {cv::Size(33, 17), cv::Size(16, 40)})
    {
        const GstClockTime time = player.nextTime();
        const Planes source = randomPlanes("I420", size);
        EXPECT_TRUE(isFiltered(player.play("I420", source), source, sharpen));
        EXPECT_EQ(time, player.lastTime());
    }
}

TEST(Clconv_Gstreamer, withoutADeviceTheCpuFiltersAndAWarningStatesIt)
{
    cv::ocl::setUseOpenCL(false);
    Player player("filter=motion border=wrap");
    cv::ocl::setUseOpenCL(true);
    EXPECT_EQ(0u, player.warning().find("OpenCL: none, CPU path"));
    const Planes source = randomPlanes("BGRA", cv::Size(33, 17));
    EXPECT_TRUE(isFiltered(player.play("BGRA", source), source, samples::makeFilter("motion", 0), cv::BORDER_WRAP));
    player.set("filter", "motion,edges");
    EXPECT_EQ(1u, player.play("BGRA", source).size());
    EXPECT_TRUE(cv::ocl::useOpenCL());
    EXPECT_EQ("", player.error());
}

} // namespace
