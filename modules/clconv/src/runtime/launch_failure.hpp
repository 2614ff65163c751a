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

//! The buffers of a launch that failed.
struct LaunchBuffers
{
    void* src;        //!< the source's, cl_mem
    size_t srcOffset; //!< of its first pixel
    const Output* outputs;
    int outputCount;
    const CoefficientSet& coefficients;
};

//! Throws PlanFailure where the device rejects the plan, MemoryFailure where it has no memory for the buffers,
//! otherwise std::runtime_error; each names the function and its code.
void throwFailure(const cl::Error& error, const Plan& plan, const LaunchBuffers& buffers);

} // namespace clconv
} // namespace cv
