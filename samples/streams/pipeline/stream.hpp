// SPDX-License-Identifier: Apache-2.0
//
// A stream: one thread reads frames from a source and passes them to a worker, another one takes them from there and
// writes them. A failure ends this stream only.

#ifndef CLCONV_SAMPLES_STREAM_HPP
#define CLCONV_SAMPLES_STREAM_HPP

#include "../figures.hpp"
#include "worker.hpp"
#include "../../video/io/media.hpp"

#include <mutex>

namespace samples {

//! Decides when the run ends.
class RunControl
{
public:
    //! @param seconds after which no more frames are read, 0: without limit
    explicit RunControl(double seconds) : limit_(seconds), begin_(cv::getTickCount()) {}

    double seconds() const { return double(cv::getTickCount() - begin_) / cv::getTickFrequency(); }
    bool ends() const { return stop_ || (limit_ > 0 && seconds() >= limit_); }
    void stop() { stop_ = true; }

private:
    const double limit_;
    const int64 begin_;
    std::atomic<bool> stop_{false};
};

struct StreamChoice
{
    int index = 0;
    SourceChoice source;
    std::string file; //!< to be written, or empty
    int frames = 0;   //!< to be read, 0: all
    int depth = 0;    //!< frames in progress at a time
};

//! Where the frames of a stream are filtered.
struct Place
{
    std::string device;
    cv::ocl::OpenCLExecutionContext context; //!< empty: the host
    Worker* worker = nullptr;
};

class Stream
{
public:
    //! Starts at once.
    //! @param look called with each frame, in order, before it is written; null: not called
    Stream(const StreamChoice& choice, const Place& place, RunControl& control,
           std::function<void(const Frame&)> look = nullptr);

    //! Ends when all frames have been delivered.
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    //! The state at this moment.
    StreamFigures figures() const;

private:
    void read();
    void readFrames(Source& source);
    void requireComplete(const Source& source, int read) const;
    void deliver();
    void deliverFrame(const Frame& frame);
    bool withoutThrowing(const std::function<void()>& work);

    const StreamChoice choice_;
    const Place place_;
    RunControl& control_;
    const std::function<void(const Frame&)> look_;

    std::vector<Frame> frames_;
    Frame last_;
    BoundedQueue<Frame*> free_, results_;
    StageTimes times_{};
    std::unique_ptr<VideoFile> file_;
    double framesPerSecond_ = 0;
    std::atomic<int64> decoded_{0}, delivered_{0};
    std::atomic<bool> stopsReading_{false};

    mutable std::mutex mutex_; // of described_
    StreamFigures described_;

    std::thread reader_, deliverer_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_STREAM_HPP
