// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Leases of buffers.

#include "runtime/memory/scratch_memory.hpp"
#include "util/opencl.hpp"
#include "util/log.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{

MemoryFailure noScratchMemory(size_t bytes, const cl::Error& error)
{
    return MemoryFailure(format("the device has no memory for a call: %zu bytes of scratch memory, ", bytes) +
                         textOf(error));
}

ScratchMemory::Lease::Lease(ScratchMemory& owner, cl_command_queue queue, size_t bytes) : owner_(owner)
{
    std::list<Entry> tooSmall; // a larger one takes their place
    {
        std::lock_guard<std::mutex> lock(owner_.mutex_);
        const auto found =
            std::find_if(owner_.idle_.begin(), owner_.idle_.end(),
                         [&](const Entry& entry) { return entry.queue == queue && entry.bytes >= bytes; });
        if (found != owner_.idle_.end())
        {
            entry_.splice(entry_.begin(), owner_.idle_, found);
            return;
        }
        for (auto entry = owner_.idle_.begin(); entry != owner_.idle_.end();)
        {
            const auto next = std::next(entry);
            if (entry->queue == queue)
                tooSmall.splice(tooSmall.begin(), owner_.idle_, entry);
            entry = next;
        }
    }
    release(tooSmall);
    try
    {
        create(queue, bytes);
    }
    catch (const cl::Error&)
    {
        owner_.dropIdle(); // of other queues, some of which may be gone
        try
        {
            create(queue, bytes);
        }
        catch (const cl::Error& e)
        {
            throw noScratchMemory(bytes, e);
        }
    }
}

void ScratchMemory::Lease::create(cl_command_queue queue, size_t bytes)
{
    const cl::Context context = currentContext();
    entry_.push_back({queue, bytes, cl::Buffer(context, CL_MEM_READ_WRITE, bytes)});
}

ScratchMemory::Lease::~Lease()
{
    const size_t maxKept = 4; // one for each thread with large filters; a launch retains what is dropped
    std::list<Entry> dropped;
    {
        std::lock_guard<std::mutex> lock(owner_.mutex_);
        owner_.idle_.splice(owner_.idle_.begin(), entry_);
        if (owner_.idle_.size() > maxKept)
            dropped.splice(dropped.begin(), owner_.idle_, std::prev(owner_.idle_.end()));
    }
    release(dropped);
}

void ScratchMemory::dropIdle()
{
    std::list<Lease::Entry> dropped;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        dropped.swap(idle_);
    }
    release(dropped);
}

void ScratchMemory::release(std::list<Lease::Entry>& dropped) noexcept
{
    for (Lease::Entry& entry : dropped)
        withoutThrowing("scratch memory cannot be released", [&]() { entry.buffer = cl::Buffer(); });
}

} // namespace clconv
} // namespace cv
