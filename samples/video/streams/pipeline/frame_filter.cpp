// SPDX-License-Identifier: Apache-2.0
//
// Frames on a device and on the host. The calls of each stage end when the device has finished: only then may the next
// stage, which has another queue, use the result.

#include "frame_filter.hpp"

namespace samples {

namespace {

//! The chain on Mats or UMats.
template<class Array>
void applyChain(const FilterChain& chain, const Array& source, std::vector<ChainMemory::Step<Array>>& steps,
                std::vector<Array>& results)
{
    const Filter2D filter2D = filter2DOf(chain.engine);
    const size_t count = chain.filters.size();
    steps.resize(count);
    results.resize(chain.keepsAll ? count : 1);
    const Array* from = &source;
    for (size_t i = 0; i < count; i++)
    {
        const bool last = i + 1 == count;
        Array& to = chain.keepsAll ? results[i] : last ? results[0] : steps[i].result;
        applyFilter(filter2D, chain.filters[i], chain.border, *from, steps[i].memory, to);
        from = &to;
    }
}

class DeviceFilter : public FrameFilter
{
public:
    DeviceFilter(const FilterChain& chain, const cv::ocl::OpenCLExecutionContext& context) :
        chain_(chain), context_(context)
    {
    }

    void enterThread() override { context_.cloneWithNewQueue().bind(); }

    void upload(Frame& frame) override { frame.source.upload(frame.deviceSource); }

    void filter(Frame& frame) override
    {
        applyChain(chain_, frame.deviceSource, frame.memory->device, frame.deviceResults);
        cv::ocl::finish();
    }

    void download(Frame& frame) override
    {
        frame.result.download(frame.deviceResults.back(), context_);
        if (!chain_.keepsAll)
            return;
        frame.hostResults.resize(frame.deviceResults.size());
        for (size_t i = 0; i + 1 < frame.deviceResults.size(); i++)
            frame.deviceResults[i].copyTo(frame.hostResults[i]);
        frame.hostResults.back() = frame.result.picture;
    }

private:
    FilterChain chain_;
    cv::ocl::OpenCLExecutionContext context_;
};

class HostFilter : public FrameFilter
{
public:
    explicit HostFilter(const FilterChain& chain) : chain_(chain) {}

    void upload(Frame&) override {}

    void filter(Frame& frame) override
    {
        applyChain(chain_, frame.source.picture, frame.memory->host, frame.hostResults);
        frame.result.picture = frame.hostResults.back();
    }

    void download(Frame&) override {}

private:
    FilterChain chain_;
};

} // namespace

std::string FilterChain::title() const
{
    std::string text;
    for (const Filter& filter : filters)
        text += (text.empty() ? "" : ", ") + filter.title;
    return text;
}

std::unique_ptr<FrameFilter> makeFrameFilter(const FilterChain& chain, const cv::ocl::OpenCLExecutionContext& context)
{
    if (context.empty())
        return std::unique_ptr<FrameFilter>(new HostFilter(chain));
    return std::unique_ptr<FrameFilter>(new DeviceFilter(chain, context));
}

} // namespace samples
