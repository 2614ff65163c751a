// SPDX-License-Identifier: Apache-2.0
//
// Which calls fail and what they leave behind, for the functions of faulty_opencl.cpp.

#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include "faulty_opencl.hpp"

#include <CL/cl.h>

#include <atomic>
#include <dlfcn.h>

//! The ICD loader's function of that name.
#define CLCONV_NEXT(name)                                                                                              \
    (                                                                                                                  \
        []()                                                                                                           \
        {                                                                                                              \
            static const auto next = reinterpret_cast<decltype(&name)>(dlsym(RTLD_NEXT, #name));                       \
            return next;                                                                                               \
        }())

namespace clconv_faults {

//! Counts the call, and returns whether it fails at once, and with which code.
bool strikes(Function function, cl_int& code);

//! Whether this call of a command is accepted but fails later. Must precede strikes().
bool strikesLater(Function function, cl_int& code);

//! Accepts a command that fails: sets its event, and the error that the next waiting call returns.
void failLater(cl_command_queue queue, cl_event* event, cl_int code);

//! The error of a command that failed earlier, once; CL_SUCCESS if there is none.
cl_int takeLateError();

bool isStrict();

bool isIntegratedGpu();

//! The flags for a new buffer, which depend on whether the device copies its memory.
cl_mem_flags flagsOfBuffer(cl_mem_flags flags, size_t size, const void* host);

//! Counts a copy if an integrated GPU did not allocate this buffer where the host accesses it.
void noteMapping(cl_mem buffer);

void count(Object object, int change);

//! Forwards a function that returns an error code.
template<typename Forward>
cl_int status(Function function, const Forward& forward)
{
    cl_int code = CL_SUCCESS;
    return strikes(function, code) ? code : forward();
}

//! Forwards a function that returns an error code and waits for commands.
template<typename Forward>
cl_int waiting(Function function, const Forward& forward)
{
    cl_int code = CL_SUCCESS;
    if (strikes(function, code))
        return code;
    code = forward();
    const cl_int late = takeLateError();
    return late ? late : code;
}

//! Forwards a function that retains or releases.
template<typename Forward>
cl_int referencing(Function function, Object object, int change, const Forward& forward)
{
    const cl_int code = status(function, forward);
    if (code == CL_SUCCESS)
        count(object, change);
    return code;
}

//! Forwards a function that enqueues a command.
template<typename Forward>
cl_int command(Function function, cl_command_queue queue, cl_event* event, bool blocking, const Forward& forward)
{
    cl_int code = CL_SUCCESS;
    if (strikesLater(function, code))
        return blocking ? code : (failLater(queue, event, code), CL_SUCCESS);
    code = blocking ? waiting(function, forward) : status(function, forward);
    if (event && code == CL_SUCCESS)
        count(Object::Event, 1);
    return code;
}

//! Forwards a function that returns an object.
template<typename Handle, typename Forward>
Handle created(Function function, cl_int* error, const Forward& forward)
{
    cl_int code = CL_SUCCESS;
    if (!strikes(function, code))
        return forward();
    if (error)
        *error = code;
    return nullptr;
}

template<typename Handle>
Handle counted(Object object, Handle handle)
{
    if (handle)
        count(object, 1);
    return handle;
}

} // namespace clconv_faults
