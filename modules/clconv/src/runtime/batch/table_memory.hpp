// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Tables of batches on the device.

#pragma once

#include "util/opencl.hpp"
#include "util/precomp.hpp"

#include <list>
#include <mutex>

namespace cv
{
namespace clconv
{

//! Makes the tables of one context, and keeps the last ones: NVIDIA's driver waits where a buffer is released whose
//! launches still run. They are not used again: a copy to an existing buffer could fail after it was enqueued, and
//! launches would read what was there before.
class TableMemory
{
public:
    //! A buffer with this content. Throws MemoryFailure without memory for it.
    cl::Buffer make(const void* content, size_t bytes);

private:
    struct Entry
    {
        cl::Buffer buffer;
        size_t bytes;
    };

    std::mutex mutex_;
    std::list<Entry> kept_; //!< the oldest first
    size_t bytes_ = 0;      //!< of all of them
};

} // namespace clconv
} // namespace cv
