// SPDX-License-Identifier: Apache-2.0
//
// OpenCL contexts beside OpenCV's first one.

#pragma once

#include <opencv2/core/ocl.hpp>

#include <vector>

namespace clconv_test {

//! Contexts on the first devices of the kind that OpenCV has chosen (GPU or CPU). Throws if there are fewer devices.
//! @param contexts of each device, as far as OpenCV makes so many: it has one for each text that names a device
std::vector<cv::ocl::OpenCLExecutionContext> contextsOf(int devices, int contexts);

} // namespace clconv_test
