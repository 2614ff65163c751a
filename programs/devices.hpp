// SPDX-License-Identifier: Apache-2.0
//
// The OpenCL devices beside the one that OpenCV has chosen.

#pragma once

#include <opencv2/core/ocl.hpp>

#include <vector>

namespace programs {

//! All devices, platform by platform.
std::vector<cv::ocl::Device> allDevices();

//! The devices of a device's kind (GPU, CPU) and vendor, on all platforms, in their order: that device is one of them.
std::vector<cv::ocl::Device> devicesLike(const cv::ocl::Device& chosen);

} // namespace programs
