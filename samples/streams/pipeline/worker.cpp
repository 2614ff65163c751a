// SPDX-License-Identifier: Apache-2.0
//
// The three threads of a worker and the functions that they call.

#include "worker.hpp"
#include "../../video/filter_calls.hpp"

#include <map>
#include <memory>

namespace samples {

namespace {

//! The calls of a chain for each stream, since streams differ in size. One thread filters all frames of a worker.
template<class Array>
class CallsOfStreams
{
public:
    CallsOfStreams(const std::string& engine, const FilterChain& chain) : engine_(engine), chain_(chain) {}

    void apply(const Frame& frame, const Array& source, Array& result)
    {
        const auto calls = calls_.try_emplace(frame.stream, engine_, chain_).first;
        results_.resize(chain_.filters.size());
        results_.back() = result;
        calls->second.apply(source, results_);
        result = results_.back();
    }

private:
    const std::string engine_;
    const FilterChain chain_;
    std::map<int, ChainCalls<Array>> calls_;
    std::vector<Array> results_;
};

} // namespace

FrameWork frameWork(const std::string& engine, const FilterChain& chain, const cv::ocl::OpenCLExecutionContext& context)
{
    if (context.empty())
    {
        const auto calls = std::make_shared<CallsOfStreams<cv::Mat>>(engine, chain);
        const auto nothing = [](Frame&) {};
        return {[] {}, nothing,
                [calls](Frame& frame) { calls->apply(frame, frame.source.picture, frame.result.picture); }, nothing};
    }
    const auto calls = std::make_shared<CallsOfStreams<cv::UMat>>(engine, chain);
    const auto filter = [calls](Frame& frame)
    {
        calls->apply(frame, frame.deviceSource, frame.deviceResult);
        cv::ocl::finish();
    };
    return {[context] { context.cloneWithNewQueue().bind(); },
            [](Frame& frame) { frame.source.upload(frame.deviceSource); }, filter,
            [context](Frame& frame) { frame.result.download(frame.deviceResult, context); }};
}

Worker::Worker(const FrameWork& work, size_t capacity) :
    work_(work), uploads_(capacity), filters_(capacity), downloads_(capacity),
    upload_([this] { stage(uploadStage, uploads_, &filters_, work_.upload); }),
    filter_([this] { stage(filterStage, filters_, &downloads_, work_.filter); }),
    download_([this] { stage(downloadStage, downloads_, nullptr, work_.download); })
{
}

Worker::~Worker()
{
    uploads_.close();
    for (std::thread* thread : {&upload_, &filter_, &download_})
        thread->join();
}

void Worker::stage(Stage stage, Queue& from, Queue* to, const std::function<void(Frame&)>& work)
{
    std::string error; // of the thread itself, then passed to every frame
    try
    {
        work_.enterThread();
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
