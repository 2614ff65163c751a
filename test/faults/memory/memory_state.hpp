// SPDX-License-Identifier: Apache-2.0
//
// What the functions of faulty_opencl.cpp report about memory.

#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstddef>

namespace clconv_faults {

//! Whether a new buffer fails at once, with which code.
bool refusesBuffer(size_t bytes, cl_int& code);

void addMemory(cl_mem memory, size_t bytes);
void retainMemory(cl_mem memory);
void releaseMemory(cl_mem memory); //!< once for each reference

//! An image that was made: whether there is too little memory for it.
bool refusesImage(cl_mem image, cl_int& code);

//! Whether a command cannot use this buffer because it has no memory and gets none.
bool lacksMemory(cl_mem memory, cl_int& code);

void setArgument(cl_kernel kernel, cl_uint index, size_t size, const void* value);
void forgetArguments(cl_kernel kernel); //!< of a kernel that is made, or gone
bool argumentsLackMemory(cl_kernel kernel, cl_int& code);

//! CL_DEVICE_MAX_MEM_ALLOC_SIZE, if it is limited.
bool largestBuffer(cl_ulong& bytes);

} // namespace clconv_faults
