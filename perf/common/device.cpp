// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's default OpenCL device and its profiling queue.

#include "device.hpp"
#include "command_line.hpp"
#include "util/profiling.hpp"

#include <opencv2/clconv.hpp>

#include <cstdlib>

namespace bench {

DeviceInfo openDevice()
{
    if (!cv::ocl::useOpenCL())
        throw UsageError("OpenCV has no OpenCL device; it selects a CPU device only with OPENCV_OPENCL_DEVICE=:CPU:");
    if (!std::getenv("OPENCV_CLCONV_COLD"))
        cv::clconv::setColdCalls(cv::clconv::COLD_WAIT);
#ifndef _WIN32
    setenv("OPENCV_CLCONV_TUNING_FILE", "", 0); // must precede reading the device's tables
#endif
    const cv::ocl::Device& device = cv::ocl::Device::getDefault();
    DeviceInfo info;
    info.name = device.name();
    info.vendor = device.vendorName();
    info.version = device.version();
    info.driver = device.driverVersion();
    info.cpu = (device.type() & cv::ocl::Device::TYPE_CPU) != 0;
    info.memory = device.globalMemSize();
    info.maxMemory = device.maxMemAllocSize();
    return info;
}

cv::ocl::OpenCLExecutionContext profilingContext()
{
    const cv::ocl::Queue& queue = cv::ocl::Queue::getDefault().getProfilingQueue();
    return cv::ocl::OpenCLExecutionContext::getCurrent().cloneWithNewQueue(queue);
}

std::vector<double> nanosecondsOf(cv::clconv::ProfilingScope& calls)
{
    std::vector<double> times;
    for (const cv::clconv::CallEvents& events : calls.take())
    {
        events.last.wait();
        times.push_back(double(events.last.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                               events.first.getProfilingInfo<CL_PROFILING_COMMAND_START>()));
    }
    return times;
}

} // namespace bench
