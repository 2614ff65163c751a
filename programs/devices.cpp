// SPDX-License-Identifier: Apache-2.0
//
// Devices of all platforms.

#include "devices.hpp"

namespace programs {

std::vector<cv::ocl::Device> allDevices()
{
    std::vector<cv::ocl::PlatformInfo> platforms;
    cv::ocl::getPlatfomsInfo(platforms);
    std::vector<cv::ocl::Device> devices;
    for (const cv::ocl::PlatformInfo& platform : platforms)
        for (int i = 0; i < platform.deviceNumber(); i++)
        {
            devices.emplace_back();
            platform.getDevice(devices.back(), i);
        }
    return devices;
}

std::vector<cv::ocl::Device> devicesLike(const cv::ocl::Device& chosen)
{
    std::vector<cv::ocl::Device> devices;
    for (const cv::ocl::Device& device : allDevices())
        if (device.type() == chosen.type() && device.vendorName() == chosen.vendorName())
            devices.push_back(device);
    return devices;
}

} // namespace programs
