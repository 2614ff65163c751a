// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The functions that can be made to fail; each forwards its call to the ICD loader. OpenCV looks all functions up in
// the library that OPENCV_OPENCL_RUNTIME names and in those this one is linked with, so the other functions are the
// loader's own. clconv calls these functions because the test program is linked with them first.

#define CL_TARGET_OPENCL_VERSION 120
#include "faulty_opencl.hpp"

#include <CL/cl.h>

#include <atomic>
#include <dlfcn.h>

namespace clconv_faults
{
namespace
{

struct Fault
{
    std::atomic<bool> on{false};
    std::atomic<int> first{0}, count{0}, calls{0}, failed{0};
};

Fault faults[int(Function::Count)];

//! Whether this call is to fail.
bool strikes(Function function)
{
    Fault& fault = faults[int(function)];
    if (!fault.on)
        return false;
    const int call = fault.calls++ - fault.first;
    if (call < 0 || (fault.count >= 0 && call >= fault.count))
        return false;
    ++fault.failed;
    return true;
}

bool isBuffer(cl_mem memory)
{
    cl_mem_object_type type = 0;
    return clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof(type), &type, nullptr) == CL_SUCCESS &&
           type == CL_MEM_OBJECT_BUFFER;
}

template<typename F>
F* next(F*, const char* name)
{
    return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

} // namespace

Failing::Failing(Function function, int first, int count) : function_(function)
{
    Fault& fault = faults[int(function)];
    fault.first = first;
    fault.count = count;
    fault.calls = fault.failed = 0;
    fault.on = true;
}

Failing::~Failing()
{
    faults[int(function_)].on = false;
}

int Failing::failed() const
{
    return faults[int(function_)].failed;
}

const char* libraryPath()
{
    static Dl_info info;
    return dladdr(reinterpret_cast<const void*>(&libraryPath), &info) ? info.dli_fname : "";
}

} // namespace clconv_faults

using namespace clconv_faults;

extern "C"
{

    cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* error)
    {
        static const auto forward = next(&clCreateBuffer, "clCreateBuffer");
        if (!strikes(Function::CreateBuffer))
            return forward(context, flags, size, host, error);
        if (error)
            *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return nullptr;
    }

    cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem src, cl_mem dst, size_t srcOffset,
                                           size_t dstOffset, size_t size, cl_uint count, const cl_event* events,
                                           cl_event* event)
    {
        static const auto forward = next(&clEnqueueCopyBuffer, "clEnqueueCopyBuffer");
        return strikes(Function::CopyBuffer)
                   ? CL_OUT_OF_RESOURCES
                   : forward(queue, src, dst, srcOffset, dstOffset, size, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem src, cl_mem dst, const size_t* srcOrigin,
                                               const size_t* dstOrigin, const size_t* region, size_t srcRow,
                                               size_t srcSlice, size_t dstRow, size_t dstSlice, cl_uint count,
                                               const cl_event* events, cl_event* event)
    {
        static const auto forward = next(&clEnqueueCopyBufferRect, "clEnqueueCopyBufferRect");
        return strikes(Function::CopyBuffer) ? CL_OUT_OF_RESOURCES
                                             : forward(queue, src, dst, srcOrigin, dstOrigin, region, srcRow, srcSlice,
                                                       dstRow, dstSlice, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                           size_t size, void* host, cl_uint count, const cl_event* events,
                                           cl_event* event)
    {
        static const auto forward = next(&clEnqueueReadBuffer, "clEnqueueReadBuffer");
        return strikes(Function::ReadBuffer)
                   ? CL_OUT_OF_RESOURCES
                   : forward(queue, buffer, blocking, offset, size, host, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                               const size_t* bufferOrigin, const size_t* hostOrigin,
                                               const size_t* region, size_t bufferRow, size_t bufferSlice,
                                               size_t hostRow, size_t hostSlice, void* host, cl_uint count,
                                               const cl_event* events, cl_event* event)
    {
        static const auto forward = next(&clEnqueueReadBufferRect, "clEnqueueReadBufferRect");
        return strikes(Function::ReadBuffer)
                   ? CL_OUT_OF_RESOURCES
                   : forward(queue, buffer, blocking, bufferOrigin, hostOrigin, region, bufferRow, bufferSlice, hostRow,
                             hostSlice, host, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* mapped, cl_uint count,
                                               const cl_event* events, cl_event* event)
    {
        static const auto forward = next(&clEnqueueUnmapMemObject, "clEnqueueUnmapMemObject");
        return strikes(Function::Unmap) ? CL_OUT_OF_RESOURCES : forward(queue, memory, mapped, count, events, event);
    }

    cl_int CL_API_CALL clReleaseMemObject(cl_mem memory)
    {
        static const auto forward = next(&clReleaseMemObject, "clReleaseMemObject");
        return !isBuffer(memory) && strikes(Function::ReleaseImage) ? CL_OUT_OF_RESOURCES : forward(memory);
    }

} // extern "C"
