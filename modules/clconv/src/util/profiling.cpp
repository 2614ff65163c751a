// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Device times of launches, for benchmarks and the tuner.

#include "util/profiling.hpp"
#include "util/opencl.hpp"

namespace cv
{
namespace clconv
{

ProfilingScope::ProfilingScope() : outer_(callSettings().profiling)
{
    callSettings().profiling = this;
}

ProfilingScope::~ProfilingScope()
{
    callSettings().profiling = outer_;
    for (const CallEvents& events : events_)
        for (void* event : {events.first, events.last})
            cl::Event(static_cast<cl_event>(event)); // takes over the reference and releases it
}

std::vector<double> ProfilingScope::nanoseconds()
{
    std::vector<double> times;
    for (const CallEvents& events : take())
    {
        const cl::Event first(static_cast<cl_event>(events.first)), last(static_cast<cl_event>(events.last));
        last.wait();
        times.push_back(double(last.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                               first.getProfilingInfo<CL_PROFILING_COMMAND_START>()));
    }
    return times;
}

std::vector<CallEvents> ProfilingScope::take()
{
    std::vector<CallEvents> taken;
    std::lock_guard<std::mutex> lock(mutex_);
    taken.swap(events_);
    return taken;
}

void ProfilingScope::add(void* first, void* last)
{
    if (clRetainEvent(static_cast<cl_event>(first)) != CL_SUCCESS)
        return;
    if (clRetainEvent(static_cast<cl_event>(last)) != CL_SUCCESS)
    {
        clReleaseEvent(static_cast<cl_event>(first));
        return;
    }
    std::lock_guard<std::mutex> lock(mutex_);
    events_.push_back({first, last});
}

} // namespace clconv
} // namespace cv
