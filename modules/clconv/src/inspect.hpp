// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What tests, benchmarks and samples may ask about calls that were made.

#pragma once

#include "precomp.hpp"

namespace cv
{
namespace clconv
{

//! Name of the implementation that the calling thread's last filter call ran; "native" where the CPU did it.
CV_EXPORTS std::string lastImplementation();

//! Collects the device times of the calling thread's launches while it lives. The thread's queue must be one that profiles
//! (ocl::Queue::getProfilingQueue, bound with an OpenCLExecutionContext).
class CV_EXPORTS ProfilingScope
{
public:
    ProfilingScope();
    ~ProfilingScope();
    ProfilingScope(const ProfilingScope&) = delete;
    ProfilingScope& operator=(const ProfilingScope&) = delete;

    //! Waits for the launches so far and gives their times on the device, in nanoseconds, in order; starts over.
    std::vector<double> nanoseconds();

    //! A launch hands its event in (cl_event, one reference); null where no scope is open.
    static ProfilingScope* current();
    void add(void* event);

private:
    std::vector<void*> events_;
    ProfilingScope* outer_;
};

} // namespace clconv
} // namespace cv
