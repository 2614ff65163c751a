// SPDX-License-Identifier: Apache-2.0
//
// More functions that can be made to fail: queues and events, queries, references.

#include "fault_state.hpp"
#include "memory/memory_state.hpp"

#include <cstring>

using namespace clconv_faults;

namespace {

bool isBuffer(cl_mem memory)
{
    cl_mem_object_type type = 0;
    return CLCONV_NEXT(clGetMemObjectInfo)(memory, CL_MEM_TYPE, sizeof(type), &type, nullptr) == CL_SUCCESS &&
           type == CL_MEM_OBJECT_BUFFER;
}

void setIntegrated(cl_device_info name, void* value)
{
    const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
    const cl_bool shared = CL_TRUE;
    if (name == CL_DEVICE_TYPE)
        std::memcpy(value, &gpu, sizeof(gpu));
    else if (name == CL_DEVICE_HOST_UNIFIED_MEMORY)
        std::memcpy(value, &shared, sizeof(shared));
}

} // namespace

//! Defines a function of one object.
#define CLCONV_OF_ONE(function, name, Type)                                                                            \
    cl_int CL_API_CALL name(Type object)                                                                               \
    {                                                                                                                  \
        return status(Function::function, [&]() { return CLCONV_NEXT(name)(object); });                                \
    }

//! Defines a function that retains or releases an object whose references are counted.
#define CLCONV_REFERENCE(function, name, Type, object, change)                                                         \
    cl_int CL_API_CALL name(Type handle)                                                                               \
    {                                                                                                                  \
        return referencing(Function::function, Object::object, change, [&]() { return CLCONV_NEXT(name)(handle); });   \
    }

//! Defines a query about one object.
#define CLCONV_QUERY(function, name, Type)                                                                             \
    cl_int CL_API_CALL name(Type object, cl_uint info, size_t size, void* value, size_t* actual)                       \
    {                                                                                                                  \
        return status(Function::function, [&]() { return CLCONV_NEXT(name)(object, info, size, value, actual); });     \
    }

extern "C"
{

    CLCONV_OF_ONE(RetainContext, clRetainContext, cl_context)
    CLCONV_OF_ONE(ReleaseContext, clReleaseContext, cl_context)
    CLCONV_OF_ONE(RetainQueue, clRetainCommandQueue, cl_command_queue)
    CLCONV_OF_ONE(ReleaseQueue, clReleaseCommandQueue, cl_command_queue)
    CLCONV_OF_ONE(RetainDevice, clRetainDevice, cl_device_id)
    CLCONV_OF_ONE(ReleaseDevice, clReleaseDevice, cl_device_id)
    CLCONV_OF_ONE(RetainProgram, clRetainProgram, cl_program)
    CLCONV_OF_ONE(ReleaseProgram, clReleaseProgram, cl_program)

    CLCONV_REFERENCE(RetainKernel, clRetainKernel, cl_kernel, Kernel, 1)
    CLCONV_REFERENCE(ReleaseKernel, clReleaseKernel, cl_kernel, Kernel, -1)
    CLCONV_REFERENCE(RetainEvent, clRetainEvent, cl_event, Event, 1)
    CLCONV_REFERENCE(ReleaseEvent, clReleaseEvent, cl_event, Event, -1)

    CLCONV_QUERY(ContextInfo, clGetContextInfo, cl_context)
    CLCONV_QUERY(QueueInfo, clGetCommandQueueInfo, cl_command_queue)
    CLCONV_QUERY(MemoryInfo, clGetMemObjectInfo, cl_mem)
    CLCONV_QUERY(ProgramInfo, clGetProgramInfo, cl_program)
    CLCONV_QUERY(KernelInfo, clGetKernelInfo, cl_kernel)
    CLCONV_QUERY(EventInfo, clGetEventInfo, cl_event)

    cl_int CL_API_CALL clFinish(cl_command_queue queue)
    {
        return waiting(Function::Finish, [&]() { return CLCONV_NEXT(clFinish)(queue); });
    }

    cl_int CL_API_CALL clFlush(cl_command_queue queue)
    {
        return status(Function::Flush, [&]() { return CLCONV_NEXT(clFlush)(queue); });
    }

    cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event* events)
    {
        return waiting(Function::WaitForEvents, [&]() { return CLCONV_NEXT(clWaitForEvents)(count, events); });
    }

    cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int type,
                                          void(CL_CALLBACK* notify)(cl_event, cl_int, void*), void* data)
    {
        return status(Function::SetEventCallback,
                      [&]() { return CLCONV_NEXT(clSetEventCallback)(event, type, notify, data); });
    }

    cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void* value,
                                       size_t* actual)
    {
        cl_ulong largest = 0;
        const bool limited = name == CL_DEVICE_MAX_MEM_ALLOC_SIZE && largestBuffer(largest);
        const cl_int code = status(Function::DeviceInfo,
                                   [&]() { return CLCONV_NEXT(clGetDeviceInfo)(device, name, size, value, actual); });
        if (code == CL_SUCCESS && limited && value && size >= sizeof(largest))
            std::memcpy(value, &largest, sizeof(largest));
        if (code == CL_SUCCESS && isIntegratedGpu() && value)
            setIntegrated(name, value);
        return code;
    }

    cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
                                             size_t size, void* value, size_t* actual)
    {
        return status(Function::BuildInfo,
                      [&]() { return CLCONV_NEXT(clGetProgramBuildInfo)(program, device, name, size, value, actual); });
    }

    cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
                                                size_t size, void* value, size_t* actual)
    {
        return status(Function::WorkGroupInfo, [&]()
                      { return CLCONV_NEXT(clGetKernelWorkGroupInfo)(kernel, device, name, size, value, actual); });
    }

    cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                                  cl_uint count, cl_image_format* formats, cl_uint* actual)
    {
        return status(
            Function::ImageFormats,
            [&]() { return CLCONV_NEXT(clGetSupportedImageFormats)(context, flags, type, count, formats, actual); });
    }

    cl_int CL_API_CALL clRetainMemObject(cl_mem object)
    {
        const cl_int code = referencing(Function::RetainMemory, Object::Memory, 1,
                                        [&]() { return CLCONV_NEXT(clRetainMemObject)(object); });
        if (code == CL_SUCCESS)
            retainMemory(object);
        return code;
    }

    cl_int CL_API_CALL clReleaseMemObject(cl_mem object)
    {
        return referencing(isBuffer(object) ? Function::ReleaseBuffer : Function::ReleaseImage, Object::Memory, -1,
                           [&]()
                           {
                               releaseMemory(object); // before another object gets its address
                               return CLCONV_NEXT(clReleaseMemObject)(object);
                           });
    }

} // extern "C"
