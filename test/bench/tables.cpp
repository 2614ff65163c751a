// SPDX-License-Identifier: Apache-2.0
//
// The tables that compare two ways to compute a result: columns, rows, exit code. Needs no device.

#include "perf/bench/in_turn/table.hpp"

#include <gtest/gtest.h>

namespace {

using namespace bench;

struct Output
{
    int code;
    std::string terminal;
    std::vector<std::string> file;
};

//! Two cases, each unforced and forced; the second case is wrong on request.
Output outputOf(const Comparison& compared, bool isWrong)
{
    Options options;
    options.csv = cv::tempfile(".csv");
    options.rounds = 3;
    options.forces = {"", "direct:PX=4"};
    for (int ksize : {3, 5})
        options.cases.push_back(
            {cv::Size(640, 480), {"8UC1", CV_8UC1, CV_8U}, ksize, "random", {"replicate", cv::BORDER_REPLICATE}});
    testing::internal::CaptureStdout();
    Output output;
    output.code = measureTable(options, compared,
                               [&](const Case& c, const std::string& force, Table& table)
                               {
                                   Method one, other;
                                   one.force = force;
                                   one.ran = "direct";
                                   other.ran = "local";
                                   one.wall = {3, 1, 2};
                                   other.wall = {4};
                                   one.device = {1.5};
                                   table.addRow(c, one, other, !isWrong || c.ksize == 3);
                               });
    output.terminal = testing::internal::GetCapturedStdout();
    std::ifstream file(options.csv);
    for (std::string line; std::getline(file, line);)
        output.file.push_back(line);
    file.close();
    std::remove(options.csv.c_str());
    return output;
}

TEST(Clconv_BenchTable, hasTheTimesOfBothWays)
{
    const Output output = outputOf({"A: bank against single", "bank", "single", "filters", 2, false}, false);
    const std::vector<std::string> expected = {
        "size,type,ksize,kernel,filters,variant,implementation,bank_us,single_us,ratio,bank_device_us,"
        "single_device_us,check",
        "640x480,8UC1,3,random,2,,direct,2.0,4.0,0.500,1.5,,ok",
        "640x480,8UC1,3,random,2,direct:PX=4,direct,2.0,4.0,0.500,1.5,,ok",
        "640x480,8UC1,5,random,2,,direct,2.0,4.0,0.500,1.5,,ok",
        "640x480,8UC1,5,random,2,direct:PX=4,direct,2.0,4.0,0.500,1.5,,ok"};
    EXPECT_EQ(expected, output.file);
    EXPECT_EQ(0, output.code);
    EXPECT_EQ(0u, output.terminal.find("A: bank against single, medians of 3 rounds\n"
                                       "      size       type          K     kernel    filters    variant        ran"
                                       "    bank us  single us      ratio  device us  device us      check\n"))
        << output.terminal;
}

TEST(Clconv_BenchTable, namesBothImplementationsAndFailsWhereOneIsWrong)
{
    const Output output = outputOf({"A", "batch", "single", "images", 64, true}, true);
    ASSERT_EQ(5u, output.file.size());
    EXPECT_EQ("size,type,ksize,kernel,images,variant,implementation,single_implementation,batch_us,single_us,ratio,"
              "batch_device_us,single_device_us,check",
              output.file[0]);
    EXPECT_EQ("640x480,8UC1,3,random,64,,direct,local,2.0,4.0,0.500,1.5,,ok", output.file[1]);
    EXPECT_EQ("640x480,8UC1,5,random,64,,direct,local,2.0,4.0,0.500,1.5,,bad", output.file[3]);
    EXPECT_EQ(1, output.code);
    EXPECT_NE(std::string::npos, output.terminal.find("   batch by  single by   batch us  single us"))
        << output.terminal;
}

} // namespace
