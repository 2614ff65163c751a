// SPDX-License-Identifier: Apache-2.0
//
// Builds kernels/study.cl for a workload and prepares its launches.

#include "kernel_step.hpp"
#include "problem/build_options.hpp"
#include "util/profiling.hpp"
#include "util/opencl.hpp"
#include "pixels.hpp"
#include "study_kernels.hpp"

#include <opencv2/core/ocl.hpp>

#include <memory>

namespace study {
namespace {

struct Launch
{
    cl::Kernel kernel;
    cl::NDRange global, local;
};

//! All launches of a step, and the memory objects they use.
struct Launches
{
    std::vector<Launch> list;
    std::vector<cl::Memory> memory;
    std::vector<cv::UMat> images;

    void enqueue() const
    {
        const cl::CommandQueue queue(static_cast<cl_command_queue>(cv::ocl::Queue::getDefault().ptr()), true);
        cv::clconv::ProfilingScope* profiling = cv::clconv::callSettings().profiling;
        for (const Launch& launch : list)
        {
            cl::Event event;
            queue.enqueueNDRangeKernel(launch.kernel, cl::NullRange, launch.global, launch.local, nullptr,
                                       profiling ? &event : nullptr);
            if (profiling)
                profiling->add({event, event});
        }
    }
};

void requireResources(const KernelSettings& settings, const Workload& work, size_t coefficientBytes)
{
    const cv::ocl::Device& device = cv::ocl::Device::getDefault();
    const size_t local = settings.fill == Fill::None ? 0
                                                     : size_t(tileSize(settings, work.width()).area()) * sizeof(float) *
                                                           size_t(CV_MAT_CN(work.type()));
    if (local > device.localMemSize())
        throw Unsupported(cv::format("%zu bytes of local memory per work-group exceed the device's %zu", local,
                                     device.localMemSize()));
    if (settings.memory == Memory::Constant && coefficientBytes > device.maxConstantBufferSize())
        throw Unsupported(cv::format("%zu bytes of coefficients exceed the device's constant memory of %zu",
                                     coefficientBytes, device.maxConstantBufferSize()));
    if (size_t(settings.group.area()) > device.maxWorkGroupSize())
        throw Unsupported(cv::format("a work-group of %dx%d exceeds the device's %zu work-items", settings.group.width,
                                     settings.group.height, device.maxWorkGroupSize()));
}

//! The coefficients of the filters that a launch computes, in the order that the kernel reads.
cl::Buffer coefficientsFrom(const KernelSettings& settings, const Workload& work, size_t filter)
{
    const int copies = settings.perChannel ? CV_MAT_CN(work.type()) : 1;
    std::vector<float> values;
    for (size_t f = filter; f < (settings.together ? work.filters.size() : filter + 1); f++)
        for (auto tap = work.filters[f].begin<float>(); tap != work.filters[f].end<float>(); ++tap)
            values.insert(values.end(), size_t(copies), *tap);
    const size_t bytes = values.size() * sizeof(float);
    requireResources(settings, work, bytes);
    const cl::Context context(static_cast<cl_context>(cv::ocl::Context::getDefault().ptr()), true);
    return cl::Buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, values.data());
}

cl::Kernel buildKernel(const KernelSettings& settings, const Workload& work, size_t filter)
{
    cv::String message;
    const cv::ocl::ProgramSource& source = cv::ocl::clconv::study_oclsrc;
    const std::string options = buildOptions(settings, work, filter);
    const cv::ocl::Program built = cv::ocl::Context::getDefault().getProg(source, options, message);
    if (!built.ptr())
        throw std::runtime_error("study.cl does not build with " + options + ": " + message);
    cl::Kernel kernel(cl::Program(static_cast<cl_program>(built.ptr()), true), "clconv_study");
    const cl::Device device(static_cast<cl_device_id>(cv::ocl::Device::getDefault().ptr()), true);
    const size_t limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
    if (size_t(settings.group.area()) > limit)
        throw Unsupported(cv::format("this kernel runs in work-groups of at most %zu work-items, not %d", limit,
                                     settings.group.area()));
    return kernel;
}

cl::Buffer bufferOf(const cv::UMat& output)
{
    return cl::Buffer(static_cast<cl_mem>(output.handle(cv::ACCESS_WRITE)), true);
}

cl_int2 pair(cv::Size size)
{
    return {{size.width, size.height}};
}

//! Sets the arguments of kernels/study.cl in order.
void setArguments(cl::Kernel& kernel, const KernelSettings& settings, const Workload& work, const Pixels& source,
                  const std::vector<cv::UMat>& outputs, const cl::Buffer& coefficients)
{
    const cv::UMat &dst0 = outputs.front(), &dst1 = outputs.back();
    const cv::Rect computed = work.computed(source.size);
    const cv::Point first = computed.tl() - work.anchor();
    const int dstStep = int(dst0.step / dst0.elemSize());
    kernel.setArg(0, source.memory);
    kernel.setArg(1, cl_int(source.step));
    kernel.setArg(2, pair(source.size));
    kernel.setArg(3, pair(cv::Size(first)));
    kernel.setArg(4, bufferOf(dst0));
    kernel.setArg(5, bufferOf(dst1));
    kernel.setArg(6, cl_int(dstStep));
    kernel.setArg(7, cl_int(computed.y * dstStep + computed.x));
    kernel.setArg(8, pair(computed.size()));
    kernel.setArg(9, pair(work.filters[0].size()));
    kernel.setArg(10, coefficients);
    if (settings.dynamicTile)
        kernel.setArg(11, cl::Local(size_t(tileSize(settings, work.width()).area()) * sizeof(float) *
                                    size_t(CV_MAT_CN(work.type()))));
}

size_t roundUp(int value, int multiple)
{
    return size_t((value + multiple - 1) / multiple * multiple);
}

void addLaunch(Launches& launches, const KernelSettings& settings, const Workload& work, const Pixels& source,
               size_t filter, const std::vector<cv::UMat>& outputs)
{
    const cl::Buffer coefficients = coefficientsFrom(settings, work, filter);
    Launch launch{buildKernel(settings, work, filter), cl::NullRange, cl::NullRange};
    setArguments(launch.kernel, settings, work, source, outputs, coefficients);
    const cv::Size size = work.computed(source.size).size(), group = settings.group;
    if (group.empty())
        launch.global = cl::NDRange(size_t(size.width), size_t(size.height), size_t(source.layers));
    else
    {
        launch.global =
            cl::NDRange(roundUp(size.width, group.width), roundUp(size.height, group.height), size_t(source.layers));
        launch.local = cl::NDRange(size_t(group.width), size_t(group.height), 1);
    }
    launches.list.push_back(launch);
    launches.memory.push_back(coefficients);
    launches.memory.push_back(source.memory);
    launches.images.push_back(source.buffer);
    launches.images.insert(launches.images.end(), outputs.begin(), outputs.end());
}

//! An array's layers share one stacked output image; the check gets a view of each.
std::vector<cv::UMat> stackedOutputs(const Workload& work, size_t first, int layers, std::vector<cv::UMat>& outputs)
{
    const cv::Size size = work.sources[first].size();
    std::vector<cv::UMat> stacks;
    for (size_t f = 0; f < work.filters.size(); f++)
    {
        stacks.emplace_back(size.height * layers, size.width, work.type());
        for (int layer = 0; layer < layers; layer++)
            outputs[(first + size_t(layer)) * work.filters.size() + f] =
                stacks.back().rowRange(layer * size.height, (layer + 1) * size.height);
    }
    return stacks;
}

Call prepare(const KernelSettings& settings, const Workload& work, std::vector<cv::UMat> outputs)
{
    const auto launches = std::make_shared<Launches>();
    const size_t filters = work.filters.size();
    for (size_t i = 0; i < work.sources.size();)
    {
        const Pixels source = bindPixels(settings, work, i);
        std::vector<cv::UMat> results(outputs.begin() + long(i * filters), outputs.begin() + long((i + 1) * filters));
        if (settings.source == Source::Array)
            results = stackedOutputs(work, i, source.layers, outputs);
        if (settings.together)
            addLaunch(*launches, settings, work, source, 0, results);
        else
            for (size_t f = 0; f < filters; f++)
                addLaunch(*launches, settings, work, source, f, {results[f]});
        i += size_t(source.layers);
    }
    return {[launches] { launches->enqueue(); }, outputs, "study.cl " + buildOptions(settings, work, 0)};
}

} // namespace

Step kernelStep(const std::string& name, const std::string& claim, const KernelSettings& settings)
{
    return {name, claim, Clock::Device, true, [settings](const Workload& work, const std::vector<cv::UMat>& outputs) {
                return prepare(settings, work, outputs);
            }};
}

} // namespace study
