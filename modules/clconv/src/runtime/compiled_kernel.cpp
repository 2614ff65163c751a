// SPDX-License-Identifier: Apache-2.0
//
// Programs from OpenCV's cache, and their kernel objects.

#include "runtime/compiled_kernel.hpp"
#include "implementations/implementation.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {

static std::atomic<int> built(0);

static ocl::Program build(const Plan& plan)
{
    ++built;
    String message;
    ocl::ProgramSource& source = *plan.impl->source;
    ocl::Program program = ocl::Context::getDefault().getProg(source, plan.options.text(), message);
    if (!program.ptr())
        CV_Error_(Error::OpenCLApiCallError, ("program %s does not build with %s: %s", plan.impl->source->name,
                                              plan.options.text().c_str(), message.c_str()));
    return program;
}

//! How many work-items the device can launch a kernel with, which depends on the kernel's registers. NVIDIA's driver is
//! not queried: it reports 256 also for kernels that require a larger group, and launches them (580.159.04). There a
//! kernel that cannot be launched fails at its launch, which excludes the plan as well.
static size_t largestGroupOf(const cl::Kernel& kernel, size_t otherwise)
{
    size_t most = otherwise;
    const ocl::Device& current = ocl::Device::getDefault();
    if (current.isNVidia())
        return most;
    const cl::Device device(static_cast<cl_device_id>(current.ptr()), true);
    withoutThrowing("the largest work-group of a kernel is not known",
                    [&]() { most = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device); });
    return most;
}

CompiledKernel::CompiledKernel(const Plan& plan) : program_(build(plan)), kernelName_(plan.kernelName)
{
    cl::Kernel kernel = create();
    const size_t items = plan.local[0] * plan.local[1], most = largestGroupOf(kernel, items);
    if (most < items)
        throw PlanFailure(format("its kernel takes work-groups of %zu, not of %zu", most, items));
    idle_.push_back({std::move(kernel), {}});
}

void CompiledKernel::unload()
{
    ocl::Program program = program_;
    ocl::Context::getDefault().unloadProg(program);
}

cl::Kernel CompiledKernel::create() const
{
    return cl::Kernel(cl::Program(static_cast<cl_program>(program_.ptr()), true), kernelName_.c_str());
}

CompiledKernel::Lease::Lease(CompiledKernel& owner) : owner_(owner)
{
    {
        std::lock_guard<std::mutex> lock(owner_.mutex_);
        if (!owner_.idle_.empty())
        {
            object_ = std::move(owner_.idle_.back());
            owner_.idle_.pop_back();
        }
    }
    if (!object_.kernel())
        object_.kernel = owner_.create();
}

CompiledKernel::Lease::~Lease()
{
    withoutThrowing("a kernel object cannot be kept for the next launch",
                    [&]()
                    {
                        std::lock_guard<std::mutex> lock(owner_.mutex_);
                        owner_.idle_.push_back(std::move(object_));
                    });
}

int programsBuilt()
{
    return built;
}

}} // namespace cv::clconv
