// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The calling thread's OpenCL objects in OpenCV, for opencl-clhpp. Each call adds a reference.

#pragma once

#include "util/opencl.hpp"
#include "util/precomp.hpp"

#include <opencv2/core/ocl.hpp>

namespace cv
{
namespace clconv
{

inline cl::Context currentContext()
{
    return cl::Context(static_cast<cl_context>(ocl::Context::getDefault().ptr()), true);
}

inline cl::CommandQueue currentQueue()
{
    return cl::CommandQueue(static_cast<cl_command_queue>(ocl::Queue::getDefault().ptr()), true);
}

} // namespace clconv
} // namespace cv
