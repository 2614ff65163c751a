// SPDX-License-Identifier: Apache-2.0
//
// Lines of tuning tables with values that no problem supports: which of them are reported, and the warning.

#include "cases/small.hpp"
#include "runtime/captured_log.hpp"
#include "tuned.hpp"

#include "planner/current_tuning.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <cstdio>
#include <fstream>

namespace opencv_test { namespace {

std::vector<std::string> unusable(const std::vector<std::string>& lines)
{
    return clconv::unusableLines(tuningOf(lines).tables.front());
}

TEST(Clconv_UnusableLines, areThoseWithValuesThatAnImplementationNeverTakes)
{
    const std::vector<std::string> found =
        unusable({"default | * | * | * | * | separable:PX=4", "default | * | * | * | * | separable:PX=5",
                  "gpu | 8U | 1 | 3..9 | * | prefer separable:PX=5", "gpu | 8U | 1 | * | * | direct:ROWS=99"});
    ASSERT_EQ(3u, found.size());
    EXPECT_EQ(0u, found[0].find("t:3: PX=5 is neither 4 nor ")) << found[0];
    EXPECT_EQ(0u, found[1].find("t:4: PX=5 is neither 4 nor ")) << found[1];
    EXPECT_EQ(0u, found[2].find("t:5: ROWS")) << found[2];
    EXPECT_EQ(1u, unusable({"default | * | * | * | * | cpu:PX=7"}).size());
}

//! Denormal operands need unsigned integers, and specialized programs few taps, but some problems have these.
TEST(Clconv_UnusableLines, areNotThoseThatSomeProblemsSupport)
{
    EXPECT_EQ(std::vector<std::string>(), unusable({"default | * | * | * | * | direct:DENORM_OPERANDS=1",
                                                    "default | 16U | * | * | * | direct:DENORM_OPERANDS=1",
                                                    "default | * | * | * | * | specialized:PX=4",
                                                    "default | * | * | * | filters=2..* | direct:FILTERS=2",
                                                    "default | * | * | 3..1024 | * | local:PX=4,PY=8,WG_X=32,WG_Y=8",
                                                    "default | * | * | * | separable taps=9..12 | separable:PX=4",
                                                    "default | * | * | * | * | image:IMAGE_1D=0,SAMPLER=1"}));
}

TEST(Clconv_UnusableLines, areNotInTheLibrarysTables)
{
    const clconv::KnownParameters& known = clconv::knownParameters();
    std::vector<clconv::TuningTable> tables = clconv::kindTables(known);
    tables.push_back(clconv::deviceTable(known));
    for (const clconv::TuningTable& table : tables)
        EXPECT_EQ(std::vector<std::string>(), clconv::unusableLines(table)) << table.name;
}

TEST(Clconv_UnusableLines, areWarnedOfOnce)
{
    const std::string path = cv::tempfile(".txt");
    std::ofstream(path) << tuningText({"default | * | * | * | * | local:PX=4", "default | * | * | * | * | local:PX=9",
                                       "default | * | * | * | * | local:PX=7"});
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
    EXPECT_EQ(1, log.count("WARN", "tuning file " + path + ":4: PX")) << log.text();
    EXPECT_EQ(2, log.count("WARN", "")) << log.text();
}

}} // namespace opencv_test
