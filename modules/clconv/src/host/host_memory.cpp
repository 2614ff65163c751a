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

//! Fills a buffer over host memory and looks at the memory without mapping it. OpenCL allows the device to keep a copy,
//! which unmapping writes back with everything around the pixels: other threads' results would be lost.
static bool probeSharing()
{
    try
    {
        // Aligned to what a Mat's buffer is at least, and of an odd size.
        std::vector<uchar> memory(4096 + 2 * memoryAlignment, 0);
        uchar* const aligned = alignPtr(memory.data(), memoryAlignment);
        const size_t bytes = 4096 - 3;
        const cl::Buffer buffer(currentContext(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, aligned);
        const cl::CommandQueue queue = currentQueue();
        queue.enqueueFillBuffer(buffer, uchar(0xA5), 0, bytes);
        queue.finish();
        return std::all_of(aligned, aligned + bytes, [](uchar byte) { return byte == 0xA5; }) && aligned[bytes] == 0;
    }
    catch (const cl::Error& e)
    {
        logWarningOnce("whether the device shares the host's memory is not known", e);
        return false;
    }
}

static size_t bytesOf(const std::vector<std::unique_ptr<SlotMemory>>& all)
{
    return std::accumulate(all.begin(), all.end(), size_t(0),
                           [](size_t sum, const std::unique_ptr<SlotMemory>& one) { return sum + one->bytes(); });
}

size_t SharedBuffer::offsetOf(const Mat& image)
{
    return reinterpret_cast<uintptr_t>(image.data) % size_t(memoryAlignment);
}

SharedBuffer::SharedBuffer(const Mat& image, cl_mem_flags access) : offset(offsetOf(image))
{
    const size_t bytes = offset + image.step * size_t(image.rows - 1) + image.elemSize() * size_t(image.cols);
    buffer = cl::Buffer(currentContext(), access | CL_MEM_USE_HOST_PTR, bytes, image.data - offset);
}

SlotBuffer::SlotBuffer(const cl::CommandQueue& queue, const Shape& shape_) :
    shape(shape_), device(currentContext(), CL_MEM_READ_WRITE, shape.bytes)
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

//! The destructor runs if a buffer cannot be made.
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
        withoutThrowing(failed, [&]() { new std::vector<SlotBuffer>(std::move(buffers)); }); // in use: lost
        return;
    }
    for (SlotBuffer& buffer : buffers)
        if (buffer.host && buffer.pageable.empty())
            withoutThrowing(failed, [&]() { unmap(buffer); });
    withoutThrowing(failed, [&]() { commands_.finish(); });
}

//! A buffer that stays mapped must not be released: it is lost.
void SlotMemory::unmap(SlotBuffer& buffer)
{
    const cl::Buffer& mapped = buffer.pinned() ? buffer.pinned : buffer.device;
    try
    {
        commands_.enqueueUnmapMemObject(mapped, buffer.host);
    }
    catch (const cl::Error&)
    {
        clRetainMemObject(mapped());
        throw;
    }
}

size_t SlotMemory::bytes() const
{
    return std::accumulate(buffers.begin(), buffers.end(), size_t(0),
                           [](size_t sum, const SlotBuffer& buffer) { return sum + buffer.shape.bytes; });
}

HostMemory::HostMemory() : isShared_((ocl::Device::getDefault().type() & ocl::Device::TYPE_CPU) != 0 && probeSharing())
{
}

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
