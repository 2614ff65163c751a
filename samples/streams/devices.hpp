// SPDX-License-Identifier: Apache-2.0
//
// The OpenCL devices of the machine, as OpenCV lists them, and an execution context for each.

#ifndef CLCONV_SAMPLES_DEVICES_HPP
#define CLCONV_SAMPLES_DEVICES_HPP

#include <opencv2/core/ocl.hpp>

#include <string>
#include <vector>

namespace samples {

struct StreamDevice
{
    std::string name;                        //!< "host" without OpenCL
    cv::ocl::OpenCLExecutionContext context; //!< empty without OpenCL
};

//! All available devices of all platforms, in OpenCV's order.
std::vector<cv::ocl::Device> listedDevices();

//! A line for each device: number, name, kind, driver.
std::string deviceList();

//! @param choice `auto`: the GPUs, or all devices if there are none; `all`; or numbers of the list, such as 0,1
//! @throws UsageError for other texts, and if there is no such device
std::vector<StreamDevice> openDevices(const std::string& choice);

} // namespace samples

#endif // CLCONV_SAMPLES_DEVICES_HPP
