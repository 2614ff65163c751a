// SPDX-License-Identifier: Apache-2.0
//
// Shared buffers, buffers of slots and the pool of them.

#include "host/host_memory.hpp"
#include "problem/problem.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <cstdint>
#include <numeric>

namespace cv { namespace clconv {

const size_t maxKeptBytes = size_t(512) << 20;

//! Intel's driver uses memory of the host without a copy if address and size are multiples of these, as pages are.
const int hostAddressBytes = 4096, hostSizeBytes = 64;

//! Whether the device and the host see at once what the other one writes to Mats whose buffers overlap. OpenCL allows
//! the device to keep a copy, which mapping or unmapping writes back with everything around the pixels: other threads'
//! results would be lost.
static bool probeSharing()
{
    const cl::CommandQueue queue = currentQueue();
    Mat frame(60, 1000, CV_8U, Scalar(1)); // buffers of what follows lie in it: a copy may be written back
    const Mat image = frame(Rect(7, 10, 900, 30)), below = frame(Rect(0, 30, 900, 10));
    Mat around = frame.rowRange(40, 55);
    std::vector<uchar> read(frame.step * 20);
    try
    {
        const SharedBuffer shared(image, CL_MEM_READ_WRITE), other(below, CL_MEM_READ_WRITE);
        const cl::Buffer copied(currentContext(), CL_MEM_READ_WRITE, read.size());
        frame.setTo(2);
        queue.enqueueCopyBuffer(shared.buffer, copied, shared.offset, 0, read.size());
        queue.enqueueFillBuffer(other.buffer, uchar(3), other.offset, size_t(below.cols));
        queue.enqueueReadBuffer(copied, CL_TRUE, 0, read.size(), read.data());
        const auto isWritten = [&] { return countNonZero(below.row(0) == 3) == below.cols; };
        if (std::any_of(read.begin(), read.end(), [](uchar byte) { return byte != 2; }) || !isWritten())
            return false;
        around.setTo(4);
        other.showWritten();
        return isWritten() && countNonZero(around == 4) == int(around.total());
    }
    catch (const cl::Error& e)
    {
        drain(queue); // the memory is in use until then
        logWarningOnce("whether the device shares the host's memory is not known", e);
        return false;
    }
}

//! A buffer that stays mapped must not be released, so it is leaked.
static void unmap(const cl::CommandQueue& queue, const cl::Buffer& mapped, void* memory)
{
    try
    {
        queue.enqueueUnmapMemObject(mapped, memory);
    }
    catch (const cl::Error&)
    {
        clRetainMemObject(mapped());
        throw;
    }
}

static size_t bytesOf(const std::vector<std::unique_ptr<SlotMemory>>& all)
{
    return std::accumulate(all.begin(), all.end(), size_t(0),
                           [](size_t sum, const std::unique_ptr<SlotMemory>& one) { return sum + one->bytes(); });
}

size_t SharedBuffer::offsetOf(const Mat& image)
{
    return reinterpret_cast<uintptr_t>(image.data) % size_t(hostAddressBytes);
}

SharedBuffer::SharedBuffer(const Mat& image, cl_mem_flags access) : offset(offsetOf(image))
{
    const size_t end = offset + image.step * size_t(image.rows - 1) + image.elemSize() * size_t(image.cols);
    buffer =
        cl::Buffer(currentContext(), access | CL_MEM_USE_HOST_PTR, alignSize(end, hostSizeBytes), image.data - offset);
}

void SharedBuffer::showWritten() const
{
    const cl::CommandQueue queue = currentQueue();
    const size_t bytes = buffer.getInfo<CL_MEM_SIZE>();
    unmap(queue, buffer, queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ, 0, bytes));
    queue.finish();
}

//! Drivers of integrated GPUs map without a copy only what was allocated with this flag.
static cl_mem_flags flagsFor(SlotBuffer::Access access)
{
    return CL_MEM_READ_WRITE | (access == SlotBuffer::Access::Mapped ? CL_MEM_ALLOC_HOST_PTR : 0);
}

SlotBuffer::SlotBuffer(const cl::CommandQueue& queue, const Shape& shape_) :
    shape(shape_), device(currentContext(), flagsFor(shape.access), shape.bytes)
{
    queue.enqueueFillBuffer(device, uchar(0), 0, 1);
    queue.finish();
    if (shape.access != Access::Pinned)
        return;
    try
    {
        cl::Buffer memory(currentContext(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, shape.bytes);
        host = static_cast<uchar*>(queue.enqueueMapBuffer(memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, shape.bytes));
        pinned = std::move(memory);
    }
    catch (const cl::Error&)
    {
        logDebugOnce("there is no page-locked memory for images on the host");
        pageable.resize(shape.bytes);
        host = pageable.data();
    }
}

uchar* SlotBuffer::beginWrite(const cl::CommandQueue& queue, size_t count)
{
    if (shape.access == Access::Mapped)
        host = static_cast<uchar*>(queue.enqueueMapBuffer(device, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, count));
    return host;
}

void SlotBuffer::endWrite(const cl::CommandQueue& queue, size_t count)
{
    if (shape.access == Access::Mapped)
        endRead(queue);
    else
        queue.enqueueWriteBuffer(device, CL_FALSE, 0, count, host);
}

void SlotBuffer::beginRead(const cl::CommandQueue& queue, size_t count)
{
    if (shape.access == Access::Mapped)
        host = static_cast<uchar*>(queue.enqueueMapBuffer(device, CL_FALSE, CL_MAP_READ, 0, count));
    else
        queue.enqueueReadBuffer(device, CL_FALSE, 0, count, host);
}

void SlotBuffer::endRead(const cl::CommandQueue& queue)
{
    if (shape.access != Access::Mapped || !host)
        return;
    void* const mapping = host;
    host = nullptr;
    queue.enqueueUnmapMemObject(device, mapping);
}

SlotMemory::SlotMemory() :
    queue(ocl::Context::getDefault(), ocl::Device::getDefault()),
    commands_(static_cast<cl_command_queue>(queue.ptr()), true)
{
}

//! Delegates, so that the destructor runs if a buffer cannot be made.
SlotMemory::SlotMemory(const std::vector<SlotBuffer::Shape>& shapes) : SlotMemory()
{
    buffers.reserve(shapes.size());
    for (const SlotBuffer::Shape& shape : shapes)
        buffers.emplace_back(commands_, shape);
}

SlotMemory::~SlotMemory()
{
    const char* const failed = "memory of a band cannot be released";
    if (!drain(commands_))
    {
        withoutThrowing(failed, [&]() { new std::vector<SlotBuffer>(std::move(buffers)); }); // in use: leaked
        return;
    }
    for (SlotBuffer& buffer : buffers)
        if (buffer.host && buffer.pageable.empty())
            withoutThrowing(failed,
                            [&]() { unmap(commands_, buffer.pinned() ? buffer.pinned : buffer.device, buffer.host); });
    withoutThrowing(failed, [&]() { commands_.finish(); });
}

size_t SlotMemory::bytes() const
{
    return std::accumulate(buffers.begin(), buffers.end(), size_t(0),
                           [](size_t sum, const SlotBuffer& buffer) { return sum + buffer.shape.bytes; });
}

HostMemory::HostMemory() : isShared_(ocl::Device::getDefault().hostUnifiedMemory() && probeSharing()) {}

std::unique_ptr<SlotMemory> HostMemory::lease(const std::vector<SlotBuffer::Shape>& shapes)
{
    typedef SlotBuffer::Shape Shape;
    const auto suffices = [&](const SlotMemory& memory)
    {
        return memory.buffers.size() == shapes.size() &&
               std::equal(shapes.begin(), shapes.end(), memory.buffers.begin(),
                          [&](const Shape& shape, const SlotBuffer& buffer)
                          { return shape.access == buffer.shape.access && shape.bytes <= buffer.shape.bytes; });
    };
    {
        std::lock_guard<std::mutex> lock(mutex_);
        auto best = idle_.end();
        for (auto it = idle_.begin(); it != idle_.end(); ++it)
            if (suffices(**it) && (best == idle_.end() || (*it)->bytes() <= (*best)->bytes())) // the last used: cached
                best = it;
        if (best != idle_.end())
        {
            std::unique_ptr<SlotMemory> found = std::move(*best);
            idle_.erase(best);
            return found;
        }
    }
    const int granularity = 1 << 20; // images of similar sizes share buffers
    std::vector<Shape> rounded = shapes;
    for (Shape& shape : rounded)
        shape.bytes = alignSize(shape.bytes, granularity);
    return std::unique_ptr<SlotMemory>(new SlotMemory(rounded));
}

void HostMemory::releaseKept()
{
    std::vector<std::unique_ptr<SlotMemory>> released; // destroyed after the lock
    std::lock_guard<std::mutex> lock(mutex_);
    released.swap(idle_);
}

void HostMemory::giveBack(std::unique_ptr<SlotMemory> memory)
{
    std::vector<std::unique_ptr<SlotMemory>> released; // destroyed after the lock
    std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(memory));
    for (; bytesOf(idle_) > maxKeptBytes; idle_.erase(idle_.begin()))
        released.push_back(std::move(idle_.front()));
}

size_t HostMemory::keptBytes()
{
    std::lock_guard<std::mutex> lock(mutex_);
    return bytesOf(idle_);
}

}} // namespace cv::clconv
