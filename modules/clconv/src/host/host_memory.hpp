// SPDX-License-Identifier: Apache-2.0
//
// Buffers for images of the host: over their own memory, where the device uses that; otherwise on the device, each with
// page-locked memory from and to which transfers run while the host works, or mapped where device and host share
// memory. They are kept for each OpenCL context.

#pragma once

#include "util/opencl.hpp"

namespace cv { namespace clconv {

//! A Mat's memory as a buffer. It begins and ends where Intel's driver does without a copy, with memory around the Mat
//! that lies in the Mat's own pages. Kernels derive the alignment of rows from the offset.
struct SharedBuffer
{
    SharedBuffer(const Mat& image, cl_mem_flags access);

    //! Makes what kernels have written visible to the host: some drivers write caches back only when memory is mapped.
    void showWritten() const;

    static size_t offsetOf(const Mat& image);

    size_t offset; //!< of the first pixel
    cl::Buffer buffer;
};

struct SlotBuffer
{
    enum class Access
    {
        Pinned, //!< copied through page-locked memory
        Mapped,
        Device //!< not accessed by the host
    };
    struct Shape
    {
        size_t bytes;
        Access access;
    };

    //! Throws cl::Error without memory: drivers may reserve it only when it is first used.
    SlotBuffer(const cl::CommandQueue& queue, const Shape& shape);

    //! beginWrite returns memory to fill, whose content is lost; endWrite enqueues the transfer of what was filled in.
    uchar* beginWrite(const cl::CommandQueue& queue, size_t count);
    void endWrite(const cl::CommandQueue& queue, size_t count);
    //! beginRead enqueues the transfer of the first bytes to `host`; endRead returns the memory to the device.
    void beginRead(const cl::CommandQueue& queue, size_t count);
    void endRead(const cl::CommandQueue& queue);

    Shape shape;
    cl::Buffer device;
    cl::Buffer pinned;           //!< mapped for the life of the buffer
    std::vector<uchar> pageable; //!< instead of pinned memory, if the driver has none: transfers do not overlap
    uchar* host = nullptr;       //!< the pinned memory, or the mapping
};

//! What one band in flight uses at a time, with a queue of its own.
struct SlotMemory
{
    explicit SlotMemory(const std::vector<SlotBuffer::Shape>& shapes);
    //! Waits for pending transfers: they use the memory.
    ~SlotMemory();
    SlotMemory(const SlotMemory&) = delete;
    SlotMemory& operator=(const SlotMemory&) = delete;

    size_t bytes() const;

    const ocl::Queue queue;
    std::vector<SlotBuffer> buffers;

private:
    SlotMemory();

    const cl::CommandQueue commands_; //!< the same queue
};

class HostMemory : public ocl::Context::UserContext
{
public:
    //! The memory of the calling thread's context.
    static std::shared_ptr<HostMemory> current() { return ofCurrentContext<HostMemory>(); }

    HostMemory();

    //! Whether the device reads and writes the host's memory itself, without copies of it.
    bool isShared() const { return isShared_; }

    //! Leases buffers of these sizes at least. Throws cl::Error without memory.
    std::unique_ptr<SlotMemory> lease(const std::vector<SlotBuffer::Shape>& shapes);
    //! Keeps them for the next call; beyond a limit those that were not used for the longest time are released.
    void giveBack(std::unique_ptr<SlotMemory> memory);

    //! Releases what is kept, where the device has no memory for something else.
    void releaseKept();
    size_t keptBytes();

private:
    const bool isShared_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<SlotMemory>> idle_; //!< the last one used comes last
};

}} // namespace cv::clconv
