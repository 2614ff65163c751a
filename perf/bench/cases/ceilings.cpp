// SPDX-License-Identifier: Apache-2.0
//
// Runs the kernels of ceilings.cl on OpenCV's context.

#include "ceilings.hpp"
#include "ceilings_cl.hpp"
#include "util/opencl.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace bench {
namespace {

cl::Context currentContext()
{
    return cl::Context(static_cast<cl_context>(cv::ocl::Context::getDefault().ptr()), true);
}

cl::Device currentDevice()
{
    return cl::Device(static_cast<cl_device_id>(cv::ocl::Device::getDefault().ptr()), true);
}

cl::Program buildProgram(const char* fmaType)
{
    cl::Program program(currentContext(), std::string(ceilingsSource));
    program.build({currentDevice()}, (std::string("-cl-mad-enable -DFMA_T=") + fmaType).c_str());
    return program;
}

//! The time of the fastest of several runs, in seconds.
double best(const std::function<cl::Event()>& run)
{
    double seconds = 1e9;
    for (int i = 0; i < 12; i++)
    {
        const cl::Event event = run();
        event.wait();
        seconds = std::min(seconds, 1e-9 * double(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                                  event.getProfilingInfo<CL_PROFILING_COMMAND_START>()));
    }
    return seconds;
}

void measureCopy(const DeviceInfo& device, const cl::CommandQueue& queue, const cl::Program& program, Ceilings& result)
{
    const size_t preferred = size_t(device.cpu ? 128 : 1024) << 20;
    const size_t bytes = std::min({preferred, device.maxMemory, device.memory / 8}) & ~size_t(4095);
    const cl::Buffer from(currentContext(), CL_MEM_READ_WRITE, bytes), to(currentContext(), CL_MEM_READ_WRITE, bytes);
    queue.enqueueFillBuffer(from, cl_float(1), 0, bytes);
    queue.enqueueFillBuffer(to, cl_float(0), 0, bytes);
    cl::Kernel kernel(program, "copyFloat4");
    kernel.setArg(0, from);
    kernel.setArg(1, to);
    const double byKernel = best(
        [&]
        {
            cl::Event event;
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(bytes / 16), cl::NDRange(256), nullptr,
                                       &event);
            return event;
        });
    const double byBuffer = best(
        [&]
        {
            cl::Event event;
            queue.enqueueCopyBuffer(from, to, 0, 0, bytes, nullptr, &event);
            return event;
        });
    const double gbps = 2e-9 * double(bytes) / std::min(byKernel, byBuffer);
    if (gbps <= result.copyGBs)
        return;
    result.copyGBs = gbps;
    result.copyBy = byKernel < byBuffer ? "float4 kernel" : "clEnqueueCopyBuffer";
}

void measureFma(const DeviceInfo& device, const cl::CommandQueue& queue, const cl::Program& program, Ceilings& result)
{
    const size_t width = device.cpu ? 8 : 1, chains = 8;
    const size_t items = device.cpu ? 1 << 10 : 1 << 20;
    const int steps = device.cpu ? 4096 : 8192;
    const cl::Buffer out(currentContext(), CL_MEM_READ_WRITE, items * width * sizeof(float));
    cl::Kernel kernel(program, "multiplyAdd");
    kernel.setArg(0, out);
    kernel.setArg(1, cl_int(steps));
    kernel.setArg(2, cl_float(0.999f));
    kernel.setArg(3, cl_float(0.001f));
    const double seconds = best(
        [&]
        {
            cl::Event event;
            const cl::NDRange local = device.cpu ? cl::NDRange(16) : cl::NDRange(256);
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items), local, nullptr, &event);
            return event;
        });
    result.fmaTflops = std::max(result.fmaTflops, 2e-12 * double(items * width * chains) * steps / seconds);
}

} // namespace

void measureCeilings(const DeviceInfo& device, Ceilings& ceilings)
{
    const cl::CommandQueue queue(currentContext(), currentDevice(), CL_QUEUE_PROFILING_ENABLE);
    const cl::Program program = buildProgram(device.cpu ? "float8" : "float");
    measureCopy(device, queue, program, ceilings);
    measureFma(device, queue, program, ceilings);
}

void fillBytes(cv::UMat& image, unsigned char value)
{
    const cl::CommandQueue queue(static_cast<cl_command_queue>(cv::ocl::Queue::getDefault().ptr()), true);
    const cl::Buffer buffer(static_cast<cl_mem>(image.handle(cv::ACCESS_WRITE)), true);
    queue.enqueueFillBuffer(buffer, cl_uchar(value), image.offset, image.total() * image.elemSize());
}

Fill makeNoise()
{
    const cl::Program program = buildProgram("float");
    return [program](cv::UMat& image, unsigned seed)
    {
        CV_Assert(image.isContinuous() && image.offset == 0);
        const size_t bytes = image.total() * image.elemSize(), words = (bytes + 3) / 4;
        const cl::CommandQueue queue(static_cast<cl_command_queue>(cv::ocl::Queue::getDefault().ptr()), true);
        const cl::Context context = queue.getInfo<CL_QUEUE_CONTEXT>();
        const cl::Buffer pixels(static_cast<cl_mem>(image.handle(cv::ACCESS_WRITE)), true);
        const bool whole = bytes % 4 == 0;
        const cl::Buffer noise = whole ? pixels : cl::Buffer(context, CL_MEM_READ_WRITE, words * 4);
        cl::Kernel kernel(program, "noise");
        kernel.setArg(0, noise);
        kernel.setArg(1, cl_uint(seed));
        kernel.setArg(2, cl_int(image.depth() == CV_32F));
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(words));
        if (!whole)
            queue.enqueueCopyBuffer(noise, pixels, 0, 0, bytes);
    };
}

Fill makeNoiseWithNans(int nans)
{
    const Fill noise = makeNoise();
    const cl::Program program = buildProgram("float");
    return [=](cv::UMat& image, unsigned seed)
    {
        CV_Assert(image.depth() == CV_32F);
        noise(image, seed);
        const double megapixel = 1e6;
        const size_t count = size_t(std::ceil(nans * double(image.total()) / megapixel));
        const cl::CommandQueue queue(static_cast<cl_command_queue>(cv::ocl::Queue::getDefault().ptr()), true);
        cl::Kernel kernel(program, "strewNans");
        kernel.setArg(0, cl::Buffer(static_cast<cl_mem>(image.handle(cv::ACCESS_RW)), true));
        kernel.setArg(1, cl_ulong(image.total()));
        kernel.setArg(2, cl_int(image.channels()));
        kernel.setArg(3, cl_uint(seed));
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count));
    };
}

} // namespace bench
