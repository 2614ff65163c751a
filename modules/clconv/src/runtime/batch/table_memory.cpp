// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Making and keeping tables.

#include "runtime/batch/table_memory.hpp"
#include "problem/plan.hpp"
#include "util/opencl.hpp"
#include "util/log.hpp"

namespace cv
{
namespace clconv
{

cl::Buffer TableMemory::make(const void* content, size_t bytes)
{
    const size_t maxKept = 16, maxBytes = 8 << 20; // calls enqueued ahead of the device
    std::list<Entry> made, dropped;
    try
    {
        made.push_back(
            {cl::Buffer(currentContext(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, const_cast<void*>(content)),
             bytes});
    }
    catch (const cl::Error& e) // no matter of the plan, which would be given up for it
    {
        throw MemoryFailure("the device has no memory for the table of a batch: " + textOf(e));
    }
    const cl::Buffer buffer = made.front().buffer;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        kept_.splice(kept_.end(), made);
        bytes_ += bytes;
        while (kept_.size() > 1 && (kept_.size() > maxKept || bytes_ > maxBytes))
        {
            bytes_ -= kept_.front().bytes;
            dropped.splice(dropped.end(), kept_, kept_.begin());
        }
    }
    for (Entry& entry : dropped)
        withoutThrowing("the table of a batch cannot be released", [&]() { entry.buffer = cl::Buffer(); });
    return buffer;
}

} // namespace clconv
} // namespace cv
