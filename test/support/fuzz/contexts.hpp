// SPDX-License-Identifier: Apache-2.0
//
// More OpenCL contexts than OpenCV's first one.

#pragma once

#include <opencv2/core/ocl.hpp>

#include <vector>

namespace clconv_test {

//! Contexts on the first devices of the kind that OpenCV selected (GPU or CPU). Throws if there are fewer devices.
//! @param contexts number for each device, as far as OpenCV makes so many: it has one for each text that names a device
std::vector<cv::ocl::OpenCLExecutionContext> contextsOf(int devices, int contexts);

} // namespace clconv_test
