// SPDX-License-Identifier: Apache-2.0
//
// The measured device.

#pragma once

#include <opencv2/core/ocl.hpp>

#include <string>
#include <vector>

namespace cv { namespace clconv {
class ProfilingScope;
}} // namespace cv::clconv

namespace bench {

struct DeviceInfo
{
    std::string name, vendor, version, driver;
    bool cpu;
    size_t memory;    //!< bytes
    size_t maxMemory; //!< of one allocation, bytes
};

//! From now on calls wait for their programs, unless OPENCV_CLCONV_COLD is set: what is measured is the device. The
//! user's own tuning file does not count, unless OPENCV_CLCONV_TUNING_FILE names it.
//! @throws UsageError if OpenCV has no OpenCL device: then there is nothing to measure
DeviceInfo openDevice();

//! The current context with a profiling queue.
cv::ocl::OpenCLExecutionContext profilingContext();

//! Waits for the calls so far and returns their device times in nanoseconds, in order, from the start of the first
//! launch to the end of the last one; clears the list.
std::vector<double> nanosecondsOf(cv::clconv::ProfilingScope& calls);

} // namespace bench
