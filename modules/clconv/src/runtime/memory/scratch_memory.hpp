// SPDX-License-Identifier: Apache-2.0
//
// Memory of one context that launches need besides images: for what they hand to each other, and for tables of batches.

#pragma once

#include "problem/plan.hpp"
#include "util/opencl.hpp"

#include <deque>

namespace cv { namespace clconv {

//! The exception where a device has no memory for scratch buffers.
MemoryFailure noScratchMemory(size_t bytes, const cl::Error& error);

//! Buffers that are kept for the next call. A call leases one while it enqueues its launches; the next call of the same
//! in-order queue may take it right after, since the device executes them one after the other.
class ScratchMemory
{
    struct Entry
    {
        cl_command_queue queue;
        size_t bytes;
        cl::Buffer buffer;
    };

public:
    class Lease
    {
    public:
        //! Takes a kept buffer of this queue that is large enough, or creates one. Throws MemoryFailure without
        //! memory: smaller images need less, or are run by implementations that need none.
        Lease(ScratchMemory& owner, cl_command_queue queue, size_t bytes);
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        const cl::Buffer& buffer() const { return entry_.buffer; }

    private:
        ScratchMemory& owner_;
        Entry entry_;
    };

private:
    std::mutex mutex_;
    std::deque<Entry> idle_; // the last one used is the last
};

//! An image in a buffer.
UMat imageIn(const cl::Buffer& buffer, const Layout& layout);

//! A new image, for the time that a call enqueues its launches on the calling thread's queue. Memory of images that are
//! released while launches still use it may make a driver wait, and on a CPU device new memory costs as much as a
//! filter.
class ScratchImage
{
public:
    //! Throws as ScratchMemory::Lease.
    ScratchImage(ScratchMemory& owner, int type, Size size);

    UMat image;

private:
    ScratchMemory::Lease lease_;
};

//! Makes the tables of batches, and keeps the last ones: NVIDIA's driver waits where a buffer is released whose
//! launches still run. They are not used again: a copy to an existing buffer could fail after it was enqueued, and
//! launches would read what was there before.
class TableMemory
{
public:
    //! A buffer with this content. Throws MemoryFailure without memory for it.
    cl::Buffer make(const std::vector<uchar>& content);

private:
    std::mutex mutex_;
    std::deque<std::pair<cl::Buffer, size_t>> kept_; //!< with their bytes, the oldest first
    size_t bytes_ = 0;                               //!< of all of them
};

}} // namespace cv::clconv
