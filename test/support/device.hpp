// SPDX-License-Identifier: Apache-2.0
//
// Makes sure that OpenCV has an OpenCL device before a program tests anything on it.

#pragma once

#include <opencv2/core/ocl.hpp>

#include <cstdlib>
#include <iostream>

namespace clconv_test {

inline bool hasGpu()
{
    std::vector<cv::ocl::PlatformInfo> platforms;
    cv::ocl::getPlatfomsInfo(platforms);
    for (size_t i = 0; i < platforms.size(); i++)
        for (int j = 0; j < platforms[i].deviceNumber(); j++)
        {
            cv::ocl::Device device;
            platforms[i].getDevice(device, j);
            if (device.type() & cv::ocl::Device::TYPE_GPU)
                return true;
        }
    return false;
}

//! Whether kernels may compute in double; not with Mesa's llvmpipe.
inline bool hasDoubles()
{
    return cv::ocl::Device::getDefault().doubleFPConfig() > 0;
}

//! OpenCV selects only GPUs by default. If there is none and the user named no device, selects a CPU device. Calls wait
//! for their programs, unless OPENCV_CLCONV_COLD is set, because calls that OpenCV computes meanwhile would test
//! nothing. The user's own tuning files are not read.
//! @returns false, with a message, if there is no device
inline bool chooseDevice()
{
    const auto setDefault = [](const char* variable, const char* value)
    {
#ifdef _WIN32
        if (!std::getenv(variable))
            _putenv_s(variable, value);
#else
        setenv(variable, value, 0);
#endif
    };
    if (!std::getenv("OPENCV_OPENCL_DEVICE") && !hasGpu())
        setDefault("OPENCV_OPENCL_DEVICE", ":CPU:");
    setDefault("OPENCV_CLCONV_COLD", "wait");
    setDefault("OPENCV_CLCONV_TUNING_FILE", "");
    if (!cv::ocl::useOpenCL())
    {
        std::cerr << "No OpenCL device: nothing would be tested. OPENCV_OPENCL_DEVICE names one.\n";
        return false;
    }
    std::cout << "OpenCL device: " << cv::ocl::Device::getDefault().name() << std::endl;
    return true;
}

} // namespace clconv_test
