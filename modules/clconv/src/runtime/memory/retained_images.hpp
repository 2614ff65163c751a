// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Keeps the images of a launch allocated until the device has finished with them.

#pragma once

#include "util/opencl.hpp"

namespace cv { namespace clconv {

//! Retains what a launch uses until its event completes. Where no callback can be set, waits for the event instead.
//! @param memory of its images; may have null pointers
//! @param image that the launch reads instead, or its scratch memory
void retainUntilComplete(cl::Event& event, const std::vector<UMatData*>& memory,
                         const cl::Memory& image = cl::Memory());

}} // namespace cv::clconv
