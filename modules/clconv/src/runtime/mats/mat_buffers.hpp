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
    cl::Buffer pinned;
    uchar* host; //!< the pinned memory, mapped for the life of the buffer
};

//! What one call at a time uses. Uploads and downloads have queues of their own, beside OpenCV's for the launches.
struct Staging
{
    Staging(size_t srcBytes, size_t dstBytes);
    //! Waits for pending transfers: they use the pinned memory.
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    size_t bytes() const { return src.bytes + dst.bytes; }

    cl::CommandQueue up, down;
    StagedBuffer src, dst;
};

class MatBuffers : public ocl::Context::UserContext
{
public:
    //! Those of the calling thread's context.
    static std::shared_ptr<MatBuffers> current();

    MatBuffers();

    //! Whether the device reads and writes the host's memory itself, without copies of it.
    bool sharesHostMemory() const { return shares_; }

    //! Leases buffers of at least these sizes.
    std::unique_ptr<Staging> lease(size_t srcBytes, size_t dstBytes);
    //! Keeps them for the next call; beyond a limit the largest are released.
    void giveBack(std::unique_ptr<Staging> staging);

    //! What is kept, in bytes.
    size_t keptBytes();

private:
    const bool shares_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Staging>> idle_;
};

} // namespace clconv
} // namespace cv
