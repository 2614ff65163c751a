// SPDX-License-Identifier: Apache-2.0
//
// Device times of calls, for tests, benchmarks and the tuner.

#pragma once

#include "util/call_settings.hpp"
#include "util/opencl.hpp"

namespace cv { namespace clconv {

struct CallEvents
{
    cl::Event first, last; //!< of the first and the last launch of a call; may be the same
};

//! Collects the device times of the calling thread's launches while it lives. The thread's queue must have profiling
//! enabled (ocl::Queue::getProfilingQueue, bound with an OpenCLExecutionContext).
class ProfilingScope
{
public:
    //! Hands over the events of the calls so far; clears the list.
    std::vector<CallEvents> take()
    {
        std::vector<CallEvents> taken;
        std::lock_guard<std::mutex> lock(mutex_);
        taken.swap(events_);
        return taken;
    }

    void add(const CallEvents& events)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        events_.push_back(events);
    }

private:
    std::mutex mutex_; // threads that work for the scope's thread add events too
    std::vector<CallEvents> events_;
    const PointerScope<ProfilingScope, &CallSettings::profiling> scope_{this};
};

}} // namespace cv::clconv
