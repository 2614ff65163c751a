// SPDX-License-Identifier: Apache-2.0
//
// The functions that can be made to fail: objects, programs, commands; queues, queries and references are in
// faulty_queries.cpp. Each forwards its call to the ICD loader. OpenCV looks up all functions in the library that
// OPENCV_OPENCL_RUNTIME names and in those with which it is linked, so that others are the loader's. clconv calls these
// functions because the test program is linked with them first.

#include "fault_state.hpp"
#include "memory/memory_state.hpp"

#include <initializer_list>

using namespace clconv_faults;

namespace {

//! Whether the strict mode refuses this rectangle: its last row, with the padding, ends outside the buffer.
bool isRefused(cl_mem memory, const size_t* origin, const size_t* region, size_t row, size_t slice)
{
    size_t size = 0;
    CLCONV_NEXT(clGetMemObjectInfo)(memory, CL_MEM_SIZE, sizeof(size), &size, nullptr);
    row = row ? row : region[0];
    slice = slice ? slice : row * region[1];
    return isStrict() && (origin[2] + region[2] - 1) * slice + (origin[1] + region[1]) * row > size;
}

//! Forwards a command that uses this memory, if there is enough of it.
template<typename Next, typename... Arguments>
cl_int enqueued(Function function, std::initializer_list<cl_mem> used, bool blocking, cl_event* event, Next next,
                cl_command_queue queue, Arguments... arguments)
{
    cl_int code = CL_SUCCESS;
    for (cl_mem memory : used)
        if (lacksMemory(memory, code))
            return code;
    return command(function, queue, event, blocking, [&]() { return next(queue, arguments...); });
}

} // namespace

extern "C"
{

    cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* error)
    {
        const cl_mem buffer = counted(
            Object::Memory, created<cl_mem>(Function::CreateBuffer, error,
                                            [&]() -> cl_mem
                                            {
                                                cl_int code = CL_SUCCESS;
                                                if (!refusesBuffer(size, code))
                                                    return CLCONV_NEXT(clCreateBuffer)(
                                                        context, flagsOfBuffer(flags, size, host), size, host, error);
                                                if (error)
                                                    *error = code;
                                                return nullptr;
                                            }));
        if (buffer)
            addMemory(buffer, size);
        return buffer;
    }

    //! Creates a part of a buffer, which needs no memory of its own.
    cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                                         const void* region, cl_int* error)
    {
        return counted(Object::Memory,
                       created<cl_mem>(Function::CreateBuffer, error,
                                       [&]()
                                       { return CLCONV_NEXT(clCreateSubBuffer)(buffer, flags, type, region, error); }));
    }

    cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                                     const cl_image_desc* shape, void* host, cl_int* error)
    {
        const cl_mem image =
            created<cl_mem>(Function::CreateImage, error,
                            [&]() { return CLCONV_NEXT(clCreateImage)(context, flags, format, shape, host, error); });
        cl_int code = CL_SUCCESS;
        if (image && !shape->buffer && refusesImage(image, code))
        {
            CLCONV_NEXT(clReleaseMemObject)(image);
            if (error)
                *error = code;
            return nullptr;
        }
        return counted(Object::Memory, image);
    }

    cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char** texts,
                                                     const size_t* lengths, cl_int* error)
    {
        return created<cl_program>(
            Function::CreateProgram, error,
            [&]() { return CLCONV_NEXT(clCreateProgramWithSource)(context, count, texts, lengths, error); });
    }

    cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                                     const size_t* lengths, const unsigned char** binaries,
                                                     cl_int* states, cl_int* error)
    {
        return created<cl_program>(Function::CreateProgram, error,
                                   [&]() {
                                       return CLCONV_NEXT(clCreateProgramWithBinary)(context, count, devices, lengths,
                                                                                     binaries, states, error);
                                   });
    }

    cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*), void* data)
    {
        return status(Function::BuildProgram,
                      [&]() { return CLCONV_NEXT(clBuildProgram)(program, count, devices, options, notify, data); });
    }

    cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char* name, cl_int* error)
    {
        const cl_kernel kernel = created<cl_kernel>(
            Function::CreateKernel, error, [&]() { return CLCONV_NEXT(clCreateKernel)(program, name, error); });
        forgetArguments(kernel); // of an earlier kernel at this address
        return counted(Object::Kernel, kernel);
    }

    cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value)
    {
        return status(Function::SetKernelArg,
                      [&]()
                      {
                          setArgument(kernel, index, size, value);
                          return CLCONV_NEXT(clSetKernelArg)(kernel, index, size, value);
                      });
    }

    cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                              const size_t* offset, const size_t* global, const size_t* local,
                                              cl_uint count, const cl_event* events, cl_event* event)
    {
        cl_int code = CL_SUCCESS;
        if (argumentsLackMemory(kernel, code))
            return code;
        return command(Function::EnqueueKernel, queue, event, false,
                       [&]()
                       {
                           return CLCONV_NEXT(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, global, local,
                                                                      count, events, event);
                       });
    }

    cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem src, cl_mem dst, size_t srcOffset,
                                           size_t dstOffset, size_t size, cl_uint count, const cl_event* events,
                                           cl_event* event)
    {
        return enqueued(Function::CopyBuffer, {src, dst}, false, event, CLCONV_NEXT(clEnqueueCopyBuffer), queue, src,
                        dst, srcOffset, dstOffset, size, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem src, cl_mem dst, const size_t* srcOrigin,
                                               const size_t* dstOrigin, const size_t* region, size_t srcRow,
                                               size_t srcSlice, size_t dstRow, size_t dstSlice, cl_uint count,
                                               const cl_event* events, cl_event* event)
    {
        if (isRefused(src, srcOrigin, region, srcRow, srcSlice) || isRefused(dst, dstOrigin, region, dstRow, dstSlice))
            return CL_INVALID_VALUE;
        return enqueued(Function::CopyBuffer, {src, dst}, false, event, CLCONV_NEXT(clEnqueueCopyBufferRect), queue,
                        src, dst, srcOrigin, dstOrigin, region, srcRow, srcSlice, dstRow, dstSlice, count, events,
                        event);
    }

    cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem src, cl_mem dst, size_t srcOffset,
                                                  const size_t* dstOrigin, const size_t* region, cl_uint count,
                                                  const cl_event* events, cl_event* event)
    {
        return enqueued(Function::CopyToImage, {src, dst}, false, event, CLCONV_NEXT(clEnqueueCopyBufferToImage), queue,
                        src, dst, srcOffset, dstOrigin, region, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                           size_t size, void* host, cl_uint count, const cl_event* events,
                                           cl_event* event)
    {
        return enqueued(Function::ReadBuffer, {buffer}, blocking != CL_FALSE, event, CLCONV_NEXT(clEnqueueReadBuffer),
                        queue, buffer, blocking, offset, size, host, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                               const size_t* bufferOrigin, const size_t* hostOrigin,
                                               const size_t* region, size_t bufferRow, size_t bufferSlice,
                                               size_t hostRow, size_t hostSlice, void* host, cl_uint count,
                                               const cl_event* events, cl_event* event)
    {
        return enqueued(Function::ReadBuffer, {buffer}, blocking != CL_FALSE, event,
                        CLCONV_NEXT(clEnqueueReadBufferRect), queue, buffer, blocking, bufferOrigin, hostOrigin, region,
                        bufferRow, bufferSlice, hostRow, hostSlice, host, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                            size_t size, const void* host, cl_uint count, const cl_event* events,
                                            cl_event* event)
    {
        return enqueued(Function::WriteBuffer, {buffer}, blocking != CL_FALSE, event, CLCONV_NEXT(clEnqueueWriteBuffer),
                        queue, buffer, blocking, offset, size, host, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                const size_t* bufferOrigin, const size_t* hostOrigin,
                                                const size_t* region, size_t bufferRow, size_t bufferSlice,
                                                size_t hostRow, size_t hostSlice, const void* host, cl_uint count,
                                                const cl_event* events, cl_event* event)
    {
        return enqueued(Function::WriteBuffer, {buffer}, blocking != CL_FALSE, event,
                        CLCONV_NEXT(clEnqueueWriteBufferRect), queue, buffer, blocking, bufferOrigin, hostOrigin,
                        region, bufferRow, bufferSlice, hostRow, hostSlice, host, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                                           size_t patternSize, size_t offset, size_t size, cl_uint count,
                                           const cl_event* events, cl_event* event)
    {
        return enqueued(Function::FillBuffer, {buffer}, false, event, CLCONV_NEXT(clEnqueueFillBuffer), queue, buffer,
                        pattern, patternSize, offset, size, count, events, event);
    }

    cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* mapped, cl_uint count,
                                               const cl_event* events, cl_event* event)
    {
        return enqueued(Function::Unmap, {}, false, event, CLCONV_NEXT(clEnqueueUnmapMemObject), queue, memory, mapped,
                        count, events, event);
    }

    cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* events,
                                                   cl_event* event)
    {
        return enqueued(Function::Marker, {}, false, event, CLCONV_NEXT(clEnqueueMarkerWithWaitList), queue, count,
                        events, event);
    }

    void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                                         size_t offset, size_t size, cl_uint waitCount, const cl_event* events,
                                         cl_event* event, cl_int* error)
    {
        noteMapping(buffer);
        cl_int code = CL_SUCCESS;
        if (lacksMemory(buffer, code))
        {
            if (error)
                *error = code;
            return nullptr;
        }
        void* const mapped =
            created<void*>(Function::Map, error,
                           [&]()
                           {
                               return CLCONV_NEXT(clEnqueueMapBuffer)(queue, buffer, blocking, flags, offset, size,
                                                                      waitCount, events, event, error);
                           });
        if (mapped && event)
            count(Object::Event, 1);
        return mapped;
    }

} // extern "C"
