// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Shared buffers, staging buffers and the pool of them.

#include "runtime/mats/mat_buffers.hpp"
#include "problem/layout.hpp"
#include "runtime/memory/drain.hpp"
#include "runtime/memory/of_context.hpp"
#include "util/current_opencl.hpp"
#include "util/log.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace cv
{
namespace clconv
{
namespace
{

//! Staging buffers that are kept for later calls.
const size_t maxKeptBytes = size_t(512) << 20;

cl::CommandQueue newQueue()
{
    return cl::CommandQueue(currentContext(),
                            cl::Device(static_cast<cl_device_id>(ocl::Device::getDefault().ptr()), true));
}

//! Fills a buffer over host memory and looks at the memory without mapping it. OpenCL allows the device to keep a copy,
//! which unmapping writes back with everything around the pixels: other threads' results would be lost.
bool probeSharing()
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

bool isCpu()
{
    return (ocl::Device::getDefault().type() & ocl::Device::TYPE_CPU) != 0;
}

} // namespace

size_t SharedBuffer::offsetOf(const Mat& image)
{
    return reinterpret_cast<uintptr_t>(image.data) % size_t(memoryAlignment);
}

SharedBuffer::SharedBuffer(const Mat& image, cl_mem_flags access) : offset(offsetOf(image))
{
    const size_t bytes = offset + image.step * size_t(image.rows - 1) + image.elemSize() * size_t(image.cols);
    buffer = cl::Buffer(currentContext(), access | CL_MEM_USE_HOST_PTR, bytes, image.data - offset);
}

StagedBuffer::StagedBuffer(const cl::CommandQueue& queue, size_t bytes_) :
    bytes(bytes_), device(currentContext(), CL_MEM_READ_WRITE, bytes), host(nullptr)
{
    try
    {
        cl::Buffer memory(currentContext(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
        host = static_cast<uchar*>(queue.enqueueMapBuffer(memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes));
        pinned = std::move(memory);
    }
    catch (const cl::Error&)
    {
        logDebugOnce("there is no page-locked memory for images on the host");
        pageable.resize(bytes);
        host = pageable.data();
    }
}

Staging::Staging() : up(newQueue()), down(newQueue()) {}

//! The destructor runs if a buffer cannot be made.
Staging::Staging(const std::vector<size_t>& bytes) : Staging()
{
    buffers.reserve(bytes.size());
    for (size_t size : bytes)
        buffers.emplace_back(up, size);
}

Staging::~Staging()
{
    const char* const failed = "pinned memory cannot be released";
    const bool uploaded = drain(up), downloaded = drain(down);
    if (!uploaded || !downloaded)
    {
        withoutThrowing(failed, [&]() { new std::vector<StagedBuffer>(std::move(buffers)); }); // in use: lost
        return;
    }
    for (const StagedBuffer& buffer : buffers)
        if (buffer.pinned())
            withoutThrowing(failed, [&]() { unmap(buffer); });
    withoutThrowing(failed, [&]() { up.finish(); });
}

//! A buffer that stays mapped must not be released: it is lost.
void Staging::unmap(const StagedBuffer& buffer)
{
    try
    {
        up.enqueueUnmapMemObject(buffer.pinned, buffer.host);
    }
    catch (const cl::Error&)
    {
        clRetainMemObject(buffer.pinned());
        throw;
    }
}

size_t Staging::bytes() const
{
    return std::accumulate(buffers.begin(), buffers.end(), size_t(0),
                           [](size_t sum, const StagedBuffer& buffer) { return sum + buffer.bytes; });
}

std::shared_ptr<MatBuffers> MatBuffers::current()
{
    return ofCurrentContext<MatBuffers>();
}

MatBuffers::MatBuffers() : shares_(isCpu() && probeSharing()) {}

std::unique_ptr<Staging> MatBuffers::lease(const std::vector<size_t>& bytes, bool exactly)
{
    const auto suffices = [&](const Staging& staging)
    {
        return staging.buffers.size() == bytes.size() &&
               std::equal(bytes.begin(), bytes.end(), staging.buffers.begin(),
                          [&](size_t size, const StagedBuffer& buffer)
                          { return exactly ? size == buffer.bytes : size <= buffer.bytes; });
    };
    {
        std::lock_guard<std::mutex> lock(mutex_);
        auto best = idle_.end();
        for (auto it = idle_.begin(); it != idle_.end(); ++it)
            if (suffices(**it) && (best == idle_.end() || (*it)->bytes() < (*best)->bytes()))
                best = it;
        if (best != idle_.end())
        {
            std::unique_ptr<Staging> found = std::move(*best);
            idle_.erase(best);
            return found;
        }
    }
    // Images of similar sizes share buffers.
    const int granularity = 1 << 20;
    std::vector<size_t> sizes;
    for (size_t size : bytes)
        sizes.push_back(exactly ? size : alignSize(size, granularity));
    return std::unique_ptr<Staging>(new Staging(sizes));
}

void MatBuffers::releaseKept()
{
    std::vector<std::unique_ptr<Staging>> released; // destroyed after the lock
    std::lock_guard<std::mutex> lock(mutex_);
    released.swap(idle_);
}

void MatBuffers::giveBack(std::unique_ptr<Staging> staging)
{
    std::vector<std::unique_ptr<Staging>> released; // destroyed after the lock
    std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(staging));
    size_t bytes = 0;
    for (const std::unique_ptr<Staging>& kept : idle_)
        bytes += kept->bytes();
    for (; bytes > maxKeptBytes; idle_.erase(idle_.begin()))
    {
        bytes -= idle_.front()->bytes();
        released.push_back(std::move(idle_.front()));
    }
}

size_t MatBuffers::keptBytes()
{
    std::lock_guard<std::mutex> lock(mutex_);
    size_t bytes = 0;
    for (const std::unique_ptr<Staging>& staging : idle_)
        bytes += staging->bytes();
    return bytes;
}

} // namespace clconv
} // namespace cv
