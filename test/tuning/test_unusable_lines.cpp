// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Lines of tuning tables that no problem supports: which are reported, and the warning.

#include "cases/small.hpp"
#include "runtime/captured_log.hpp"
#include "tuned.hpp"

#include "planner/current_tuning.hpp"
#include "planner/unusable_lines.hpp"
#include "dispatch/dispatcher.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <cstdio>
#include <fstream>

namespace opencv_test
{
namespace
{

std::vector<std::string> unusable(const clconv::DeviceTraits& traits, const std::vector<std::string>& lines)
{
    return clconv::unusableLines(tuningOf(lines).tables.front(), traits);
}

TEST(Clconv_UnusableLines, areThoseWithValuesThatAnImplementationNeverTakes)
{
    const std::vector<std::string> found =
        unusable(h200(), {"default | * | * | * | * | separable:PX=4", "default | * | * | * | * | separable:PX=5",
                          "gpu | 8U | 1 | 3..9 | * | prefer separable:PX=5", "gpu | 8U | 1 | * | * | direct:ROWS=99"});
    ASSERT_EQ(3u, found.size());
    EXPECT_EQ(0u, found[0].find("t:3: PX=5 is neither 4 nor ")) << found[0];
    EXPECT_EQ(0u, found[1].find("t:4: PX=5 is neither 4 nor ")) << found[1];
    EXPECT_EQ(0u, found[2].find("t:5: ROWS")) << found[2];
}

TEST(Clconv_UnusableLines, areThoseWithCombinationsThatDoNotExist)
{
    EXPECT_EQ(1u, unusable(h200(), {"default | * | * | * | * | direct:PX=4,VEC=16"}).size());
    EXPECT_EQ(1u, unusable(poclDevice(), {"default | * | * | * | * | cpu:PX=7"}).size());
    EXPECT_EQ(1u, unusable(h200(), {"default | * | * | * | * | fft:MAX_REGISTERS=8"}).size());
}

//! Denormal operands are for unsigned integers, specialized programs for few taps, tiles in local memory for filters
//! that leave local memory for them.
TEST(Clconv_UnusableLines, areNotThoseThatSomeProblemsSupport)
{
    EXPECT_EQ(std::vector<std::string>(),
              unusable(h200(), {"default | * | * | * | * | direct:DENORM_OPERANDS=1",
                                "default | 16U | * | * | * | direct:DENORM_OPERANDS=1",
                                "default | * | * | * | * | specialized:PX=4",
                                "default | * | * | * | filters=2..* | direct:FILTERS=2",
                                "default | * | * | 3..1024 | * | local:PX=8,PY=8,WG_X=32,WG_Y=8",
                                "default | * | * | * | separable taps=9..12 | separable:PX=4",
                                "default | * | * | * | * | image:IMAGE_1D=0,SAMPLER=1"}));
    EXPECT_EQ(1u, unusable(h200(), {"default | 32F | * | * | * | direct:DENORM_OPERANDS=1"}).size());
}

//! A table may be shared by devices.
TEST(Clconv_UnusableLines, areNotThoseOfOtherDevicesOrUnsupportedImplementations)
{
    EXPECT_EQ(std::vector<std::string>(),
              unusable(poclDevice(), {"gpu | * | * | * | * | separable:PX=5", "default | 8U | * | * | * | mma:WG_Y=3",
                                      "device Another | * | * | * | * | cpu:PX=7"}));
}

TEST(Clconv_UnusableLines, areNotInTheLibrarysTables)
{
    const clconv::TuningTable& table = clconv::deviceTable(clconv::knownParameters());
    for (const clconv::DeviceTraits& traits : fakeDevices())
        EXPECT_EQ(std::vector<std::string>(), clconv::unusableLines(table, traits)) << traits.name;
}

//! A device whose queries fail seems to support no line.
TEST(Clconv_UnusableLines, ofTheLibrarysTablesAreNotWarnedOf)
{
    clconv::DeviceTraits traits = h200();
    traits.groupItems = 1;
    const clconv::TuningTable& table = clconv::deviceTable(clconv::knownParameters());
    ASSERT_FALSE(clconv::unusableLines(table, traits).empty());
    clconv::Dispatcher dispatcher(traits);
    Log log(utils::logging::LOG_LEVEL_WARNING);
    const clconv::ForceScope force("reference:WG_X=1,WG_Y=1");
    dispatcher.run(problemOf(CV_8U, CV_8U, 1, Size(3, 3)), [](const clconv::CompiledPlan&) {});
    EXPECT_EQ(0, log.count("WARN", "no problem supports")) << log.text();
}

TEST(Clconv_UnusableLines, areWarnedOfOnce)
{
    const std::string path = cv::tempfile(".txt");
    std::ofstream(path) << tuningText({"default | * | * | * | * | local:PX=8", "default | * | * | * | * | local:PX=9",
                                       "default | * | * | * | * | local:FLAT_INDEX=7"});
    Log log(utils::logging::LOG_LEVEL_WARNING);
    {
        clconv::TuningScope scope(path);
        for (int ksize : {3, 5, 7, 3})
        {
            UMat dst;
            const Mat kernel = Mat::ones(ksize, ksize, CV_32F);
            clconv::filter2D(pixels(CV_8UC1).getUMat(ACCESS_READ), dst, -1, kernel);
            EXPECT_EQ("", compared(dst.getMat(ACCESS_READ), pixels(CV_8UC1), kernel));
        }
    }
    std::remove(path.c_str());
    EXPECT_EQ(1, log.count("WARN", "tuning file " + path + ":3: PX")) << log.text();
    EXPECT_EQ(1, log.count("WARN", "tuning file " + path + ":4: FLAT_INDEX")) << log.text();
    EXPECT_EQ(2, log.count("WARN", "")) << log.text();
}

} // namespace
} // namespace opencv_test
