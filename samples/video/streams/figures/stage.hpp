// SPDX-License-Identifier: Apache-2.0
//
// The stages of a stream, and the time that each takes.

#ifndef CLCONV_SAMPLES_STAGE_HPP
#define CLCONV_SAMPLES_STAGE_HPP

#include <opencv2/core.hpp>

#include <array>
#include <atomic>
#include <mutex>

namespace samples {

enum Stage
{
    decodeStage,
    uploadStage,
    filterStage,
    downloadStage,
    checkStage, //!< comparison with a second result, if requested
    encodeStage,
    stageCount
};

inline const char* nameOf(int stage)
{
    static const char* const names[] = {"decode", "upload", "filter", "download", "check", "encode"};
    return names[stage];
}

inline double secondsOf(int64 ticks)
{
    return static_cast<double>(ticks) / cv::getTickFrequency();
}

//! The work of one stage for one stream; a thread adds, another reads.
class StageTime
{
public:
    void add(int64 ticks)
    {
        ticks_ += ticks;
        frames_++;
    }

    double seconds() const { return secondsOf(ticks_); }
    int64 frames() const { return frames_; }

private:
    std::atomic<int64> ticks_{0}, frames_{0};
};

using StageTimes = std::array<StageTime, stageCount>;

//! Runs @p work and adds its time.
template<class Work>
auto timed(StageTime& time, Work work)
{
    struct Adding
    {
        StageTime& time;
        int64 begin;
        ~Adding() { time.add(cv::getTickCount() - begin); }
    } const adding = {time, cv::getTickCount()};
    return work();
}

//! The time in which at least one of several threads was busy: of a device, whose workers overlap.
class BusyTime
{
public:
    void begin()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (active_++ == 0)
            since_ = cv::getTickCount();
    }

    void end()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (--active_ == 0)
            ticks_ += cv::getTickCount() - since_;
    }

    double seconds() const
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return secondsOf(ticks_ + (active_ ? cv::getTickCount() - since_ : 0));
    }

private:
    mutable std::mutex mutex_;
    int active_ = 0;
    int64 since_ = 0, ticks_ = 0;
};

} // namespace samples

#endif // CLCONV_SAMPLES_STAGE_HPP
