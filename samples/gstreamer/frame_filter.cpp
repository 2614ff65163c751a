// SPDX-License-Identifier: Apache-2.0
//
// Filters images in a caller's memory on one OpenCL device.

#include "frame_filter.hpp"
#include "programs/command_line.hpp"

#include <memory>

namespace samples {
namespace {

//! Makes the context that of the calling thread; an empty context switches OpenCL off in the thread.
class Current
{
public:
    explicit Current(const cv::ocl::OpenCLExecutionContext& context) : usesOpenCL_(cv::ocl::useOpenCL())
    {
        if (context.empty())
            cv::ocl::setUseOpenCL(false);
        else
            scope_.reset(new cv::ocl::OpenCLExecutionContextScope(context));
    }
    ~Current()
    {
        scope_.reset();
        cv::ocl::setUseOpenCL(usesOpenCL_);
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

private:
    bool usesOpenCL_;
    std::unique_ptr<cv::ocl::OpenCLExecutionContextScope> scope_;
};

cv::ocl::OpenCLExecutionContext contextOf(const std::string& device)
{
    if (device.empty())
        return cv::ocl::useOpenCL() ? cv::ocl::OpenCLExecutionContext::getCurrent() : cv::ocl::OpenCLExecutionContext();
    cv::ocl::Context context;
    try
    {
        context = cv::ocl::Context::create(device);
    }
    catch (const cv::Exception&) // its message is about OpenCV's own code
    {
    }
    if (!context.ptr() || context.ndevices() == 0)
        throw programs::UsageError("no OpenCL device matches '" + device + "'");
    return cv::ocl::OpenCLExecutionContext::create(context, context.device(0));
}

} // namespace

FrameFilter::FrameFilter(const std::string& device) : context_(contextOf(device)) {}

std::string FrameFilter::device() const
{
    const Current current(context_);
    return programs::deviceLine();
}

void FrameFilter::apply(const cv::clconv::Chain& chain, const cv::Mat& in, cv::Mat& out)
{
    const Current current(context_);
    in.copyTo(source_);
    chain.apply(source_, result_);
    result_.copyTo(out);
    const int fourth[] = {3, 3};
    if (in.channels() == 4)
        cv::mixChannels(&in, 1, &out, 1, fourth, 1);
}

} // namespace samples
