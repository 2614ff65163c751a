// SPDX-License-Identifier: Apache-2.0
//
// opencl-clhpp with exceptions, for OpenCL 1.2, and OpenCV's objects of the calling thread. Must not be included
// together with OpenCV's own OpenCL runtime headers, which declare the same functions differently.

#pragma once

#include "util/precomp.hpp"

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

namespace cv { namespace clconv {

//! Adds a reference, as currentQueue does.
inline cl::Context currentContext()
{
    return cl::Context(static_cast<cl_context>(ocl::Context::getDefault().ptr()), true);
}

inline cl::CommandQueue currentQueue()
{
    return cl::CommandQueue(static_cast<cl_command_queue>(ocl::Queue::getDefault().ptr()), true);
}

//! @param depth CV_8U to CV_32F
//! @param channels 1, 2 or 4
inline cl::ImageFormat imageFormat(int depth, int channels)
{
    static const cl_channel_type types[] = {CL_UNSIGNED_INT8, CL_SIGNED_INT8,  CL_UNSIGNED_INT16,
                                            CL_SIGNED_INT16,  CL_SIGNED_INT32, CL_FLOAT};
    return cl::ImageFormat(channels == 1 ? CL_R : channels == 2 ? CL_RG : CL_RGBA, types[depth]);
}

//! "clFinish gives -5"
inline std::string textOf(const cl::Error& error)
{
    return format("%s gives %d", error.what(), error.err());
}

}} // namespace cv::clconv
