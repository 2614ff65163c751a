// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Sorting errors by what causes them.

#include "runtime/launch_failure.hpp"
#include "util/current_opencl.hpp"

#include <stdexcept>

namespace cv
{
namespace clconv
{
namespace
{

//! Errors caused by sizes, arguments and formats. CL_OUT_OF_RESOURCES is one: at a launch it means registers or local
//! memory (OpenCL 1.2, clEnqueueNDRangeKernel), unless the buffers have no memory (see haveMemory).
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

//! Whether commands can use the buffers of a launch, which drivers may reserve memory for only then: copies a byte of
//! the source over each first pixel that the launch was to write, and reads one of the coefficients.
bool haveMemory(const Plan& plan, const LaunchBuffers& buffers)
{
    try
    {
        const cl::CommandQueue queue = currentQueue();
        const cl::Buffer from(static_cast<cl_mem>(buffers.src), true);
        for (const Output* to = buffers.outputs; to < buffers.outputs + buffers.outputCount; ++to)
            queue.enqueueCopyBuffer(from, cl::Buffer(static_cast<cl_mem>(to->memory), true), buffers.srcOffset,
                                    to->offset, 1);
        uchar byte = 0;
        if (plan.space != CoefficientSpace::Value)
            queue.enqueueReadBuffer(buffers.coefficients.buffer(plan.layout), CL_TRUE, 0, 1, &byte);
        queue.finish();
        return true;
    }
    catch (const cl::Error&)
    {
        return false;
    }
}

} // namespace

void throwFailure(const cl::Error& error, const Plan& plan, const LaunchBuffers& buffers)
{
    const std::string text = format("%s gives %d", error.what(), error.err());
    const bool noMemory = error.err() == CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (noMemory || (error.err() == CL_OUT_OF_RESOURCES && !haveMemory(plan, buffers)))
        throw MemoryFailure("the device has no memory for a call: " + text);
    if (dependsOnPlan(error.err()))
        throw PlanFailure(text);
    throw std::runtime_error(text); // of cl::Error, what() would be the function's name alone
}

} // namespace clconv
} // namespace cv
