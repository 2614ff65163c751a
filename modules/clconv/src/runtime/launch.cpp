// SPDX-License-Identifier: Apache-2.0
//
// Enqueueing, through opencl-clhpp on OpenCV's context and queue.

#include "runtime/launch.hpp"
#include "runtime/kernel_arguments.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {
namespace {

//! What all launches of a call have in common.
struct CallImages
{
    const Problem& problem;
    const Geometry& geometry;
    Source& source;
    const Output* outputs;
    const CoefficientSet& coefficients;
    double delta;
    const CoefficientSet* numbers; //!< of stages behind the filter; null: there are none
    const Output* second;          //!< the second image that stages read; null: there is none
};

//! Sets the arguments and enqueues.
//! @param event null if not needed: it costs a microsecond
void enqueue(CompiledKernel& kernel, const Plan& plan, const size_t* globalSize, const size_t* localSize,
             const CallImages& call, const TileRange& range, const cl::Buffer* scratch, cl::Event* event)
{
    const cl::NDRange global(globalSize[0], globalSize[1]), local(localSize[0], localSize[1]);
    CompiledKernel::Lease lease(kernel);
    setArguments(lease.object(), plan, call.problem, call.geometry, call.source, call.outputs, call.coefficients,
                 call.delta, range, call.numbers, call.second, scratch);
    currentQueue().enqueueNDRangeKernel(lease.object().kernel, cl::NullRange, global, local, nullptr, event);
}

//! Sets a byte, to find out whether commands can write to a buffer: drivers may reserve its memory only then.
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

//! Whether commands can use the buffers of a launch.
bool haveMemory(const Plan& plan, const CallImages& call)
{
    try
    {
        const auto read = [](const cl::Buffer& buffer, size_t offset)
        {
            uchar byte = 0;
            currentQueue().enqueueReadBuffer(buffer, CL_TRUE, offset, 1, &byte);
        };
        read(cl::Buffer(static_cast<cl_mem>(call.source.buffer), true), call.geometry.srcOffset);
        if (plan.space != CoefficientSpace::Value)
            read(call.coefficients.buffer(plan.layout), 0);
        return std::all_of(call.outputs, call.outputs + plan.filterCount,
                           [](const Output& output)
                           { return canWrite(static_cast<cl_mem>(output.memory), output.offset); });
    }
    catch (const cl::Error&)
    {
        return false;
    }
}

//! Enqueues one stage after the other, then the repair if there is one, with scratch memory of the current queue. If a
//! launch fails, waits for those before it, because the caller may then release the images.
//! @param events as of enqueueCall
void enqueueStages(const CompiledPlan& compiled, const CallImages& call, CallEvents* events)
{
    const Plan& plan = compiled.plan;
    const cl::CommandQueue queue = currentQueue();
    const bool outOfOrder = (queue.getInfo<CL_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    const ScratchMemory::Lease scratch(compiled.context->scratchMemory(), queue(), plan.scratchBytes);
    try
    {
        for (size_t i = 0; i < plan.stages.size(); ++i)
        {
            const Stage& stage = plan.stages[i];
            const TileRange range = tileRange(plan, call.problem, call.geometry, &stage);
            const bool last = !plan.repair && i + 1 == plan.stages.size();
            cl::Event* const first = i == 0 && callSettings().profiling ? &events->first : nullptr;
            enqueue(*compiled.kernels[i], plan, stage.global, stage.local, call, range, &scratch.buffer(),
                    last && events ? &events->last : first);
            if (outOfOrder)
                queue.enqueueBarrierWithWaitList();
        }
        if (!plan.repair)
            return;
        const TileRange range = tileRange(plan, call.problem, call.geometry);
        enqueue(*compiled.kernels.back(), *plan.repair, plan.repair->global, plan.repair->local, call, range,
                &scratch.buffer(), events ? &events->last : nullptr);
        if (outOfOrder)
            queue.enqueueBarrierWithWaitList();
    }
    catch (const cl::Error& e)
    {
        drain(queue);
        if (e.err() == CL_OUT_OF_RESOURCES && !canWrite(scratch.buffer()(), 0))
            throw noScratchMemory(plan.scratchBytes, e);
        throw;
    }
    catch (...)
    {
        drain(queue);
        throw;
    }
}

//! Errors caused by sizes, arguments and formats. CL_OUT_OF_RESOURCES is one: at a launch it means registers or local
//! memory (OpenCL 1.2, clEnqueueNDRangeKernel), unless the buffers have no memory (see haveMemory).
bool dependsOnPlan(cl_int code)
{
    const cl_int codes[] = {
        CL_INVALID_KERNEL_ARGS,        CL_INVALID_ARG_INDEX,        CL_INVALID_ARG_SIZE,
        CL_INVALID_ARG_VALUE,          CL_INVALID_WORK_DIMENSION,   CL_INVALID_WORK_GROUP_SIZE,
        CL_INVALID_WORK_ITEM_SIZE,     CL_INVALID_GLOBAL_WORK_SIZE, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
        CL_IMAGE_FORMAT_NOT_SUPPORTED, CL_OUT_OF_RESOURCES};
    return std::count(std::begin(codes), std::end(codes), code) > 0;
}

//! Enqueues all launches of a call, and throws what their failures mean.
//! @param events null where they are not needed; the first one is for profiling, and set only by plans with stages
void enqueueCall(const CompiledPlan& compiled, const CallImages& call, CallEvents* events)
{
    try
    {
        const Plan& plan = compiled.plan;
        if (!plan.stages.empty())
            return enqueueStages(compiled, call, events);
        const TileRange range = tileRange(plan, call.problem, call.geometry);
        const size_t groupRows = plan.tile.px ? size_t(range.borderGroupRows) : 0;
        const size_t global[2] = {plan.global[0], plan.global[1] + groupRows * plan.local[1]};
        enqueue(*compiled.kernels.front(), plan, global, plan.local, call, range, nullptr,
                events ? &events->last : nullptr);
    }
    catch (const cl::Error& e)
    {
        throwFailure(e, "a call", e.err() == CL_OUT_OF_RESOURCES && !haveMemory(compiled.plan, call));
    }
}

//! Called once nothing depends on it any more, because it may throw.
void addToProfile(const CallEvents& events)
{
    if (ProfilingScope* const profiling = callSettings().profiling)
        profiling->add({events.first() ? events.first : events.last, events.last});
}

} // namespace

void throwFailure(const cl::Error& error, const char* what, bool noMemory)
{
    if (noMemory || error.err() == CL_MEM_OBJECT_ALLOCATION_FAILURE)
        throw MemoryFailure(std::string("the device has no memory for ") + what + ": " + textOf(error));
    if (dependsOnPlan(error.err()))
        throw PlanFailure(textOf(error));
    throw std::runtime_error(textOf(error)); // of cl::Error, what() would be the function's name alone
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
        throw std::runtime_error("a command failed, " + textOf(e));
    }
}

bool drain(const cl::CommandQueue& queue) noexcept
{
    const char* const failed = "commands cannot be waited for";
    bool drained = false;
    withoutThrowing(failed, [&]() { queue.finish(), drained = true; });
    const auto waitForMarker = [&]()
    {
        cl::Event event;
        queue.enqueueMarkerWithWaitList(nullptr, &event);
        queue.flush();
        clWaitForEvents(1, &event()); // fails where a command did, which is complete too: its status is negative
        drained = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() <= CL_COMPLETE;
    };
    if (!drained)
        withoutThrowing(failed, waitForMarker);
    return drained;
}

bool hasMemory(UMat& image)
{
    return canWrite(static_cast<cl_mem>(image.handle(ACCESS_WRITE)), image.offset);
}

void launchPlan(const CompiledPlan& compiled, const Problem& problem, const Geometry& geometry, const UMat& src,
                UMat* dst, const CoefficientSet& coefficients, double delta, const StageInputs& stages)
{
    const UMat* const second = stages.second;
    if (callSettings().inquiry)
        return;
    const int outputs = compiled.plan.filterCount;
    const bool wait =
        isTemporary(src) || (second && isTemporary(*second)) || std::any_of(dst, dst + outputs, isTemporary);
    // OpenCL should itself retain the buffer of an image; PoCL 3.1 does not.
    const bool retain =
        !wait && (compiled.plan.source != SourceKind::Buffer || compiled.context->reusesReleasedBuffers());
    CallEvents events;
    Output buffers[maxFilters];
    for (int f = 0; f < outputs; ++f)
        buffers[f] = {dst[f].handle(ACCESS_WRITE), dst[f].step, dst[f].offset};
    Output other = Output();
    if (second)
        other = {second->handle(ACCESS_READ), second->step, second->offset};
    Source source(src.handle(ACCESS_READ), geometry);
    if (compiled.plan.source != SourceKind::Buffer)
        bindImage(source, compiled.plan.source, src, problem, geometry);
    std::vector<UMatData*> used;
    if (retain)
    {
        used = {src.u, source.whole.u, second ? second->u : nullptr};
        for (int f = 0; f < outputs; ++f)
            used.push_back(dst[f].u);
    }
    enqueueCall(compiled,
                {problem, geometry, source, buffers, coefficients, delta, stages.numbers, second ? &other : nullptr},
                retain || callSettings().profiling ? &events : nullptr);
    if (wait)
        finishQueue();
    compiled.setLaunched();
    if (retain)
        retainUntilComplete(events.last, used, source.image);
    addToProfile(events);
}

void runOnBuffers(const CompiledPlan& compiled, const Problem& problem, const Geometry& geometry, void* src,
                  const std::vector<void*>& dst, const CoefficientSet& coefficients, double delta,
                  const CoefficientSet* numbers)
{
    if (compiled.plan.source != SourceKind::Buffer)
        throw std::runtime_error("an implementation that reads an image makes it of a UMat only");
    Source source(src, geometry);
    Output outputs[maxFilters];
    for (size_t f = 0; f < dst.size(); ++f)
        outputs[f] = {dst[f], geometry.dstStep, geometry.dstOffset};
    CallEvents events;
    enqueueCall(compiled, {problem, geometry, source, outputs, coefficients, delta, numbers, nullptr}, &events);
    try
    {
        events.last.wait();
    }
    catch (...)
    {
        drain(currentQueue()); // the kernel writes to the caller's memory
        throw;
    }
    compiled.setLaunched();
    addToProfile(events);
}

}} // namespace cv::clconv
