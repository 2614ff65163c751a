// SPDX-License-Identifier: Apache-2.0
//
// A worker: upload, filter and download of the frames of one or several streams on one device, each in a thread with a
// queue of its own, so that they overlap.

#ifndef CLCONV_SAMPLES_WORKER_HPP
#define CLCONV_SAMPLES_WORKER_HPP

#include "frame_filter.hpp"

#include <functional>
#include <thread>

namespace samples {

class Worker
{
public:
    //! @param capacity of each queue: as many as all frames of its streams, so that no stage waits for space
    //! @param busy of the device
    Worker(std::unique_ptr<FrameFilter> filter, size_t capacity, BusyTime& busy);

    //! Ends when all frames have passed.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    //! Takes a frame; it comes out of its `results`, in this order.
    void take(Frame* frame) { uploads_.push(frame); }

private:
    using Queue = BoundedQueue<Frame*>;

    void stage(Stage stage, Queue& from, Queue* to, const std::function<void(Frame&)>& work);

    std::unique_ptr<FrameFilter> filter_;
    BusyTime& busy_;
    Queue uploads_, filters_, downloads_;
    std::thread upload_, work_, download_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_WORKER_HPP
