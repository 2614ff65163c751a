// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Device times of launches, for benchmarks and the tuner.

#include "util/profiling.hpp"

namespace cv { namespace clconv {

std::vector<double> ProfilingScope::nanoseconds()
{
    std::vector<double> times;
    for (const CallEvents& events : take())
    {
        events.last.wait();
        times.push_back(double(events.last.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                               events.first.getProfilingInfo<CL_PROFILING_COMMAND_START>()));
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

void ProfilingScope::add(const CallEvents& events)
{
    std::lock_guard<std::mutex> lock(mutex_);
    events_.push_back(events);
}

}} // namespace cv::clconv
