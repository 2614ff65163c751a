// SPDX-License-Identifier: Apache-2.0
//
// The OpenCL devices besides the one that OpenCV has selected.

#pragma once

#include <opencv2/core/ocl.hpp>

#include <vector>

namespace programs {

//! All devices, platform by platform.
std::vector<cv::ocl::Device> allDevices();

//! All devices of the kind (GPU, CPU) and vendor of `chosen`, itself included, on all platforms, in their order.
std::vector<cv::ocl::Device> devicesLike(const cv::ocl::Device& chosen);

} // namespace programs
