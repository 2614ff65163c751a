// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Memory in which the launches of one call hand numbers to each other.

#pragma once

#include "problem/plan.hpp"
#include "util/opencl.hpp"

#include <list>
#include <mutex>

namespace cv
{
namespace clconv
{

//! What is thrown where a device has no scratch memory.
MemoryFailure noScratchMemory(size_t bytes, const cl::Error& error);

//! Buffers of one context, kept for the next call. A call leases one while it enqueues its launches; the next call of
//! the same in-order queue may take it right after, since the device executes them one after the other.
class ScratchMemory
{
public:
    class Lease
    {
    public:
        //! Takes a kept buffer of this queue that is large enough, or creates one. Throws MemoryFailure without
        //! memory: smaller images need less, or are run by implementations that need none.
        Lease(ScratchMemory& owner, cl_command_queue queue, size_t bytes);
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        const cl::Buffer& buffer() const { return entry_.front().buffer; }

    private:
        friend class ScratchMemory;
        struct Entry
        {
            cl_command_queue queue;
            size_t bytes;
            cl::Buffer buffer;
        };
        void create(cl_command_queue queue, size_t bytes);

        ScratchMemory& owner_;
        std::list<Entry> entry_; // one, a node that moves without an allocation
    };

private:
    void dropIdle();
    static void release(std::list<Lease::Entry>& dropped) noexcept;

    std::mutex mutex_;
    std::list<Lease::Entry> idle_; // the last one used comes first
};

} // namespace clconv
} // namespace cv
