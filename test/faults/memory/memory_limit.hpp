// SPDX-License-Identifier: Apache-2.0
//
// A device with less memory than the machine's: of the library in faulty_opencl.hpp.
//
// Environment, for programs that know nothing of this library:
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
    bool lazy;      //!< buffers are reserved when a command uses them first, which fails then
    int code;       //!< of a failure for want of memory
};

//! Limits the device's memory during its lifetime, in every thread. One at a time.
class LimitedMemory
{
public:
    explicit LimitedMemory(const MemoryLimit& limit);
    ~LimitedMemory();
    LimitedMemory(const LimitedMemory&) = delete;
    LimitedMemory& operator=(const LimitedMemory&) = delete;

    int failed() const; //!< calls that failed for want of memory
};

//! Bytes of all buffers and images there are.
size_t allocatedBytes();

//! What was allocated since the last call: for each buffer and image the bytes that all had together with it.
std::vector<size_t> takeTotals();

} // namespace clconv_faults
