// SPDX-License-Identifier: Apache-2.0
//
// Counts the launches of calls.

#pragma once

#include "support/test_precomp.hpp"
#include "util/profiling.hpp"

namespace opencv_test {

//! The device times of a call's launches.
class Launches
{
public:
    Launches() : queue_(ocl::Queue::getDefault().getProfilingQueue()), context_(profiled()), scope_(context_) {}
    size_t count() { return profiling_.take().size(); }

private:
    ocl::OpenCLExecutionContext profiled()
    {
        return ocl::OpenCLExecutionContext::getCurrent().cloneWithNewQueue(queue_);
    }

    ocl::Queue queue_;
    ocl::OpenCLExecutionContext context_;
    ocl::OpenCLExecutionContextScope scope_;
    clconv::ProfilingScope profiling_;
};

} // namespace opencv_test
