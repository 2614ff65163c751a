// SPDX-License-Identifier: Apache-2.0
//
// Leases and tables. Buffers are released without a lock: a driver may wait then.

#include "runtime/memory/scratch_memory.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {

MemoryFailure noScratchMemory(size_t bytes, const cl::Error& error)
{
    return MemoryFailure(format("the device has no memory for a call: %zu bytes of scratch memory, ", bytes) +
                         textOf(error));
}

ScratchMemory::Lease::Lease(ScratchMemory& owner, cl_command_queue queue, size_t bytes) :
    owner_(owner), entry_{queue, bytes, cl::Buffer()}
{
    std::deque<Entry> dropped;
    {
        std::lock_guard<std::mutex> lock(owner_.mutex_);
        std::deque<Entry>& idle = owner_.idle_;
        const auto found =
            std::find_if(idle.rbegin(), idle.rend(),
                         [&](const Entry& entry) { return entry.queue == queue && entry.bytes >= bytes; });
        if (found != idle.rend())
        {
            entry_ = std::move(*found);
            idle.erase(std::next(found).base());
            return;
        }
        // A larger buffer takes the place of those that are too small.
        const auto others =
            std::stable_partition(idle.begin(), idle.end(), [&](const Entry& entry) { return entry.queue == queue; });
        std::move(idle.begin(), others, std::back_inserter(dropped));
        idle.erase(idle.begin(), others);
    }
    for (bool again = false;; again = true)
        try
        {
            dropped.clear();
            entry_.buffer = cl::Buffer(currentContext(), CL_MEM_READ_WRITE, bytes);
            return;
        }
        catch (const cl::Error& e)
        {
            if (again)
                throw noScratchMemory(bytes, e);
            std::lock_guard<std::mutex> lock(owner_.mutex_);
            dropped.swap(owner_.idle_); // of other queues, some of which may be gone
        }
}

ScratchMemory::Lease::~Lease()
{
    const size_t maxKept = 8; // for some threads with large filters; a chain holds two to four at once
    const size_t maxBytes = size_t(1) << 30;
    std::deque<Entry> dropped; // their launches may still run: OpenCL keeps the memory until then
    const auto keep = [&]()
    {
        const std::lock_guard<std::mutex> lock(owner_.mutex_);
        std::deque<Entry>& idle = owner_.idle_;
        idle.push_back(std::move(entry_));
        size_t bytes = 0;
        for (const Entry& entry : idle)
            bytes += entry.bytes;
        while (idle.size() > 1 && (idle.size() > maxKept || bytes > maxBytes))
        {
            bytes -= idle.front().bytes;
            dropped.push_back(std::move(idle.front()));
            idle.pop_front();
        }
    };
    withoutThrowing("scratch memory cannot be kept for the next call", keep);
}

UMat imageIn(const cl::Buffer& buffer, const Layout& layout)
{
    UMat whole;
    ocl::convertFromBuffer(buffer(), layout.step, layout.parent.height, layout.parent.width, layout.type, whole);
    const size_t row = size_t(CV_ELEM_SIZE(layout.type)) * size_t(layout.parent.width);
    whole.step = layout.step;
    if (layout.step > row)
        whole.flags &= ~UMat::CONTINUOUS_FLAG;
    // OpenCV takes the whole buffer, without padding. UMat::locateROI derives the width from the memory's size.
    whole.u->size = layout.step * size_t(layout.parent.height - 1) + row;
    return whole(Rect(layout.origin, layout.size));
}

ScratchImage::ScratchImage(ScratchMemory& owner, int type, Size size) :
    lease_(owner, currentQueue()(), size_t(CV_ELEM_SIZE(type)) * size_t(size.width) * size_t(size.height))
{
    image = imageIn(lease_.buffer(), newImage(type, size));
}

cl::Buffer TableMemory::make(const std::vector<uchar>& content)
{
    const size_t maxKept = 16, maxBytes = 8 << 20; // calls enqueued ahead of the device
    cl::Buffer made;
    try
    {
        made = cl::Buffer(currentContext(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, content.size(),
                          const_cast<uchar*>(content.data()));
    }
    catch (const cl::Error& e) // lack of memory is not the plan's fault, so it is not excluded
    {
        throw MemoryFailure("the device has no memory for the table of a batch: " + textOf(e));
    }
    std::vector<cl::Buffer> dropped;
    std::lock_guard<std::mutex> lock(mutex_);
    kept_.push_back({made, content.size()});
    bytes_ += content.size();
    while (kept_.size() > 1 && (kept_.size() > maxKept || bytes_ > maxBytes))
    {
        bytes_ -= kept_.front().second;
        dropped.push_back(std::move(kept_.front().first));
        kept_.pop_front();
    }
    return made;
}

}} // namespace cv::clconv
