// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The functions that can be made to fail; each hands its call on to the ICD loader's. OpenCV looks all functions up in the
// library that OPENCV_OPENCL_RUNTIME names and in those this one is linked with, so what is not here is the loader's own.
// clconv finds these functions because the test program is linked with them first.

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

} // extern "C"
