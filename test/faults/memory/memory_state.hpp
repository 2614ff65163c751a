// SPDX-License-Identifier: Apache-2.0
//
// What the functions of faulty_opencl.cpp report about memory.

#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstddef>

namespace clconv_faults {

//! Whether the creation of a buffer fails at once, and with which code.
bool refusesBuffer(size_t bytes, cl_int& code);

void addMemory(cl_mem memory, size_t bytes);
void retainMemory(cl_mem memory);
void releaseMemory(cl_mem memory); //!< once for each reference

//! Whether there is too little memory for an image that was just created.
bool refusesImage(cl_mem image, cl_int& code);

//! Whether a command cannot use this buffer because no memory can be reserved for it.
bool lacksMemory(cl_mem memory, cl_int& code);

void setArgument(cl_kernel kernel, cl_uint index, size_t size, const void* value);
void forgetArguments(cl_kernel kernel); //!< of a kernel that was created or deleted
bool argumentsLackMemory(cl_kernel kernel, cl_int& code);

//! CL_DEVICE_MAX_MEM_ALLOC_SIZE, if it is limited.
bool largestBuffer(cl_ulong& bytes);

} // namespace clconv_faults
