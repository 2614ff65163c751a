// SPDX-License-Identifier: Apache-2.0
//
// opencl-clhpp with exceptions, for OpenCL 1.2, and the calling thread's objects in OpenCV. Must not be included
// together with OpenCV's own OpenCL runtime headers, which declare the same functions differently.

#pragma once

#include "util/precomp.hpp"

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <typeindex>

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

//! The object of this type that OpenCV's current context owns for this library, created at the first call.
template<typename T>
std::shared_ptr<T> ofCurrentContext()
{
    ocl::Context& context = ocl::Context::getDefault();
    const std::type_index type(typeid(T));
    std::shared_ptr<T> object = std::static_pointer_cast<T>(context.getUserContext(type));
    if (object)
        return object;
    static std::mutex mutex;
    std::lock_guard<std::mutex> lock(mutex);
    object = std::static_pointer_cast<T>(context.getUserContext(type));
    if (!object)
    {
        object = std::make_shared<T>();
        context.setUserContext<T>(object);
    }
    return object;
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
