// SPDX-License-Identifier: Apache-2.0
//
// The sources of a workload in the form that study.cl reads: buffer, padded buffer, or image.

#pragma once

#include "kernel_step.hpp"
#include "util/opencl.hpp"

namespace study {

struct Pixels
{
    cl::Memory memory;
    cv::UMat buffer; //!< the buffer behind `memory`, or the source from which it was copied
    cv::Size size;
    int step = 0; //!< row pitch of a buffer, in pixels
    int layers = 1;
};

//! Binds the source with that index; for an array also the following ones of the same size.
//! @throws Unsupported if the device has no such images
Pixels bindPixels(const KernelSettings& settings, const Workload& work, size_t index);

} // namespace study
