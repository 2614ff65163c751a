// SPDX-License-Identifier: Apache-2.0
//
// One band in flight: a queue and buffers of its own, in which one band after the other is uploaded, filtered and
// downloaded.

#pragma once

#include "host/host_call.hpp"
#include "host/host_memory.hpp"

namespace cv { namespace clconv {

struct Implementation;

//! Filters one band: enqueues on the current queue. Several threads call it at a time.
//! @param src region of an image that holds all that the filter reads
//! @param rows of the outputs
//! @returns the implementation that runs; null if none does
typedef std::function<const Implementation*(const UMat& src, const Range& rows, std::vector<UMat>& dst)> BandWork;

enum class CopyThreads
{
    OpenCVs, //!< those of cv::parallel_for_, where there is enough to copy
    Caller   //!< only the calling thread, because others copy too
};

class HostSlot
{
public:
    //! A slot of the calling thread's context. Throws cl::Error if the device has no memory for it.
    //! @param rows of a band at most
    //! @param access of the host to the buffers
    HostSlot(const HostCall& call, int rows, SlotBuffer::Access access, CopyThreads threads);
    //! Waits. Buffers are kept for later calls, unless the device failed.
    ~HostSlot();
    HostSlot(const HostSlot&) = delete;
    HostSlot& operator=(const HostSlot&) = delete;

    //! Enqueues a band.
    const Implementation* start(const Range& rows, const BandWork& work);

    //! The rows of the band that was enqueued and is not finished; empty: there is none.
    const Range& rows() const { return rows_; }

    //! wait() waits for that band; finish() waits, then stores its rows.
    void wait();
    void finish();

private:
    UMat source(const Range& rows);
    void copyOnDevice(const std::vector<int>& rows, const SlotBuffer& buffer, size_t step, size_t bytes);

    const HostCall& call_;
    const CopyThreads threads_;
    const std::shared_ptr<HostMemory> kept_;
    std::unique_ptr<SlotMemory> memory_; //!< of the source, if bands have copies of it, and of outputs on the host
    const ocl::OpenCLExecutionContext context_;
    const cl::CommandQueue commands_;
    Range rows_;
    bool isComplete_ = true;
    bool isWhole_ = true; //!< false: a command failed, and others may still use the buffers
};

}} // namespace cv::clconv
