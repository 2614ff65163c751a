// SPDX-License-Identifier: Apache-2.0
//
// Workers and streams, without a device: order, errors, slow streams.

#include "programs/command_line.hpp"
#include "samples/streams/pipeline/stream.hpp"
#include "samples/video/filter_calls.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>

namespace {

using namespace samples;

void nothing() {}

FrameWork blurOnHost()
{
    return frameWork("opencv-cpu", {{makeFilter("blur", 3)}}, {});
}

//! Passes frames to a worker.
class Streams_Worker : public testing::Test
{
protected:
    void give(Worker& worker, int count)
    {
        for (int i = 0; i < count; i++)
        {
            frames[size_t(i)].index = i;
            frames[size_t(i)].times = &times;
            frames[size_t(i)].results = &results;
            worker.take(&frames[size_t(i)]);
        }
    }

    std::vector<Frame> frames = std::vector<Frame>(21);
    BoundedQueue<Frame*> results{21};
    StageTimes times{};
};

//! Frame 3 fails.
TEST_F(Streams_Worker, keepsTheOrderAndPassesOnWhatFails)
{
    const int count = 20;
    std::vector<int64> uploaded, filtered, downloaded;
    const auto filter = [&](const Frame& frame)
    {
        if (frame.index == 3)
            throw std::runtime_error("frame 3 is wrong");
        filtered.push_back(frame.index);
    };
    Worker worker({nothing, [&](Frame& frame) { uploaded.push_back(frame.index); }, filter,
                   [&](Frame& frame) { downloaded.push_back(frame.index); }},
                  frames.size());
    frames[count].last = true;
    give(worker, count + 1);
    for (int i = 0; i <= count; i++)
    {
        const Frame& frame = **results.pop();
        EXPECT_EQ(i, frame.index);
        EXPECT_EQ(i == 3 ? "filter fails: frame 3 is wrong" : "", frame.error);
    }
    EXPECT_EQ(count, int(uploaded.size()));
    EXPECT_EQ(count - 1, int(filtered.size()));
    EXPECT_EQ(filtered, downloaded);
}

//! The upload of frame 2, the filter of frame 1 and the download of frame 0 wait for each other.
TEST_F(Streams_Worker, overlapsItsStages)
{
    std::mutex mutex;
    std::condition_variable changed;
    int arrived = 0;
    const auto meetAt = [&](int64 index)
    {
        return [&, index](const Frame& frame)
        {
            if (frame.index != index)
                return;
            std::unique_lock<std::mutex> lock(mutex);
            arrived++;
            changed.notify_all();
            if (!changed.wait_for(lock, std::chrono::minutes(2), [&] { return arrived == 3; }))
                throw std::runtime_error("it waits for another stage");
        };
    };
    Worker worker({nothing, meetAt(2), meetAt(1), meetAt(0)}, frames.size());
    give(worker, 4);
    for (size_t i = 0; i < 4; i++)
        EXPECT_EQ("", (*results.pop())->error);
}

StreamChoice synthetic(int index, int frames)
{
    StreamChoice choice;
    choice.index = index;
    choice.source.input = "synthetic";
    choice.source.size = cv::Size(64, 48);
    choice.source.frames = choice.frames = frames;
    choice.depth = 3;
    return choice;
}

class Streams_Stream : public testing::Test
{
protected:
    static void awaitEnd(const Stream& stream)
    {
        while (!stream.figures().ended)
            std::this_thread::yield();
    }

    RunControl control{0};
    Worker worker{blurOnHost(), 100};
    const Place place{"host", {}, &worker};
};

TEST_F(Streams_Stream, deliversEveryFrameOnceAndInOrder)
{
    std::vector<cv::Mat> expected;
    const std::unique_ptr<Source> source = openSource(synthetic(0, 40).source);
    const Filter filter = makeFilter("blur", 3);
    for (cv::Mat frame, result; source->read(frame); expected.push_back(result.clone()))
    {
        EdgesMemory<cv::Mat> memory;
        applyFilter(filter, cv::BORDER_DEFAULT, frame, memory, result);
    }
    ASSERT_EQ(40u, expected.size());

    int64 next = 0;
    const auto look = [&](const Frame& frame)
    {
        EXPECT_EQ(next, frame.index);
        EXPECT_EQ(0, cv::norm(expected[size_t(next++)], frame.result.picture, cv::NORM_INF));
    };
    const Stream stream(synthetic(0, 40), place, control, look);
    awaitEnd(stream);
    const StreamFigures figures = stream.figures();
    EXPECT_EQ(40, next);
    EXPECT_EQ(40, figures.decoded);
    EXPECT_EQ(40, figures.delivered);
    for (size_t stage : {decodeStage, uploadStage, filterStage, downloadStage})
        EXPECT_LT(0, figures.seconds[stage]) << nameOf(int(stage));
    EXPECT_EQ(0, figures.seconds[encodeStage]);
    EXPECT_EQ("", figures.error);
}

//! A frame's memory is filled only once: the frames of a source that repeats them stay in it.
TEST_F(Streams_Stream, readsADrawnFrameOnceIntoEachOfItsFrames)
{
    std::vector<cv::Mat> pictures;
    const auto keep = [&](const Frame& frame) { pictures.push_back(frame.source.picture.clone()); };
    StreamChoice choice = synthetic(0, 10);
    choice.source.drawnAhead = true;
    const Stream stream(choice, place, control, keep);
    awaitEnd(stream);
    ASSERT_EQ(10u, pictures.size());
    for (size_t i = 0; i < pictures.size(); i++)
        for (size_t j = 0; j < i; j++)
            EXPECT_EQ((i - j) % size_t(choice.depth) == 0, cv::norm(pictures[i], pictures[j], cv::NORM_INF) == 0)
                << i << ", " << j;
}

TEST(Streams_Source, fillsMemoryThatHeldAFrameAsAnyOther)
{
    SourceChoice choice = synthetic(0, 3).source;
    choice.drawnAhead = true;
    const std::unique_ptr<Source> source = openSource(choice), same = openSource(choice);
    cv::Mat frame, other, expected[2];
    ASSERT_TRUE(same->read(expected[0]));
    ASSERT_TRUE(same->read(expected[1]));
    ASSERT_TRUE(source->read(frame));
    EXPECT_EQ(0, cv::norm(expected[0], frame, cv::NORM_INF));
    frame.setTo(7); // as if another stream had overwritten it
    ASSERT_TRUE(source->read(frame));
    EXPECT_EQ(0, cv::norm(expected[1], frame, cv::NORM_INF));
    ASSERT_TRUE(source->readAgain(frame));
    EXPECT_EQ(0, cv::norm(expected[1], frame, cv::NORM_INF));
    EXPECT_FALSE(source->readAgain(frame));
    EXPECT_FALSE(source->read(other));
}

TEST_F(Streams_Stream, doesNotWaitForASlowOneOnItsWorker)
{
    std::mutex mutex;
    std::condition_variable changed;
    bool released = false;
    const auto wait = [&](const Frame&)
    {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [&] { return released; });
    };
    const Stream slow(synthetic(0, 30), place, control, wait), other(synthetic(1, 30), place, control);
    awaitEnd(other);
    EXPECT_EQ(30, other.figures().delivered);
    EXPECT_EQ(0, slow.figures().delivered);
    EXPECT_LE(slow.figures().decoded, 3); // frames in progress
    {
        std::lock_guard<std::mutex> lock(mutex);
        released = true;
    }
    changed.notify_all();
    awaitEnd(slow);
    EXPECT_EQ(30, slow.figures().delivered);
}

TEST_F(Streams_Stream, endsAloneWithOneLine)
{
    const auto fail = [](const Frame& frame)
    {
        if (frame.index == 5)
            throw std::runtime_error("a bad frame\nwith more lines");
    };
    StreamChoice nowhere = synthetic(2, 10);
    nowhere.source = SourceChoice();
    nowhere.source.input = "/no/such/film.mp4";
    const Stream bad(synthetic(0, 100000), place, control, fail), good(synthetic(1, 50), place, control),
        missing(nowhere, place, control);
    for (const Stream* stream : {&bad, &good, &missing})
        awaitEnd(*stream);
    EXPECT_EQ(5, bad.figures().delivered);
    EXPECT_EQ("a bad frame with more lines", bad.figures().error);
    EXPECT_EQ(50, good.figures().delivered);
    EXPECT_EQ("", good.figures().error);
    EXPECT_EQ(0, missing.figures().decoded);
    EXPECT_NE("", missing.figures().error);
}

TEST_F(Streams_Stream, deliversWhatIsOnItsWayWhenItIsStopped)
{
    const auto stop = [&](const Frame& frame)
    {
        if (frame.index == 7)
            control.stop();
    };
    const Stream stream(synthetic(0, 100000), place, control, stop);
    awaitEnd(stream);
    const StreamFigures figures = stream.figures();
    EXPECT_GE(figures.delivered, 8);
    EXPECT_LE(figures.delivered, 8 + 3);
    EXPECT_EQ(figures.decoded, figures.delivered);
}

} // namespace
