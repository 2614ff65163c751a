// SPDX-License-Identifier: Apache-2.0
//
// The largest image of the pyramid: read from a picture file, or a drawn pattern.

#pragma once

#include "options.hpp"

namespace pyramid {

//! 32FC1 from 0 to 1, on the device.
//! @throws programs::UsageError if the file holds no picture, or the pyramid does not fit the device's memory
cv::UMat firstImage(const Options& options);

} // namespace pyramid
