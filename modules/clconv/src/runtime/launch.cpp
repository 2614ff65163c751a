// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Enqueueing, through opencl-clhpp on OpenCV's context and queue.

#include "runtime/launch.hpp"
#include "runtime/launch_failure.hpp"
#include "runtime/memory/drain.hpp"
#include "runtime/memory/retained_images.hpp"
#include "util/current_opencl.hpp"
#include "util/log.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! What all launches of a call have in common.
struct CallImages
{
    const Problem& problem;
    const Geometry& geometry;
    const Source& source;
    const Output* outputs;
    const CoefficientSet& coefficients;
    double delta;
    const std::vector<cl::Event>* after; //!< events to wait for; null: none
};

//! Sets the arguments and enqueues.
//! @param after events to wait for; null: none
//! @param event null if not needed: it costs a microsecond
void enqueue(CompiledKernel& kernel, const Plan& plan, const size_t* globalSize, const size_t* localSize,
             const CallImages& call, const TileRange& range, const cl::Buffer* scratch,
             const std::vector<cl::Event>* after, cl::Event* event)
{
    const cl::NDRange global(globalSize[0], globalSize[1]), local(localSize[0], localSize[1]);
    CompiledKernel::Lease lease(kernel);
    setArguments(lease.kernel(), plan, call.problem, call.geometry, call.source, call.outputs, call.coefficients,
                 call.delta, range, scratch);
    currentQueue().enqueueNDRangeKernel(lease.kernel(), cl::NullRange, global, local, after, event);
}

void enqueueOne(const CompiledPlan& compiled, const CallImages& call, cl::Event* event)
{
    const Plan& plan = compiled.plan;
    const TileRange range = tileRange(plan, call.problem, call.geometry);
    const size_t global[2] = {plan.global[0], plan.global[1] + size_t(range.borderGroupRows) * plan.local[1]};
    enqueue(*compiled.compiledKernel, plan, global, plan.local, call, range, nullptr, call.after, event);
}

//! One stage after the other, then the repair.
//! @param first, last events of the first and the last launch, or null
void enqueueStagesWith(const cl::Buffer& scratch, const CompiledPlan& compiled, const CallImages& call,
                       cl::Event* first, cl::Event* last)
{
    const Plan& plan = compiled.plan;
    const cl::CommandQueue queue = currentQueue();
    const bool outOfOrder = (queue.getInfo<CL_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    TileRange range = tileRange(plan, call.problem, call.geometry);
    range.columns = plan.scratchPairs;
    for (size_t i = 0; i < plan.stages.size(); ++i)
    {
        const Stage& stage = plan.stages[i];
        range.firstRow = stage.firstPair;
        range.rows = stage.pairs;
        enqueue(*compiled.stageKernels[i], plan, stage.global, stage.local, call, range, &scratch,
                i == 0 ? call.after : nullptr, i == 0 ? first : nullptr);
        if (outOfOrder)
            queue.enqueueBarrierWithWaitList();
    }
    enqueue(*compiled.repairKernel, *plan.repair, plan.repair->global, plan.repair->local, call, range, &scratch,
            nullptr, last);
    if (outOfOrder)
        queue.enqueueBarrierWithWaitList();
}

//! Whether commands can write to a buffer, for which drivers may reserve memory only then: sets a byte.
bool canWrite(cl_mem memory, size_t offset)
{
    try
    {
        const cl::CommandQueue queue = currentQueue();
        queue.enqueueFillBuffer(cl::Buffer(memory, true), uchar(0), offset, 1);
        queue.finish();
        return true;
    }
    catch (const cl::Error&)
    {
        return false;
    }
}

//! The same with scratch memory of the current queue. Where a launch fails it waits for those before it: the caller
//! may release the images then.
//! @returns the scratch memory
cl::Memory enqueueStages(const CompiledPlan& compiled, const CallImages& call, cl::Event* first, cl::Event* last)
{
    const cl::CommandQueue queue = currentQueue();
    const ScratchMemory::Lease scratch(compiled.context->scratchMemory(), queue(), compiled.plan.scratchBytes);
    try
    {
        enqueueStagesWith(scratch.buffer(), compiled, call, first, last);
    }
    catch (const cl::Error& e)
    {
        drain(queue);
        if (e.err() == CL_OUT_OF_RESOURCES && !canWrite(scratch.buffer()(), 0))
            throw MemoryFailure(format("the device has no memory for a call: %zu bytes of scratch memory, %s gives %d",
                                       compiled.plan.scratchBytes, e.what(), e.err()));
        throw;
    }
    catch (...)
    {
        drain(queue);
        throw;
    }
    return scratch.buffer();
}

} // namespace

void addTo(ProfilingScope& profiling, const cl::Event& first, const cl::Event& last)
{
    if (clRetainEvent(first()) != CL_SUCCESS)
        return;
    if (clRetainEvent(last()) == CL_SUCCESS)
        profiling.add(first(), last());
    else
        clReleaseEvent(first());
}

void finishQueue()
{
    const cl::CommandQueue queue = currentQueue();
    try
    {
        queue.finish();
    }
    catch (const cl::Error& e)
    {
        throw std::runtime_error(format("a command failed, %s gives %d", e.what(), e.err()));
    }
}

bool hasMemory(UMat& image)
{
    return canWrite(static_cast<cl_mem>(image.handle(ACCESS_WRITE)), image.offset);
}

bool isOnDevice(const UMat& image)
{
    return image.u->currAllocator == ocl::getOpenCLAllocator();
}

bool isMapped(const UMat& image)
{
    return image.u->refcount > 0 && isOnDevice(image);
}

bool isTemporary(const UMat& image)
{
    return image.u->tempUMat();
}

void launchPlan(const CompiledPlan& compiled, const Problem& problem, const Geometry& geometry, const UMat& src,
                UMat* dst, const CoefficientSet& coefficients, double delta)
{
    const int outputs = compiled.plan.filterCount;
    const bool wait = isTemporary(src) || std::any_of(dst, dst + outputs, isTemporary);
    const bool staged = !compiled.plan.stages.empty();
    // OpenCL should retain the buffer of an image by itself; PoCL 3.1 does not.
    const bool retain =
        !wait && (staged || compiled.plan.source != SourceKind::Buffer || compiled.context->reusesReleasedBuffers());
    ProfilingScope* profiling = callSettings().profiling;
    cl::Event first, last;
    Source source;
    Output buffers[maxFilters];
    for (int f = 0; f < outputs; ++f)
        buffers[f] = {dst[f].handle(ACCESS_WRITE), dst[f].step, dst[f].offset};
    try
    {
        source = bind(compiled.plan.source, src, problem, geometry);
        const CallImages call = {problem, geometry, source, buffers, coefficients, delta, nullptr};
        cl::Event* const event = retain || profiling ? &last : nullptr;
        if (staged)
            source.image = enqueueStages(compiled, call, profiling ? &first : nullptr, event);
        else
            enqueueOne(compiled, call, event);
    }
    catch (const cl::Error& e)
    {
        throwFailure(e, compiled.plan, {src.handle(ACCESS_READ), src.offset, buffers, outputs, coefficients});
    }
    if (wait)
        finishQueue();
    compiled.setLaunched();
    if (retain)
        retainUntilComplete(last, src, dst, outputs, source);
    if (profiling)
        addTo(*profiling, staged ? first : last, last);
}

BufferLaunch launchOnBuffers(const CompiledPlan& compiled, const Problem& problem, const Geometry& geometry, void* src,
                             void* dst, const CoefficientSet& coefficients, double delta,
                             const std::vector<cl::Event>* after)
{
    if (compiled.plan.source != SourceKind::Buffer)
        throw std::runtime_error("an implementation that reads an image makes it of a UMat only");
    Source source;
    source.memory = src;
    source.step = geometry.srcStep;
    source.offset = geometry.srcOffset;
    const Output output = {dst, geometry.dstStep, geometry.dstOffset};
    const bool staged = !compiled.plan.stages.empty();
    ProfilingScope* profiling = callSettings().profiling;
    BufferLaunch launched;
    cl::Event first;
    try
    {
        const CallImages call = {problem, geometry, source, &output, coefficients, delta, after};
        if (staged)
            launched.scratch = enqueueStages(compiled, call, profiling ? &first : nullptr, &launched.done);
        else
            enqueueOne(compiled, call, &launched.done);
    }
    catch (const cl::Error& e)
    {
        throwFailure(e, compiled.plan, {src, source.offset, &output, 1, coefficients});
    }
    if (profiling)
        addTo(*profiling, staged ? first : launched.done, launched.done);
    return launched;
}

} // namespace clconv
} // namespace cv
