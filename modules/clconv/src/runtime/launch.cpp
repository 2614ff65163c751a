// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Setting arguments and enqueueing, through opencl-clhpp on OpenCV's context and queue.

#include "runtime/launch.hpp"
#include "util/profiling.hpp"
#include "runtime/source_binding.hpp"
#include "runtime/interior_tiles.hpp"
#include "runtime/retained_images.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! Sets one argument after the other.
class Arguments
{
public:
    explicit Arguments(cl::Kernel& kernel) : kernel_(kernel) {}

    template<typename T>
    Arguments& value(const T& v)
    {
        return bytes(&v, sizeof(v));
    }
    Arguments& bytes(const void* data, size_t size)
    {
        kernel_.setArg(index_++, size, data);
        return *this;
    }
    Arguments& index(size_t v, bool wide) { return wide ? value(cl_long(v)) : value(cl_int(v)); }
    Arguments& number(double v, bool fp64) { return fp64 ? value(cl_double(v)) : value(cl_float(v)); }

private:
    cl::Kernel& kernel_;
    cl_uint index_ = 0;
};

static_assert(sizeof(TileRange) == sizeof(cl_int8), "kernels take a TileRange as a vector");

void setArguments(cl::Kernel& kernel, const Plan& plan, const Problem& p, const Geometry& g, const Source& source,
                  UMat* dst, const CoefficientSet& coefficients, double delta, const TileRange& range)
{
    const cl_int4 area = {{g.srcOrigin.x, g.srcOrigin.y, p.readable.width, p.readable.height}};
    const cl_int2 size = {{p.size.width, p.size.height}};
    Arguments arguments(kernel);
    arguments.value(source.memory).index(source.step, p.wideIndex).index(source.offset, p.wideIndex).value(area);
    arguments.value(dst->handle(ACCESS_WRITE))
        .index(g.dstStep, p.wideIndex)
        .index(g.dstOffset, p.wideIndex)
        .value(size)
        .value(range);
    if (plan.space == CoefficientSpace::Value)
    {
        const std::vector<uchar>& content = coefficients.bytes(plan.layout);
        arguments.bytes(content.data(), content.size());
    }
    else
        arguments.value(coefficients.buffer(plan.layout)());
    arguments.number(delta, p.accDepth() == CV_64F);
    for (int f = 1; f < plan.filterCount; ++f)
        arguments.value(dst[f].handle(ACCESS_WRITE)).index(dst[f].step, p.wideIndex).index(dst[f].offset, p.wideIndex);
}

//! Errors caused by sizes, arguments and formats. CL_OUT_OF_RESOURCES is one: at a launch it means registers or local
//! memory (OpenCL 1.2, clEnqueueNDRangeKernel); if it had another cause, another implementation runs.
bool dependsOnPlan(cl_int code)
{
    switch (code)
    {
    case CL_INVALID_KERNEL_ARGS:
    case CL_INVALID_ARG_INDEX:
    case CL_INVALID_ARG_SIZE:
    case CL_INVALID_ARG_VALUE:
    case CL_INVALID_WORK_DIMENSION:
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE:
    case CL_INVALID_GLOBAL_WORK_SIZE:
    case CL_INVALID_IMAGE_FORMAT_DESCRIPTOR:
    case CL_IMAGE_FORMAT_NOT_SUPPORTED:
    case CL_OUT_OF_RESOURCES: return true;
    default: return false;
    }
}

//! Sets the arguments and enqueues.
//! @param event null if not needed: it costs a microsecond
void enqueue(const CompiledPlan& compiled, const Problem& problem, const Geometry& geometry, const Source& source,
             UMat* dst, const CoefficientSet& coefficients, double delta, cl::Event* event)
{
    const Plan& plan = compiled.plan;
    const cl::CommandQueue queue(static_cast<cl_command_queue>(ocl::Queue::getDefault().ptr()), true);
    const TileRange range = tileRange(plan, problem, geometry);
    const size_t borderRows = size_t(range.borderGroupRows) * plan.local[1];
    const cl::NDRange global(plan.global[0], plan.global[1] + borderRows), local(plan.local[0], plan.local[1]);
    CompiledKernel::Lease lease(*compiled.compiledKernel);
    setArguments(lease.kernel(), plan, problem, geometry, source, dst, coefficients, delta, range);
    queue.enqueueNDRangeKernel(lease.kernel(), cl::NullRange, global, local, nullptr, event);
}

} // namespace

void finishQueue()
{
    const cl::CommandQueue queue(static_cast<cl_command_queue>(ocl::Queue::getDefault().ptr()), true);
    try
    {
        queue.finish();
    }
    catch (const cl::Error& e)
    {
        throw std::runtime_error(format("a command failed, %s gives %d", e.what(), e.err()));
    }
}

bool isOnDevice(const UMat& image)
{
    return image.u->currAllocator == ocl::getOpenCLAllocator();
}

bool isTemporary(const UMat& image)
{
    return image.u->tempUMat();
}

void launch(const CompiledPlan& compiled, const Problem& problem, const Geometry& geometry, const UMat& src, UMat* dst,
            const CoefficientSet& coefficients, double delta)
{
    const int outputs = compiled.plan.filterCount;
    const bool wait = isTemporary(src) || std::any_of(dst, dst + outputs, isTemporary);
    // OpenCL should retain the buffer of an image by itself; PoCL 3.1 does not.
    const bool retain = !wait && (compiled.plan.source != SourceKind::Buffer || reusesReleasedBuffers());
    ProfilingScope* profiling = ProfilingScope::current();
    cl::Event event;
    Source source;
    try
    {
        source = bind(compiled.plan.source, src, problem, geometry);
        enqueue(compiled, problem, geometry, source, dst, coefficients, delta, retain || profiling ? &event : nullptr);
    }
    catch (const cl::Error& e)
    {
        if (dependsOnPlan(e.err()))
            throw PlanFailure(format("%s gives %d", e.what(), e.err()));
        throw;
    }
    if (wait)
        finishQueue();
    if (retain)
        retainUntilComplete(event, src, dst, outputs, source);
    if (profiling && clRetainEvent(event()) == CL_SUCCESS)
        profiling->add(event());
}

} // namespace clconv
} // namespace cv
