// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One band in flight: a queue and buffers of its own, in which one band after the other is uploaded, filtered and
// downloaded.

#pragma once

#include "runtime/bands/band_pipeline.hpp"
#include "runtime/bands/host_access.hpp"
#include "runtime/mats/mat_buffers.hpp"
#include "runtime/memory/copy_rows.hpp"

namespace cv
{
namespace clconv
{

class BandSlot
{
public:
    //! Of the calling thread's context.
    //! @param rows of a band at most
    //! @param mapped whether buffers are mapped (HostAccess)
    BandSlot(const BandCall& call, int rows, bool mapped, CopyThreads threads);
    //! Waits. Buffers are kept for later calls, unless the device failed.
    ~BandSlot();
    BandSlot(const BandSlot&) = delete;
    BandSlot& operator=(const BandSlot&) = delete;

    //! @returns whether the device has memory for it
    bool allocate();

    //! Enqueues a band.
    //! @returns what the work does
    const Implementation* start(const Range& rows, const BandWork& work);

    //! Of the band that was enqueued and is not finished; empty: there is none.
    const Range& rows() const { return rows_; }

    //! Waits for that band, and stores its rows.
    void finish();

private:
    bool lease();
    bool add(UMat& image, Size size, int type, const StagedBuffer* staged);
    std::unique_ptr<HostAccess> accessTo(const UMat& image, const StagedBuffer* staged);
    UMat source(const Range& rows);
    void upload(const std::vector<int>& rows);
    void copyOnDevice(const std::vector<int>& rows);

    const BandCall& call_;
    const BandColumns columns_;
    const int capacity_; //!< in rows
    const bool mapped_;
    const CopyThreads threads_;
    std::shared_ptr<MatBuffers> pool_;
    std::unique_ptr<Staging> staging_; //!< of the images on the host, unless they are mapped
    ocl::Queue queue_;
    ocl::OpenCLExecutionContext context_;
    cl::CommandQueue commands_;
    UMat src_;
    std::vector<UMat> dst_;
    std::unique_ptr<HostAccess> in_;
    std::vector<std::unique_ptr<HostAccess>> out_;
    Range rows_;
    bool isWhole_ = true; //!< false: a command failed, and others may still use the buffers
};

} // namespace clconv
} // namespace cv
