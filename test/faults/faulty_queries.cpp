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

extern "C"
{

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

    cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info name, size_t size, void* value,
                                        size_t* actual)
    {
        return status(Function::ContextInfo,
                      [&]() { return CLCONV_NEXT(clGetContextInfo)(context, name, size, value, actual); });
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

    cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name, size_t size,
                                             void* value, size_t* actual)
    {
        return status(Function::QueueInfo,
                      [&]() { return CLCONV_NEXT(clGetCommandQueueInfo)(queue, name, size, value, actual); });
    }

    cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t size, void* value, size_t* actual)
    {
        return status(Function::MemoryInfo,
                      [&]() { return CLCONV_NEXT(clGetMemObjectInfo)(memory, name, size, value, actual); });
    }

    cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info name, size_t size, void* value,
                                        size_t* actual)
    {
        return status(Function::ProgramInfo,
                      [&]() { return CLCONV_NEXT(clGetProgramInfo)(program, name, size, value, actual); });
    }

    cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
                                             size_t size, void* value, size_t* actual)
    {
        return status(Function::BuildInfo,
                      [&]() { return CLCONV_NEXT(clGetProgramBuildInfo)(program, device, name, size, value, actual); });
    }

    cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t size, void* value, size_t* actual)
    {
        return status(Function::KernelInfo,
                      [&]() { return CLCONV_NEXT(clGetKernelInfo)(kernel, name, size, value, actual); });
    }

    cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
                                                size_t size, void* value, size_t* actual)
    {
        return status(Function::WorkGroupInfo, [&]()
                      { return CLCONV_NEXT(clGetKernelWorkGroupInfo)(kernel, device, name, size, value, actual); });
    }

    cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info name, size_t size, void* value, size_t* actual)
    {
        return status(Function::EventInfo,
                      [&]() { return CLCONV_NEXT(clGetEventInfo)(event, name, size, value, actual); });
    }

    cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                                  cl_uint count, cl_image_format* formats, cl_uint* actual)
    {
        return status(
            Function::ImageFormats,
            [&]() { return CLCONV_NEXT(clGetSupportedImageFormats)(context, flags, type, count, formats, actual); });
    }

    cl_int CL_API_CALL clRetainContext(cl_context object)
    {
        return status(Function::RetainContext, [&]() { return CLCONV_NEXT(clRetainContext)(object); });
    }

    cl_int CL_API_CALL clReleaseContext(cl_context object)
    {
        return status(Function::ReleaseContext, [&]() { return CLCONV_NEXT(clReleaseContext)(object); });
    }

    cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue object)
    {
        return status(Function::RetainQueue, [&]() { return CLCONV_NEXT(clRetainCommandQueue)(object); });
    }

    cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue object)
    {
        return status(Function::ReleaseQueue, [&]() { return CLCONV_NEXT(clReleaseCommandQueue)(object); });
    }

    cl_int CL_API_CALL clRetainDevice(cl_device_id object)
    {
        return status(Function::RetainDevice, [&]() { return CLCONV_NEXT(clRetainDevice)(object); });
    }

    cl_int CL_API_CALL clReleaseDevice(cl_device_id object)
    {
        return status(Function::ReleaseDevice, [&]() { return CLCONV_NEXT(clReleaseDevice)(object); });
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

    cl_int CL_API_CALL clRetainProgram(cl_program object)
    {
        return status(Function::RetainProgram, [&]() { return CLCONV_NEXT(clRetainProgram)(object); });
    }

    cl_int CL_API_CALL clReleaseProgram(cl_program object)
    {
        return status(Function::ReleaseProgram, [&]() { return CLCONV_NEXT(clReleaseProgram)(object); });
    }

    cl_int CL_API_CALL clRetainKernel(cl_kernel object)
    {
        return referencing(Function::RetainKernel, Object::Kernel, 1,
                           [&]() { return CLCONV_NEXT(clRetainKernel)(object); });
    }

    cl_int CL_API_CALL clReleaseKernel(cl_kernel object)
    {
        return referencing(Function::ReleaseKernel, Object::Kernel, -1,
                           [&]() { return CLCONV_NEXT(clReleaseKernel)(object); });
    }

    cl_int CL_API_CALL clRetainEvent(cl_event object)
    {
        return referencing(Function::RetainEvent, Object::Event, 1,
                           [&]() { return CLCONV_NEXT(clRetainEvent)(object); });
    }

    cl_int CL_API_CALL clReleaseEvent(cl_event object)
    {
        return referencing(Function::ReleaseEvent, Object::Event, -1,
                           [&]() { return CLCONV_NEXT(clReleaseEvent)(object); });
    }

} // extern "C"
