// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What tests, benchmarks and samples may ask about calls that were made.

#pragma once

#include "util/precomp.hpp"
#include "util/thread_override.hpp"

namespace cv
{
namespace clconv
{

//! Name of the implementation that the calling thread's last filter call ran; "opencv-cpu" where the CPU did it.
std::string lastImplementation();

//! Collects the device times of the calling thread's launches while it lives. The thread's queue must be one that profiles
//! (ocl::Queue::getProfilingQueue, bound with an OpenCLExecutionContext).
class ProfilingScope : private ThreadOverride<ProfilingScope*>
{
public:
    ProfilingScope();
    ~ProfilingScope();

    //! Waits for the launches so far and gives their times on the device, in nanoseconds, in order; starts over.
    std::vector<double> nanoseconds();

    //! A launch hands its event in (cl_event, one reference); null where no scope is open.
    static ProfilingScope* current();
    void add(void* event);

private:
    std::vector<void*> events_;
};

} // namespace clconv
} // namespace cv
