// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The bands in flight: each slot has a queue and buffers, and runs every n-th band.

#include "runtime/bands/band_pipeline.hpp"
#include "runtime/bands/host_access.hpp"
#include "runtime/launch.hpp"
#include "runtime/memory/copy_rows.hpp"
#include "util/log.hpp"
#include "util/profiling.hpp"

#include <algorithm>
#include <cstring>

namespace cv
{
namespace clconv
{
namespace
{

cl::Buffer bufferOf(const UMat& image)
{
    return cl::Buffer(static_cast<cl_mem>(image.handle(ACCESS_RW)), true);
}

size_t rowBytes(const UMat& image)
{
    return image.elemSize() * size_t(image.cols);
}

//! Collects rows of a source, with OpenCV's threads; those below 0 are zeros.
void gatherRows(const uchar* from, size_t fromStep, const std::vector<int>& rows, uchar* to, size_t step, size_t bytes)
{
    parallel_for_(Range(0, int(rows.size())),
                  [&](const Range& range)
                  {
                      for (int y = range.start; y < range.end; ++y)
                      {
                          const int row = rows[size_t(y)];
                          if (row < 0)
                              std::memset(to + step * size_t(y), 0, bytes);
                          else
                              std::memcpy(to + step * size_t(y), from + fromStep * size_t(row), bytes);
                      }
                  });
}

//! A queue of its own, so that the commands of bands overlap; the current one where there is no other.
ocl::Queue newQueue()
{
    try
    {
        ocl::Queue queue(ocl::Context::getDefault(), ocl::Device::getDefault());
        return ProfilingScope::current() ? queue.getProfilingQueue() : queue;
    }
    catch (const std::exception&)
    {
        return ocl::Queue::getDefault();
    }
}

class Slot
{
public:
    Slot(const BandCall& call, int rows, bool mapped) :
        call_(call), columns_(bandColumns(call)), queue_(newQueue()),
        context_(ocl::OpenCLExecutionContext::getCurrent().cloneWithNewQueue(queue_)),
        commands_(static_cast<cl_command_queue>(queue_.ptr()), true), mapped_(mapped), rows_(rows)
    {
    }

    ~Slot()
    {
        withoutThrowing("a band cannot be finished", [&]() { commands_.finish(); });
    }

    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    //! @returns whether the device has memory for it
    bool allocate()
    {
        const ocl::OpenCLExecutionContextScope scope(context_);
        const int halo = call_.filterSize.height - 1;
        if (copiesSource(call_) && !add(src_, Size(columns_.count, rows_ + halo), call_.src.type))
            return false;
        if (call_.src.isOnHost())
            in_.reset(new HostAccess(commands_, bufferOf(src_), src_.step * size_t(src_.rows), mapped_));
        for (const BandImage& image : call_.dst)
        {
            dst_.push_back(UMat());
            out_.push_back(nullptr);
            if (!image.isOnHost())
                continue;
            if (!add(dst_.back(), Size(call_.size.width, rows_), image.type))
                return false;
            out_.back().reset(
                new HostAccess(commands_, bufferOf(dst_.back()), dst_.back().step * size_t(rows_), mapped_));
        }
        return true;
    }

    //! Enqueues a band.
    //! @returns what the work does
    bool start(int first, int rows, const BandWork& work)
    {
        const ocl::OpenCLExecutionContextScope scope(context_);
        first_ = first;
        count_ = rows;
        const UMat src = source();
        std::vector<UMat> dst;
        for (size_t i = 0; i < call_.dst.size(); ++i)
            dst.push_back(out_[i] ? dst_[i].rowRange(0, rows) : call_.dst[i].device.rowRange(first, first + rows));
        if (!work(src, dst))
            return false;
        for (size_t i = 0; i < dst.size(); ++i)
            if (out_[i])
                out_[i]->beginRead(dst_[i].step * size_t(rows));
        commands_.flush();
        isPending_ = true;
        return true;
    }

    //! Waits for the band that was enqueued, and stores its rows.
    void finish()
    {
        if (!isPending_)
            return;
        isPending_ = false;
        commands_.finish();
        for (size_t i = 0; i < out_.size(); ++i)
            if (out_[i])
            {
                const BandImage& image = call_.dst[i];
                copyRows(out_[i]->data(), dst_[i].step, image.data + image.step * size_t(first_), image.step,
                         rowBytes(dst_[i]), count_);
                out_[i]->endRead();
            }
    }

private:
    //! Allocates an image, and fills a byte: drivers may reserve memory only when it is first used.
    bool add(UMat& image, Size size, int type)
    {
        image.create(size, type);
        return isOnDevice(image) && hasMemory(image);
    }

    //! The band's source, enqueued where it is a copy.
    UMat source()
    {
        if (!copiesSource(call_))
            return call_.src.device.rowRange(first_, first_ + count_);
        const int halo = call_.filterSize.height - 1, top = call_.origin.y + first_ - call_.anchor.y;
        const std::vector<int> rows =
            sourceRows(top, count_ + halo, call_.readable.height, call_.border & ~BORDER_ISOLATED);
        if (in_)
            upload(rows);
        else
            copyOnDevice(rows);
        return src_(Rect(columns_.origin, call_.anchor.y, call_.size.width, count_));
    }

    void upload(const std::vector<int>& rows)
    {
        const BandImage& image = call_.src;
        const uchar* const data = image.data + src_.elemSize() * size_t(columns_.first);
        uchar* const to = in_->beginWrite(src_.step * rows.size());
        gatherRows(data, image.step, rows, to, src_.step, rowBytes(src_));
        in_->endWrite();
    }

    //! Row by row: NVIDIA's driver refuses some rectangles that end with a buffer (source_binding.cpp).
    void copyOnDevice(const std::vector<int>& rows)
    {
        const UMat& image = call_.src.device;
        const cl::Buffer from = bufferOf(image), to = bufferOf(src_);
        const size_t bytes = rowBytes(src_), pixel = src_.elemSize();
        const size_t first = image.offset - image.step * size_t(call_.origin.y) - pixel * size_t(call_.origin.x) +
                             pixel * size_t(columns_.first);
        for (size_t y = 0; y < rows.size(); ++y)
            if (rows[y] < 0)
                commands_.enqueueFillBuffer(to, uchar(0), src_.step * y, bytes);
            else
                commands_.enqueueCopyBuffer(from, to, first + image.step * size_t(rows[y]), src_.step * y, bytes);
    }

    const BandCall& call_;
    const BandColumns columns_;
    ocl::Queue queue_;
    ocl::OpenCLExecutionContext context_;
    cl::CommandQueue commands_;
    const bool mapped_;
    const int rows_;
    UMat src_;
    std::vector<UMat> dst_;
    std::unique_ptr<HostAccess> in_;
    std::vector<std::unique_ptr<HostAccess>> out_;
    int first_ = 0, count_ = 0;
    bool isPending_ = false;
};

} // namespace

BandColumns bandColumns(const BandCall& call)
{
    const int first = call.origin.x - call.anchor.x, count = call.size.width + call.filterSize.width - 1;
    if (first >= 0 && first + count <= call.readable.width)
        return {first, count, call.anchor.x};
    return {0, call.readable.width, call.origin.x};
}

bool copiesSource(const BandCall& call)
{
    if (call.src.isOnHost())
        return true;
    const Layout band = layoutOf(call.src.device.rowRange(0, 1));
    return band.parent != call.readable || band.origin != call.origin;
}

BandSizes bandSizes(const BandCall& call, bool copiesSrc)
{
    BandSizes sizes = {call.size.height, call.filterSize.height - 1, 0, 0};
    if (copiesSrc)
        sizes.srcRow = size_t(CV_ELEM_SIZE(call.src.type)) * size_t(bandColumns(call).count);
    for (const BandImage& image : call.dst)
        if (image.isOnHost())
            sizes.dstRow = std::max(sizes.dstRow, size_t(CV_ELEM_SIZE(image.type)) * size_t(call.size.width));
    return sizes;
}

std::vector<int> sourceRows(int first, int count, int length, int border)
{
    std::vector<int> rows;
    rows.reserve(size_t(count));
    for (int y = first; y < first + count; ++y)
        rows.push_back(borderInterpolate(y, length, border));
    return rows;
}

BandsResult runBands(const BandPlan& plan, const BandCall& call, const DeviceTraits& traits, const BandWork& work)
{
    finishQueue(); // other queues do not wait for what it writes
    const int bands = plan.count(call.size.height);
    std::vector<std::unique_ptr<Slot>> slots;
    for (int i = 0; i < std::min(plan.inFlight, bands); ++i)
    {
        slots.emplace_back(new Slot(call, plan.rows, traits.hostMemory));
        if (!slots.back()->allocate())
            return BandsResult::NoMemory;
    }
    for (int band = 0; band < bands; ++band)
    {
        Slot& slot = *slots[size_t(band) % slots.size()];
        slot.finish();
        const int first = band * plan.rows;
        try
        {
            if (!slot.start(first, std::min(plan.rows, call.size.height - first), work))
                return BandsResult::Refused;
        }
        catch (const MemoryFailure& e)
        {
            logDebugOnce(e.what()); // a smaller band may need less
            return BandsResult::NoMemory;
        }
    }
    for (int band = bands; band < bands + int(slots.size()); ++band)
        slots[size_t(band) % slots.size()]->finish();
    return BandsResult::Done;
}

} // namespace clconv
} // namespace cv
