// SPDX-License-Identifier: Apache-2.0
//
// Creates contexts by different texts for one device, which OpenCV distinguishes.

#include "contexts.hpp"

#include "programs/devices.hpp"

#include <string>

namespace clconv_test {

using namespace cv;

std::vector<ocl::OpenCLExecutionContext> contextsOf(int devices, int contexts)
{
    const ocl::Device chosen = ocl::Device::getDefault();
    const std::vector<ocl::Device> all = ::programs::devicesLike(chosen);
    CV_Assert(int(all.size()) >= devices);
    const std::string type = chosen.type() & ocl::Device::TYPE_CPU ? "CPU" : "GPU";
    std::vector<ocl::OpenCLExecutionContext> result;
    for (int i = 0; i < devices; i++)
    {
        const ocl::Device& device = all[size_t(i)];
        std::vector<ocl::Context> made;
        made.push_back(ocl::Context::fromDevice(device));
        for (const std::string& text : {":" + type + ":" + device.name(), ":" + type + ":" + std::to_string(i)})
            if (int(made.size()) < contexts)
                made.push_back(ocl::Context::create(text));
        for (const ocl::Context& context : made)
            if (context.ptr() && context.device(0).ptr() == device.ptr())
                result.push_back(ocl::OpenCLExecutionContext::create(context, context.device(0)));
    }
    return result;
}

} // namespace clconv_test
