// SPDX-License-Identifier: Apache-2.0
//
// A worker: upload, filter and download of the frames of one or several streams on one device, each in a thread with
// its own queue, so that they overlap.

#ifndef CLCONV_SAMPLES_WORKER_HPP
#define CLCONV_SAMPLES_WORKER_HPP

#include "frame.hpp"
#include "../../video/filters.hpp"

#include <opencv2/core/ocl.hpp>

#include <functional>
#include <thread>

namespace samples {

//! The functions that the threads of a worker call: one each, for different frames at the same time.
struct FrameWork
{
    std::function<void()> enterThread; //!< called at the start of each thread
    std::function<void(Frame&)> upload, filter, download;
};

//! Each call returns when the device has finished: only then may the next stage, on another queue, use the result.
//! @param engine clconv or stock; opencv-cpu, with an empty @p context, runs on the host
FrameWork frameWork(const std::string& engine, const FilterChain& chain,
                    const cv::ocl::OpenCLExecutionContext& context);

class Worker
{
public:
    //! @param capacity of each queue: enough for all frames of its streams, so that no stage waits for space
    Worker(const FrameWork& work, size_t capacity);

    //! Ends when all frames have passed.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    //! Takes a frame, which comes out of its `results`; frames stay in order.
    void take(Frame* frame) { uploads_.push(frame); }

private:
    using Queue = BoundedQueue<Frame*>;

    void stage(Stage stage, Queue& from, Queue* to, const std::function<void(Frame&)>& work);

    const FrameWork work_;
    Queue uploads_, filters_, downloads_;
    std::thread upload_, filter_, download_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_WORKER_HPP
