// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What an error of OpenCL at a launch means for the call.

#pragma once

#include "runtime/kernel_arguments.hpp"

namespace cv
{
namespace clconv
{

//! Throws PlanFailure where the device rejects the plan, MemoryFailure where it has no memory for the images, otherwise
//! the error itself.
//! @param src, offset the source's buffer (cl_mem), and where its first pixel is
void throwFailure(const cl::Error& error, void* src, size_t offset, const Output* outputs, int count);

} // namespace clconv
} // namespace cv
