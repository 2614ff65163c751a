// SPDX-License-Identifier: Apache-2.0
//
// The figures as text: table, CSV, JSON, charts, page.

#include "samples/video/streams/report/dashboard.hpp"
#include "samples/video/streams/report/report_file.hpp"
#include "samples/video/streams/report/svg.hpp"
#include "samples/video/streams/report/table.hpp"
#include "samples/common/support.hpp"

#include <gtest/gtest.h>

namespace {

using namespace samples;

Figures example()
{
    Figures figures;
    figures.engine = "clconv";
    figures.command = "clconv_streams --filter=blur,edges --source=a&b";
    figures.filter = "blur 15x15, edges 3x3";
    figures.sink = "none";
    figures.seconds = 4;
    figures.workers = 1;
    figures.devices = {{"A <fast> & \"new\" device", 3, 2}};
    figures.streams.resize(3);
    for (int i = 0; i < 3; i++)
    {
        StreamFigures& stream = figures.streams[size_t(i)];
        stream.index = i;
        stream.source = "a film, with \"quotes\" & <brackets> of more than twenty letter's";
        stream.device = stream.worker = 0;
        stream.decoded = stream.delivered = 120;
        stream.stages[filterStage] = {120, 0.6};
        stream.before = stream.after = cv::Mat(8, 8, CV_8UC3, cv::Scalar(10, 20, 30));
    }
    figures.streams[2].error = "ends after 120 of 200 frames: the disk's end";
    figures.samples = {{0, 0, {0}, 100}, {2, 180, {1}, 120}, {4, 360, {2}, 110}};
    summarize(figures);
    return figures;
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

TEST(Streams_Report, isCsvWithARowForEachStage)
{
    const std::string text = reportAsCsv(example());
    EXPECT_EQ(0u, text.find("stream,source,stage,frames,seconds,ms_per_frame,share\n"));
    EXPECT_TRUE(has(text, "0,\"a film, with \"\"quotes\"\" & <brackets> of more than twenty letter's\",filter,120,"
                          "0.600000,5.0000,0.1500\n"));
    EXPECT_TRUE(has(text, "\nall,\"\",filter,360,1.800000,5.0000,0.4500\n"));
    EXPECT_TRUE(has(text, "\nframes_delivered,360\n"));
    EXPECT_TRUE(has(text, "\nframes_lost,0\n"));
    EXPECT_TRUE(has(text, "\nresident_mb_max,120\n"));
    EXPECT_TRUE(has(text, "\nlimit,filter\n"));
}

TEST(Streams_Report, isJsonThatCanBeReadBack)
{
    const cv::FileStorage storage(reportAsJson(example()),
                                  cv::FileStorage::READ | cv::FileStorage::MEMORY | cv::FileStorage::FORMAT_JSON);
    EXPECT_EQ(360, int(storage["frames_delivered"]));
    EXPECT_EQ("filter", std::string(storage["limit"]));
    EXPECT_EQ(3u, storage["streams"].size());
    EXPECT_EQ(size_t(stageCount), storage["stages"].size());
    EXPECT_DOUBLE_EQ(5, double(storage["stages"][int(filterStage)]["ms_per_frame"]));
    EXPECT_EQ("ends after 120 of 200 frames: the disk's end", std::string(storage["streams"][2]["error"]));
    EXPECT_EQ(example().devices[0].name, std::string(storage["devices"][0]["name"]));
    EXPECT_FALSE(has(reportAsJson(example()), "\\'"));
    EXPECT_EQ(example().streams[2].source, std::string(storage["streams"][2]["source"]));
    EXPECT_DOUBLE_EQ(120, double(storage["samples"][1]["resident_mb"]));
}

TEST(Streams_Report, statesThatAFileCannotBeWritten)
{
    EXPECT_THROW(requireWritable("/no/such/folder/report.csv", "--report"), UsageError);
    EXPECT_NO_THROW(requireWritable("", "--report"));
#ifdef __linux__
    EXPECT_THROW(writeText("/dev/full", "text", "--report"), UsageError);
#endif
}

TEST(Streams_Table, leavesOutStreamsThatHaveNoPlace)
{
    const Figures figures = example();
    EXPECT_EQ(1u + 3 + 1, tableLines(figures, 10).size());
    const std::vector<std::string> lines = tableLines(figures, 2);
    ASSERT_EQ(1u + 2 + 1 + 1, lines.size());
    EXPECT_EQ("        and 1 more streams", lines[3]);
    EXPECT_TRUE(has(lines[1], "a film, with \"quo...")) << lines[1];
    EXPECT_TRUE(has(lines[4], "3 streams, filters 50 % of the time")) << lines[4];
}

TEST(Streams_Table, statesHowFarTheRunIs)
{
    Figures figures = example();
    EXPECT_EQ(0u, progressLine(figures, 8).find(" 50 %, 4 s, 360 frames"));
    EXPECT_EQ(0u, progressLine(figures, 0).find("4 s, 360 frames"));
    for (StreamFigures& stream : figures.streams)
        stream.total = 480;
    EXPECT_EQ(0u, progressLine(figures, 0).find(" 25 %, "));
    EXPECT_TRUE(has(summaryText(figures), "360 frames in 4.0 s, 90.0 frames/s; 0 lost\n"));
}

TEST(Streams_Dashboard, holdsTheFiguresAndEscapesText)
{
    const std::string page = dashboard(example());
    EXPECT_TRUE(has(page, "<b>90.0</b>"));
    EXPECT_TRUE(has(page, "<b>360</b>"));
    EXPECT_TRUE(has(page, "<b>120 MB</b>"));
    EXPECT_TRUE(has(page, "A &lt;fast&gt; &amp; &quot;new&quot; device"));
    EXPECT_TRUE(has(page, "45 %, 5.00 ms a frame"));
    EXPECT_TRUE(has(page, "<code>clconv_streams --filter=blur,edges --source=a&amp;b</code>"));
    EXPECT_TRUE(has(page, "ends after 120 of 200 frames: the disk's end"));
    EXPECT_FALSE(has(page, "<fast>"));
    EXPECT_FALSE(has(page, "<script"));
    EXPECT_TRUE(has(page, "points=\"474.0,")) << "the middle of the time is the middle of the chart";
}

TEST(Streams_Charts, haveTicksOfOneTwoAndFive)
{
    EXPECT_DOUBLE_EQ(0.2, tickDistance(1));
    EXPECT_DOUBLE_EQ(0.5, tickDistance(1.3));
    EXPECT_DOUBLE_EQ(20, tickDistance(100));
    EXPECT_DOUBLE_EQ(1000, tickDistance(4999));
    EXPECT_GT(tickDistance(0), 0);
}

} // namespace
