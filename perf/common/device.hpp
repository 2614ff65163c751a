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
    size_t maxMemory; //!< largest allocation, bytes
};

//! Makes calls wait for their programs from now on, unless OPENCV_CLCONV_COLD is set, because the device is to be
//! measured. Ignores the user's own tuning file, unless OPENCV_CLCONV_TUNING_FILE names it.
//! @throws UsageError if OpenCV has no OpenCL device
DeviceInfo openDevice();

//! The current context with a profiling queue.
cv::ocl::OpenCLExecutionContext profilingContext();

//! Waits for the calls so far, clears the list, and returns their device times in order: nanoseconds from the start of
//! the first launch of a call to the end of its last one.
std::vector<double> nanosecondsOf(cv::clconv::ProfilingScope& calls);

} // namespace bench
