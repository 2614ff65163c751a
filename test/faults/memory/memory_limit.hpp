// SPDX-License-Identifier: Apache-2.0
//
// A device with less memory than the machine's own, for the library in faulty_opencl.hpp.
//
// The environment sets limits for programs that do not use this library's interface:
//
//   CLCONV_FAULTS_LARGEST  bytes of the largest buffer, which the device then reports as CL_DEVICE_MAX_MEM_ALLOC_SIZE
//   CLCONV_FAULTS_MEMORY   bytes of all buffers and images together

#pragma once

#include <cstddef>
#include <vector>

namespace clconv_faults {

struct MemoryLimit
{
    size_t total;   //!< bytes of all buffers and images
    size_t largest; //!< bytes of one buffer
    bool lazy;      //!< buffers are reserved at the first command that uses them, which can fail
    int code;       //!< of a failure caused by lack of memory
};

//! Limits the device's memory during its lifetime, in every thread. At most one object at a time.
class LimitedMemory
{
public:
    explicit LimitedMemory(const MemoryLimit& limit);
    ~LimitedMemory();
    LimitedMemory(const LimitedMemory&) = delete;
    LimitedMemory& operator=(const LimitedMemory&) = delete;

    int failed() const; //!< number of calls that failed for lack of memory
};

//! Bytes of all existing buffers and images.
size_t allocatedBytes();

//! For each buffer and image allocated since the last call, the bytes of all together at that time.
std::vector<size_t> takeTotals();

} // namespace clconv_faults
