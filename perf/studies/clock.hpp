// SPDX-License-Identifier: Apache-2.0
//
// Device time or wall time of calls.

#pragma once

#include <opencv2/core/ocl.hpp>

#include <functional>

namespace study {

//! Device: the kernels' own times, by events. Wall: back-to-back calls, until the device has finished.
enum class Clock
{
    Device,
    Wall
};

//! Milliseconds per call. Device time includes only kernels launched by this library and by the studies.
//! @param profiling the context for device times
double timeOf(const std::function<void()>& run, int calls, Clock clock,
              const cv::ocl::OpenCLExecutionContext& profiling);

//! The number of calls that makes a sample long compared with the clock's resolution.
//! @param onceMs time of one call
int callsOfSample(double onceMs);

} // namespace study
