// SPDX-License-Identifier: Apache-2.0
//
// Sums, shares, limits, and samples over time.

#include "samples/video/streams/figures/recorder.hpp"

#include <gtest/gtest.h>

namespace {

using namespace samples;

//! Ten seconds of two streams on one worker each.
Figures tenSeconds()
{
    Figures figures;
    figures.seconds = 10;
    figures.workers = 2;
    figures.devices = {{"device", 2, 6}};
    figures.streams.resize(2);
    for (int i = 0; i < 2; i++)
    {
        StreamFigures& stream = figures.streams[size_t(i)];
        stream.index = i;
        stream.device = 0;
        stream.worker = i;
        stream.decoded = stream.delivered = 100 * (i + 1);
    }
    return figures;
}

TEST(Streams_Figures, areSharesOfTheTimeOfTheThreads)
{
    Figures figures = tenSeconds();
    figures.streams[0].stages[decodeStage] = {100, 9};
    figures.streams[1].stages[decodeStage] = {200, 1};
    figures.streams[0].stages[filterStage] = {100, 2};
    figures.streams[1].stages[filterStage] = {200, 8};
    summarize(figures);
    EXPECT_EQ(300, figures.stages[decodeStage].frames);
    EXPECT_DOUBLE_EQ(0.5, figures.shares[decodeStage]); // 10 s of two threads
    EXPECT_DOUBLE_EQ(0.5, figures.shares[filterStage]);
    EXPECT_EQ(decodeStage, figures.streams[0].limit.stage);
    EXPECT_DOUBLE_EQ(0.9, figures.streams[0].limit.share);
    EXPECT_EQ(filterStage, figures.streams[1].limit.stage);
    EXPECT_DOUBLE_EQ(0.8, figures.streams[1].limit.share);
    EXPECT_DOUBLE_EQ(30, figures.framesPerSecond());
    EXPECT_DOUBLE_EQ(90, figures.streams[0].stages[decodeStage].millisecondsPerFrame());
}

TEST(Streams_Figures, countTheOtherStreamsOfAWorkerInItsLimit)
{
    Figures figures = tenSeconds();
    figures.workers = 1;
    figures.streams[1].worker = 0;
    figures.streams[0].stages[decodeStage] = {100, 5};
    figures.streams[0].stages[filterStage] = {100, 3};
    figures.streams[1].stages[filterStage] = {200, 6};
    summarize(figures);
    EXPECT_EQ(filterStage, figures.streams[0].limit.stage);
    EXPECT_DOUBLE_EQ(0.9, figures.streams[0].limit.share);
    EXPECT_EQ(filterStage, figures.limit.stage);
    EXPECT_EQ("filter 90 %", figures.limit.text());
}

TEST(Streams_Figures, stateWhatLimitsAndWhatToDoAboutIt)
{
    Figures figures = tenSeconds();
    figures.streams[0].stages[encodeStage] = {100, 10};
    figures.streams[1].stages[encodeStage] = {200, 9};
    figures.streams[1].stages[filterStage] = {200, 4};
    summarize(figures);
    EXPECT_EQ("encode limits: its threads are busy 95 % of the time, those of the filter 20 %; --source=synthetic "
              "--sink=none shows the filter without both",
              limitSentence(figures));
    figures.limit = {filterStage, 0.15};
    EXPECT_EQ("no stage limits: the busiest is filter, 15 % of the time", limitSentence(figures));
    for (StreamFigures& stream : figures.streams)
        stream.delivered = 0;
    EXPECT_EQ("no frame came to its end", limitSentence(figures));
}

TEST(Streams_Figures, countLostFramesOfStreamsThatDidNotFail)
{
    Figures figures = tenSeconds();
    figures.streams[0].decoded += 5; // still on their way
    EXPECT_EQ(0, figures.lost());
    figures.streams[0].ended = true;
    EXPECT_EQ(5, figures.lost());
    figures.streams[0].error = "the disk is full";
    EXPECT_EQ(0, figures.lost());
}

TEST(Streams_Figures, addDifferences)
{
    Figures figures = tenSeconds();
    figures.streams[0].difference = {1, 20, 3, 100};
    figures.streams[1].difference = {2, 5, 1, 200};
    const Difference sum = figures.difference();
    EXPECT_EQ(2, sum.largest);
    EXPECT_EQ(25, sum.values);
    EXPECT_EQ(4, sum.frames);
    EXPECT_EQ(300, sum.compared);
}

TEST(Streams_BusyTime, countsOverlappingWorkOnce)
{
    BusyTime busy;
    const int64 begin = cv::getTickCount();
    busy.begin();
    busy.begin();
    busy.end();
    busy.end();
    const double between = secondsOf(cv::getTickCount() - begin), seconds = busy.seconds();
    EXPECT_GT(seconds, 0);
    EXPECT_LE(seconds, between);
    EXPECT_EQ(seconds, busy.seconds()); // nothing runs any more
}

TEST(Streams_Recorder, keepsAFewSamplesOfALongRun)
{
    Recorder recorder;
    Figures figures = tenSeconds();
    const int steps = 40000; // of 0.1 s
    for (int i = 0; i <= steps; i++)
    {
        figures.seconds = 0.1 * i;
        figures.streams[0].delivered = figures.streams[1].delivered = 3 * i;
        recorder.observe(figures);
    }
    recorder.complete(figures);
    ASSERT_GT(figures.samples.size(), 300u);
    ASSERT_LE(figures.samples.size(), 961u);
    EXPECT_EQ(0, figures.samples.front().seconds);
    EXPECT_GT(figures.samples.back().seconds, 0.98 * 0.1 * steps);
    for (size_t i = 1; i < figures.samples.size(); i++)
    {
        const Sample &from = figures.samples[i - 1], &to = figures.samples[i];
        EXPECT_NEAR(60, double(to.frames - from.frames) / (to.seconds - from.seconds), 1e-6);
    }
    EXPECT_NEAR(30, recorder.recentRate(figures.streams[0], figures.seconds), 1e-6);
    EXPECT_GT(figures.maxMegabytes(), 1);
    EXPECT_GT(figures.earlyMegabytes(), 1);
}

TEST(Streams_Recorder, measuresWhileAllStreamsRun)
{
    Recorder recorder;
    Figures figures = tenSeconds();
    for (StreamFigures& stream : figures.streams)
        stream.delivered = 0;
    figures.streams.push_back(figures.streams[0]);
    figures.streams[2].error = "no such file"; // does not count
    figures.streams[2].ended = true;
    const auto at = [&](double seconds, int64 first, int64 second, bool ended)
    {
        figures.seconds = seconds;
        figures.streams[0].delivered = first;
        figures.streams[1].delivered = second;
        figures.streams[0].ended = ended;
        recorder.observe(figures);
    };
    at(0, 0, 0, false);
    at(1, 5, 0, false);
    at(2, 10, 10, false);
    at(4, 40, 50, false);
    at(5, 50, 70, true);
    at(9, 50, 170, true);
    recorder.complete(figures);
    EXPECT_DOUBLE_EQ(3, figures.steadySeconds);
    EXPECT_EQ(100, figures.steadyFrames);
}

} // namespace
