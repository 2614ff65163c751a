// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// How long calls take, by the device's clock or by the wall's.

#pragma once

#include <opencv2/core/ocl.hpp>

#include <functional>

namespace study
{

//! A step's kernels' own times, or those of a user's calls, back to back, until the device is done.
enum class Clock
{
    Device,
    Wall
};

//! Milliseconds of so many calls, each. By the device's clock only what this library launches counts.
//! @param profiling the context to run in for the device's clock
double timeOf(const std::function<void()>& run, int calls, Clock clock,
              const cv::ocl::OpenCLExecutionContext& profiling);

//! So many calls that one sample of them takes long enough for the clock.
//! @param onceMs what one took
int callsOfSample(double onceMs);

} // namespace study
