// SPDX-License-Identifier: Apache-2.0
//
// Filters images in a caller's memory on one OpenCL device; does not depend on GStreamer.

#pragma once

#include <opencv2/clconv/chain.hpp>
#include <opencv2/core/ocl.hpp>

#include <string>

namespace samples {

//! One device and the images on it. Calls may come from any thread, but only one at a time.
class FrameFilter
{
public:
    //! @param device as in OPENCV_OPENCL_DEVICE, for example :GPU:1; empty: the device that OpenCV selects, or none
    //! @throws UsageError if no device matches
    explicit FrameFilter(const std::string& device);

    //! @returns false if the CPU computes all calls
    bool hasDevice() const { return !context_.empty(); }

    //! The line of programs::deviceLine() for this device.
    std::string device() const;

    //! Applies the chain to @p in; of four channels the last is copied.
    //! @param in CV_8UC1, CV_8UC3, CV_8UC4 or CV_16UC1, rows at any distance
    //! @param out of the size and type of @p in, in other memory
    void apply(const cv::clconv::Chain& chain, const cv::Mat& in, cv::Mat& out);

private:
    cv::ocl::OpenCLExecutionContext context_;
    cv::UMat source_, result_;
};

} // namespace samples
