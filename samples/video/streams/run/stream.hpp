// SPDX-License-Identifier: Apache-2.0
//
// A stream: a thread that reads frames from a source and gives them to a worker, and a thread that takes them from
// there, compares and writes them. What fails ends this stream only.

#ifndef CLCONV_SAMPLES_STREAM_HPP
#define CLCONV_SAMPLES_STREAM_HPP

#include "placement.hpp"
#include "run_control.hpp"
#include "../figures/figures.hpp"
#include "../../io/media.hpp"

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace samples {

struct StreamChoice
{
    int index = 0;
    SourceChoice source;
    std::string file; //!< to be written, or empty
    int frames = 0;   //!< to be read, 0: all
    int depth = 0;    //!< frames on their way at a time
};

class Stream
{
public:
    //! @param check or null
    Stream(const StreamChoice& choice, Placement& placement, std::unique_ptr<FrameCheck> check, RunControl& control);

    //! Ends when all frames have been delivered.
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    void start();
    bool ended() const { return ended_; }
    double allowedDifference() const { return check_ ? check_->allowed() : 0; }

    //! The state at this moment, without shares.
    StreamFigures figures() const;

private:
    void read();
    void open(const Source& source);
    void readFrames(Source& source);
    void requireComplete(const Source& source, int read) const;
    void deliver();
    void deliverFrame(Frame& frame);
    void write(const cv::Mat& picture);
    void keepPictures(const Frame& frame);
    void fail(const std::string& what);
    bool withoutThrowing(const std::function<void()>& work);

    const StreamChoice choice_;
    Placement& placement_;
    const std::unique_ptr<FrameCheck> check_;
    RunControl& control_;

    std::vector<Frame> frames_;
    Frame last_;
    BoundedQueue<Frame*> free_, results_;
    StageTimes times_;
    std::unique_ptr<VideoFile> file_;
    Place place_; // of the thread that reads
    double framesPerSecond_ = 0;
    std::atomic<int64> decoded_{0}, delivered_{0};
    std::atomic<bool> stopsReading_{false}, ended_{false};

    mutable std::mutex mutex_; // of what follows
    StreamFigures described_;
    double beginSeconds_ = 0, endSeconds_ = 0;

    std::thread reader_, deliverer_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_STREAM_HPP
