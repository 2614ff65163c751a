// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Mapping, or copying through page-locked memory.

#include "runtime/bands/host_access.hpp"
#include "util/log.hpp"

namespace cv
{
namespace clconv
{

HostAccess::HostAccess(const cl::CommandQueue& queue, const cl::Buffer& buffer, size_t bytes, bool mapped) :
    queue_(queue), buffer_(buffer), capacity_(bytes), bytes_(0), mapped_(mapped), memory_(nullptr)
{
    if (!mapped_)
        allocate();
}

void HostAccess::allocate()
{
    try
    {
        const cl::Context context = queue_.getInfo<CL_QUEUE_CONTEXT>();
        cl::Buffer pinned(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, capacity_);
        memory_ =
            static_cast<uchar*>(queue_.enqueueMapBuffer(pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, capacity_));
        pinned_ = pinned;
    }
    catch (const cl::Error&) // right without it, but transfers do not overlap
    {
        logDebugOnce("there is no page-locked memory for bands");
        pageable_.resize(capacity_);
        memory_ = pageable_.data();
    }
}

HostAccess::~HostAccess()
{
    const char* const failed = "memory of a band cannot be unmapped";
    if (mapped_)
        withoutThrowing(failed, [&]() { endRead(); });
    else if (pinned_())
        withoutThrowing(failed, [&]() { queue_.enqueueUnmapMemObject(pinned_, memory_), queue_.finish(); });
}

uchar* HostAccess::beginWrite(size_t bytes)
{
    CV_Assert(bytes <= capacity_);
    bytes_ = bytes;
    if (mapped_)
        memory_ =
            static_cast<uchar*>(queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, bytes));
    return memory_;
}

void HostAccess::endWrite()
{
    if (mapped_)
        endRead();
    else
        queue_.enqueueWriteBuffer(buffer_, CL_FALSE, 0, bytes_, memory_);
}

void HostAccess::beginRead(size_t bytes)
{
    CV_Assert(bytes <= capacity_);
    if (mapped_)
        memory_ = static_cast<uchar*>(queue_.enqueueMapBuffer(buffer_, CL_FALSE, CL_MAP_READ, 0, bytes));
    else
        queue_.enqueueReadBuffer(buffer_, CL_FALSE, 0, bytes, memory_);
}

void HostAccess::endRead()
{
    if (!mapped_ || !memory_)
        return;
    void* const memory = memory_;
    memory_ = nullptr;
    queue_.enqueueUnmapMemObject(buffer_, memory);
}

} // namespace clconv
} // namespace cv
