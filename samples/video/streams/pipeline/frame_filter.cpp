// SPDX-License-Identifier: Apache-2.0
//
// Frames on a device and on the host. The calls of each stage end when the device has finished: only then may the next
// stage, which has another queue, use the result.

#include "frame_filter.hpp"

namespace samples {

namespace {

//! The chain on Mats or UMats.
template<class Array>
void applyChain(const FilterWork& work, const Array& source, std::unique_ptr<ChainCalls<Array>>& calls,
                std::vector<Array>& results)
{
    if (!calls)
        calls = std::make_unique<ChainCalls<Array>>(work.engine, work.chain);
    calls->apply(source, results);
    if (work.keepsAll)
        calls->applyRest(source, results);
}

class DeviceFilter : public FrameFilter
{
public:
    DeviceFilter(const FilterWork& work, const cv::ocl::OpenCLExecutionContext& context) :
        work_(work), context_(context)
    {
    }

    void enterThread() override { context_.cloneWithNewQueue().bind(); }

    void upload(Frame& frame) override { frame.source.upload(frame.deviceSource); }

    void filter(Frame& frame) override
    {
        applyChain(work_, frame.deviceSource, frame.calls->device, frame.deviceResults);
        cv::ocl::finish();
    }

    void download(Frame& frame) override
    {
        frame.result.download(frame.deviceResults.back(), context_);
        if (!work_.keepsAll)
            return;
        frame.hostResults.resize(frame.deviceResults.size());
        for (size_t i = 0; i + 1 < frame.deviceResults.size(); i++)
            frame.deviceResults[i].copyTo(frame.hostResults[i]);
        frame.hostResults.back() = frame.result.picture;
    }

private:
    FilterWork work_;
    cv::ocl::OpenCLExecutionContext context_;
};

class HostFilter : public FrameFilter
{
public:
    explicit HostFilter(const FilterWork& work) : work_(work) {}

    void upload(Frame&) override {}

    void filter(Frame& frame) override
    {
        applyChain(work_, frame.source.picture, frame.calls->host, frame.hostResults);
        frame.result.picture = frame.hostResults.back();
    }

    void download(Frame&) override {}

private:
    FilterWork work_;
};

} // namespace

std::unique_ptr<FrameFilter> makeFrameFilter(const FilterWork& work, const cv::ocl::OpenCLExecutionContext& context)
{
    if (context.empty())
        return std::unique_ptr<FrameFilter>(new HostFilter(work));
    return std::unique_ptr<FrameFilter>(new DeviceFilter(work, context));
}

} // namespace samples
