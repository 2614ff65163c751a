// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The image that a pyramid begins with: a picture file's, or a pattern.

#pragma once

#include "options.hpp"
#include "../../perf/common/device.hpp"

namespace pyramid
{

//! 32FC1 from 0 to 1, on the device.
//! @throws samples::UsageError where the file holds no picture, or the pyramid does not fit the device's memory
cv::UMat firstImage(const Options& options, const bench::DeviceInfo& device);

} // namespace pyramid
