// SPDX-License-Identifier: Apache-2.0
//
// Listing and opening devices.

#include "devices.hpp"
#include "../common/quiet.hpp"
#include "../video/text_list.hpp"
#include "programs/devices.hpp"
#include "programs/command_line.hpp"

#include <algorithm>

namespace samples {

namespace {

std::string kindOf(const cv::ocl::Device& device)
{
    if (device.type() & cv::ocl::Device::TYPE_GPU)
        return "GPU";
    return device.type() & cv::ocl::Device::TYPE_CPU ? "CPU" : "accelerator";
}

std::vector<int> chosenNumbers(const std::string& choice, const std::vector<cv::ocl::Device>& listed)
{
    std::vector<int> numbers;
    if (choice != "auto" && choice != "all")
    {
        for (const std::string& number : splitList(choice))
            numbers.push_back(programs::wholeNumber(number, "--devices (list prints them)", 0, int(listed.size()) - 1));
        return numbers;
    }
    for (int i = 0; i < int(listed.size()); i++)
        if (choice == "all" || kindOf(listed[i]) == "GPU")
            numbers.push_back(i);
    if (numbers.empty())
        for (int i = 0; i < int(listed.size()); i++)
            numbers.push_back(i);
    return numbers;
}

} // namespace

std::vector<cv::ocl::Device> listedDevices()
{
    const Quiet quiet; // a missing platform is reported by this program
    std::vector<cv::ocl::Device> devices;
    if (cv::ocl::haveOpenCL())
        for (const cv::ocl::Device& device : programs::allDevices())
            if (device.available())
                devices.push_back(device);
    return devices;
}

std::string deviceList()
{
    std::string lines;
    const std::vector<cv::ocl::Device> listed = listedDevices();
    for (size_t i = 0; i < listed.size(); i++)
        lines += cv::format("%d  %s (%s, %s, driver %s)\n", int(i), listed[i].name().c_str(), kindOf(listed[i]).c_str(),
                            listed[i].version().c_str(), listed[i].driverVersion().c_str());
    return lines.empty() ? "no OpenCL device\n" : lines;
}

std::vector<StreamDevice> openDevices(const std::string& choice)
{
    const std::vector<cv::ocl::Device> listed = listedDevices();
    if (listed.empty())
        throw programs::UsageError("no OpenCL device; --engine=opencv-cpu runs without one");
    std::vector<StreamDevice> devices;
    for (int number : chosenNumbers(choice, listed))
    {
        const cv::ocl::Device& device = listed[number];
        const cv::ocl::Context context = cv::ocl::Context::fromDevice(device);
        devices.push_back({device.name(), cv::ocl::OpenCLExecutionContext::create(context, context.device(0))});
    }
    return devices;
}

} // namespace samples
