// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The sources of a workload as a kernel of the studies reads them.

#pragma once

#include "kernel_step.hpp"
#include "util/opencl.hpp"

namespace study
{

struct Pixels
{
    cl::Memory memory;
    cv::UMat buffer; //!< what the memory is, or was made of
    cv::Size size;
    int step = 0; //!< in pixels, of buffers
    int layers = 1;
};

//! The workload's source of that index; for an array all from there on that are of its size.
//! @throws LeftOut where the device has no such images
Pixels bindPixels(const KernelSettings& settings, const Workload& work, size_t index);

} // namespace study
