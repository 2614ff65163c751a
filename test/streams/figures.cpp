// SPDX-License-Identifier: Apache-2.0
//
// Sums, shares, limits, and the rows of the file.

#include "samples/streams/figures.hpp"

#include <gtest/gtest.h>

namespace {

using namespace samples;

//! Ten seconds of two streams on one worker each.
Figures tenSeconds()
{
    Figures figures;
    figures.seconds = 10;
    figures.workers = 2;
    figures.streams.resize(2);
    for (int i = 0; i < 2; i++)
    {
        StreamFigures& stream = figures.streams[size_t(i)];
        stream.source = i ? "b \"c\".mp4" : "a.mp4";
        stream.device = "device";
        stream.decoded = stream.delivered = 100 * (i + 1);
    }
    return figures;
}

TEST(Streams_Figures, areSharesOfTheTimeOfTheThreads)
{
    Figures figures = tenSeconds();
    figures.streams[0].seconds[decodeStage] = 9;
    figures.streams[1].seconds[decodeStage] = 1;
    figures.streams[0].seconds[filterStage] = 2;
    figures.streams[1].seconds[filterStage] = 3;
    EXPECT_DOUBLE_EQ(0.5, figures.shares()[decodeStage]); // 10 s of two threads
    EXPECT_DOUBLE_EQ(0.25, figures.shares()[filterStage]);
    figures.workers = 1;
    EXPECT_DOUBLE_EQ(0.5, figures.shares()[filterStage]);
    EXPECT_EQ(300, figures.delivered());
}

TEST(Streams_Figures, stateWhatLimitsAndWhatToDoAboutIt)
{
    Figures figures = tenSeconds();
    figures.streams[0].seconds[encodeStage] = 10;
    figures.streams[1].seconds[encodeStage] = 9;
    figures.streams[1].seconds[filterStage] = 4;
    EXPECT_EQ("encode limits: its threads are busy 95 % of the time, those of the filter 20 %; --source=synthetic "
              "--sink=none shows the filter without both",
              limitSentence(figures));
    for (StreamFigures& stream : figures.streams)
        stream.seconds = {0, 0, 1.5, 0, 0};
    EXPECT_EQ("no stage limits: the busiest is filter, 15 % of the time", limitSentence(figures));
    for (StreamFigures& stream : figures.streams)
        stream.delivered = 0;
    EXPECT_EQ("no frame came to its end", limitSentence(figures));
}

TEST(Streams_Figures, countLostFramesOfStreamsThatDidNotFail)
{
    Figures figures = tenSeconds();
    figures.streams[0].decoded += 5; // still in progress
    EXPECT_EQ(0, figures.lost());
    figures.streams[0].ended = true;
    EXPECT_EQ(5, figures.lost());
    figures.streams[0].error = "the disk is full";
    EXPECT_EQ(0, figures.lost());
}

TEST(Streams_Figures, areARowForEachStream)
{
    Figures figures = tenSeconds();
    figures.streams[1].error = "cut off, at 3";
    figures.streams[1].seconds[filterStage] = 0.25;
    EXPECT_EQ("seconds,workers,stream,source,device,error,decoded,delivered,decode_seconds,upload_seconds,"
              "filter_seconds,download_seconds,encode_seconds\n",
              csvHead());
    EXPECT_EQ("10.000,2,0,\"a.mp4\",\"device\",\"\",100,100,0.000000,0.000000,0.000000,0.000000,0.000000\n"
              "10.000,2,1,\"b \"\"c\"\".mp4\",\"device\",\"cut off, at 3\",200,200,0.000000,0.000000,0.250000,0.000000,"
              "0.000000\n",
              csvRows(figures));
}

} // namespace
