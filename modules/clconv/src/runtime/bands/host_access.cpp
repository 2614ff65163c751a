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

HostAccess::HostAccess(const cl::CommandQueue& queue, const cl::Buffer& buffer, size_t bytes) :
    queue_(queue), buffer_(buffer), capacity_(bytes), bytes_(0), mapped_(true), memory_(nullptr)
{
}

HostAccess::HostAccess(const cl::CommandQueue& queue, const cl::Buffer& buffer, size_t bytes, uchar* pinned) :
    queue_(queue), buffer_(buffer), capacity_(bytes), bytes_(0), mapped_(false), memory_(pinned)
{
}

HostAccess::~HostAccess()
{
    withoutThrowing("memory of a band cannot be unmapped", [&]() { endRead(); });
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
