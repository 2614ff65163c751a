// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Host memory through which a buffer of the device is filled and read, a band at a time.

#pragma once

#include "util/opencl.hpp"
#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

//! Access of the host to the first bytes of a buffer. Where device and host share memory the buffer is mapped;
//! otherwise the bytes are copied through page-locked memory, from and to which transfers run while the host works.
//! All commands are for one queue, in order, and none waits unless the buffer is mapped for writing.
class HostAccess
{
public:
    //! Maps.
    //! @param bytes of the largest transfer
    HostAccess(const cl::CommandQueue& queue, const cl::Buffer& buffer, size_t bytes);
    //! Copies.
    //! @param pinned host memory of the same size
    HostAccess(const cl::CommandQueue& queue, const cl::Buffer& buffer, size_t bytes, uchar* pinned);
    //! The queue must have finished.
    ~HostAccess();
    HostAccess(const HostAccess&) = delete;
    HostAccess& operator=(const HostAccess&) = delete;

    //! Memory to fill: what was there before is lost.
    uchar* beginWrite(size_t bytes);
    //! Enqueues the transfer of what was filled in.
    void endWrite();

    //! Enqueues the transfer to the host.
    void beginRead(size_t bytes);
    //! What was read, once the queue has finished.
    const uchar* data() const { return memory_; }
    //! Returns the memory to the device.
    void endRead();

private:
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    size_t capacity_, bytes_;
    const bool mapped_;
    uchar* memory_;
};

} // namespace clconv
} // namespace cv
