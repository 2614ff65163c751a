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
ProfilingScope::ProfilingScope() : ThreadOverride(this) {}

ProfilingScope::~ProfilingScope()
{
    for (void* event : events_)
        cl::Event(static_cast<cl_event>(event)); // takes over the reference and releases it
}

std::vector<double> ProfilingScope::nanoseconds()
{
    std::vector<double> times;
    for (void* handle : take())
    {
        const cl::Event event(static_cast<cl_event>(handle));
        event.wait();
        times.push_back(double(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                               event.getProfilingInfo<CL_PROFILING_COMMAND_START>()));
    }
    return times;
}

std::vector<void*> ProfilingScope::take()
{
    std::vector<void*> handles;
    handles.swap(events_);
    return handles;
}

ProfilingScope* ProfilingScope::current()
{
    ProfilingScope* const* scope = ThreadOverride::current();
    return scope ? *scope : nullptr;
}

void ProfilingScope::add(void* event)
{
    events_.push_back(event);
}

} // namespace clconv
} // namespace cv
