// SPDX-License-Identifier: Apache-2.0
//
// An OpenCL context in which no program is built yet, for tests that count or time builds.

#pragma once

#include "util/opencl.hpp"

#include <opencv2/core/ocl.hpp>

namespace opencv_test {

//! The current device in a context of its own.
inline ocl::OpenCLExecutionContext newContext()
{
    const cl::Device device(static_cast<cl_device_id>(ocl::Device::getDefault().ptr()), true);
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    const cl::Context context(device);
    clRetainContext(context()); // OpenCV takes over a reference
    return ocl::OpenCLExecutionContext::create(platform.getInfo<CL_PLATFORM_NAME>(), platform(), context(), device());
}

} // namespace opencv_test
