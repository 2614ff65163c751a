// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Buffers for images in the host's memory: over that memory where the device uses it, otherwise on the device, with
// pinned memory to transfer through. They are kept for each OpenCL context.

#pragma once

#include "util/opencl.hpp"
#include "util/precomp.hpp"

#include <mutex>

namespace cv
{
namespace clconv
{

//! A Mat's memory as a buffer. It begins at an aligned address at or before the first pixel: kernels derive the
//! alignment of rows from offsets.
struct SharedBuffer
{
    SharedBuffer(const Mat& image, cl_mem_flags access);

    static size_t offsetOf(const Mat& image);

    size_t offset; //!< of the first pixel
    cl::Buffer buffer;
};

//! A buffer on the device and pinned memory of the same size.
struct StagedBuffer
{
    //! @param queue for the map command
    StagedBuffer(const cl::CommandQueue& queue, size_t bytes);

    size_t bytes;
    cl::Buffer device;
    cl::Buffer pinned;           //!< mapped for the life of the buffer
    std::vector<uchar> pageable; //!< instead of it, where the driver has none: transfers then do not overlap
    uchar* host;                 //!< the pinned memory
};

//! What one call, or one band in flight, uses at a time. Uploads and downloads have queues of their own, beside
//! OpenCV's for the launches.
struct Staging
{
    //! @param bytes of each buffer
    explicit Staging(const std::vector<size_t>& bytes);
    //! Waits for pending transfers: they use the pinned memory.
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    size_t bytes() const;

    cl::CommandQueue up, down;
    std::vector<StagedBuffer> buffers;

private:
    Staging();
    void unmap(const StagedBuffer& buffer);
};

class MatBuffers : public ocl::Context::UserContext
{
public:
    //! Those of the calling thread's context.
    static std::shared_ptr<MatBuffers> current();

    MatBuffers();

    //! Whether the device reads and writes the host's memory itself, without copies of it.
    bool sharesHostMemory() const { return shares_; }

    //! Leases as many buffers, of at least these sizes. Throws cl::Error without memory.
    //! @param exactly no larger ones
    std::unique_ptr<Staging> lease(const std::vector<size_t>& bytes, bool exactly = false);
    //! Keeps them for the next call; beyond a limit those that were not used for the longest time are released.
    void giveBack(std::unique_ptr<Staging> staging);

    //! Releases what is kept, where the device has no memory for something else.
    void releaseKept();

    //! What is kept, in bytes.
    size_t keptBytes();

private:
    const bool shares_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Staging>> idle_; //!< the last one used comes last
};

} // namespace clconv
} // namespace cv
