// SPDX-License-Identifier: Apache-2.0
//
// Workers and streams, without a device: order, errors, slow streams.

#include "samples/video/streams/run/stream.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>

namespace {

using namespace samples;

FilterWork blurOnHost()
{
    return {"opencv-cpu", {{makeFilter("blur", 3)}}};
}

//! Notes what it is called with; frame 3 fails.
class NotingFilter : public FrameFilter
{
public:
    void upload(Frame& frame) override { uploaded.push_back(frame.index); }
    void filter(Frame& frame) override
    {
        if (frame.index == 3)
            throw std::runtime_error("frame 3 is wrong");
        filtered.push_back(frame.index);
    }
    void download(Frame& frame) override { downloaded.push_back(frame.index); }

    std::vector<int64> uploaded, filtered, downloaded;
};

TEST(Streams_Worker, keepsTheOrderAndPassesOnWhatFails)
{
    const int count = 20;
    std::vector<Frame> frames(count + 1);
    BoundedQueue<Frame*> results(frames.size());
    StageTimes times;
    BusyTime busy;
    NotingFilter* const filter = new NotingFilter;
    Worker worker(std::unique_ptr<FrameFilter>(filter), frames.size(), busy);
    for (int i = 0; i <= count; i++)
    {
        frames[size_t(i)].index = i;
        frames[size_t(i)].last = i == count;
        frames[size_t(i)].times = &times;
        frames[size_t(i)].results = &results;
        worker.take(&frames[size_t(i)]);
    }
    for (int i = 0; i <= count; i++)
    {
        const Frame& frame = **results.pop();
        EXPECT_EQ(i, frame.index);
        EXPECT_EQ(i == 3 ? "filter fails: frame 3 is wrong" : "", frame.error);
    }
    EXPECT_EQ(count, int(filter->uploaded.size()));
    EXPECT_EQ(count - 1, int(filter->filtered.size()));
    EXPECT_EQ(filter->filtered, filter->downloaded);
    EXPECT_EQ(count, times[uploadStage].frames());
    EXPECT_EQ(count - 1, times[downloadStage].frames());
}

//! The upload of frame 2, the filter of frame 1 and the download of frame 0 wait for each other.
class MeetingFilter : public FrameFilter
{
public:
    void upload(Frame& frame) override { meetAt(frame, 2); }
    void filter(Frame& frame) override { meetAt(frame, 1); }
    void download(Frame& frame) override { meetAt(frame, 0); }

private:
    void meetAt(const Frame& frame, int64 index)
    {
        if (frame.index != index)
            return;
        std::unique_lock<std::mutex> lock(mutex_);
        arrived_++;
        changed_.notify_all();
        if (!changed_.wait_for(lock, std::chrono::minutes(2), [this] { return arrived_ == 3; }))
            throw std::runtime_error("it waits for another stage");
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    int arrived_ = 0;
};

TEST(Streams_Worker, overlapsItsStages)
{
    std::vector<Frame> frames(4);
    BoundedQueue<Frame*> results(frames.size());
    StageTimes times;
    BusyTime busy;
    Worker worker(std::make_unique<MeetingFilter>(), frames.size(), busy);
    for (size_t i = 0; i < frames.size(); i++)
    {
        frames[i].index = int64(i);
        frames[i].times = &times;
        frames[i].results = &results;
        worker.take(&frames[i]);
    }
    for (size_t i = 0; i < frames.size(); i++)
        EXPECT_EQ("", (*results.pop())->error);
}

TEST(Streams_Placement, spreadsStreamsOverDevicesAndTheirWorkers)
{
    Placement placement({{"a", {}}, {"b", {}}}, blurOnHost(), 2, 8);
    std::vector<std::vector<int>> streams(2, std::vector<int>(2));
    std::vector<Place> places;
    for (int i = 0; i < 8; i++)
    {
        places.push_back(placement.take());
        streams[size_t(places.back().device)][size_t(places.back().worker)]++;
    }
    EXPECT_EQ(std::vector<std::vector<int>>({{2, 2}, {2, 2}}), streams);
    placement.giveBack(places[5]);
    const Place next = placement.take();
    EXPECT_EQ(places[5].device, next.device);
    EXPECT_EQ(places[5].worker, next.worker);
    EXPECT_EQ(4, placement.workerCount());
}

//! Runs a function for each frame in place of a comparison.
class Observed : public FrameCheck
{
public:
    explicit Observed(std::function<void(const Frame&)> function) : function_(std::move(function)) {}

    Difference compare(const Frame& frame) override
    {
        function_(frame);
        Difference difference;
        difference.compared = 1;
        return difference;
    }

    double allowed() const override { return 0; }

private:
    std::function<void(const Frame&)> function_;
};

std::unique_ptr<FrameCheck> observed(std::function<void(const Frame&)> function)
{
    return std::make_unique<Observed>(std::move(function));
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
    RunControl control{0};
    Placement placement{{{"host", {}}}, blurOnHost(), 1, 100};
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
    const auto check = [&](const Frame& frame)
    {
        EXPECT_EQ(next, frame.index);
        EXPECT_EQ(0, cv::norm(expected[size_t(next++)], frame.result.picture, cv::NORM_INF));
    };
    std::unique_ptr<Stream> stream(new Stream(synthetic(0, 40), placement, observed(check), control));
    stream->start();
    while (!stream->ended())
        std::this_thread::yield();
    const StreamFigures figures = stream->figures();
    EXPECT_EQ(40, next);
    EXPECT_EQ(40, figures.decoded);
    EXPECT_EQ(40, figures.delivered);
    EXPECT_EQ(40, figures.difference.compared);
    for (int stage : {decodeStage, uploadStage, filterStage, downloadStage, checkStage})
        EXPECT_EQ(40, figures.stages[size_t(stage)].frames) << nameOf(stage);
    EXPECT_EQ(0, figures.stages[encodeStage].frames);
    EXPECT_EQ("", figures.error);
}

//! A frame's memory is filled once: frames of a source that repeats them stay in it.
TEST_F(Streams_Stream, readsADrawnFrameOnceIntoEachOfItsFrames)
{
    std::vector<cv::Mat> pictures;
    const auto keep = [&](const Frame& frame) { pictures.push_back(frame.source.picture.clone()); };
    StreamChoice choice = synthetic(0, 10);
    choice.source.drawnAhead = true;
    Stream stream(choice, placement, observed(keep), control);
    stream.start();
    while (!stream.ended())
        std::this_thread::yield();
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
    frame.setTo(7); // as if it were another's by now
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
    Stream slow(synthetic(0, 30), placement, observed(wait), control),
        other(synthetic(1, 30), placement, nullptr, control);
    slow.start();
    other.start();
    while (!other.ended())
        std::this_thread::yield();
    EXPECT_EQ(30, other.figures().delivered);
    EXPECT_EQ(0, slow.figures().delivered);
    EXPECT_LE(slow.figures().decoded, 3); // its frames are on their way
    {
        std::lock_guard<std::mutex> lock(mutex);
        released = true;
    }
    changed.notify_all();
    while (!slow.ended())
        std::this_thread::yield();
    EXPECT_EQ(30, slow.figures().delivered);
}

TEST_F(Streams_Stream, endsAloneWithOneLine)
{
    const auto fail = [](const Frame& frame)
    {
        if (frame.index == 5)
            throw std::runtime_error("a bad frame\nwith more lines");
    };
    Stream bad(synthetic(0, 100000), placement, observed(fail), control),
        good(synthetic(1, 50), placement, nullptr, control);
    StreamChoice nowhere = synthetic(2, 10);
    nowhere.source = SourceChoice();
    nowhere.source.input = "/no/such/film.mp4";
    Stream missing(nowhere, placement, nullptr, control);
    for (Stream* stream : {&bad, &good, &missing})
        stream->start();
    while (!bad.ended() || !good.ended() || !missing.ended())
        std::this_thread::yield();
    EXPECT_EQ(5, bad.figures().delivered);
    EXPECT_EQ("a bad frame with more lines", bad.figures().error);
    EXPECT_EQ(50, good.figures().delivered);
    EXPECT_EQ(-1, missing.figures().device);
    std::vector<std::string> lines = control.takeLines();
    std::sort(lines.begin(), lines.end());
    ASSERT_EQ(2u, lines.size());
    EXPECT_EQ("stream 0 (synthetic): a bad frame with more lines", lines[0]);
    EXPECT_EQ(0u, lines[1].find("stream 2 (/no/such/film.mp4): ")) << lines[1];
}

TEST_F(Streams_Stream, deliversWhatIsOnItsWayWhenItIsStopped)
{
    const auto stop = [&](const Frame& frame)
    {
        if (frame.index == 7)
            control.stop();
    };
    Stream stream(synthetic(0, 100000), placement, observed(stop), control);
    stream.start();
    while (!stream.ended())
        std::this_thread::yield();
    const StreamFigures figures = stream.figures();
    EXPECT_GE(figures.delivered, 8);
    EXPECT_LE(figures.delivered, 8 + 3);
    EXPECT_EQ(figures.decoded, figures.delivered);
}

} // namespace
