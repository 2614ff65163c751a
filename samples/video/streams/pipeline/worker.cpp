// SPDX-License-Identifier: Apache-2.0
//
// The three threads of a worker.

#include "worker.hpp"

namespace samples {

Worker::Worker(std::unique_ptr<FrameFilter> filter, size_t capacity, BusyTime& busy) :
    filter_(std::move(filter)), busy_(busy), uploads_(capacity), filters_(capacity), downloads_(capacity)
{
    upload_ = std::thread(
        [this] { stage(uploadStage, uploads_, &filters_, [this](Frame& frame) { filter_->upload(frame); }); });
    const auto filterBusy = [this](Frame& frame)
    {
        busy_.begin();
        try
        {
            filter_->filter(frame);
        }
        catch (...)
        {
            busy_.end();
            throw;
        }
        busy_.end();
    };
    work_ = std::thread([this, filterBusy] { stage(filterStage, filters_, &downloads_, filterBusy); });
    download_ = std::thread(
        [this] { stage(downloadStage, downloads_, nullptr, [this](Frame& frame) { filter_->download(frame); }); });
}

Worker::~Worker()
{
    uploads_.close();
    for (std::thread* thread : {&upload_, &work_, &download_})
        thread->join();
}

void Worker::stage(Stage stage, Queue& from, Queue* to, const std::function<void(Frame&)>& work)
{
    std::string error; // of the thread itself; then every frame has it
    try
    {
        filter_->enterThread();
    }
    catch (const std::exception& e)
    {
        error = e.what();
    }
    while (const std::optional<Frame*> next = from.pop())
    {
        Frame& frame = **next;
        if (frame.error.empty())
            frame.error = error;
        try
        {
            if (!frame.last && frame.error.empty())
                timed((*frame.times)[stage], [&] { work(frame); });
        }
        catch (const std::exception& e)
        {
            frame.error = std::string(nameOf(stage)) + " fails: " + e.what();
        }
        (to ? *to : *frame.results).push(&frame);
    }
    if (to)
        to->close();
}

} // namespace samples
