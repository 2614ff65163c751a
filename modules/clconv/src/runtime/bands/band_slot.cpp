// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Buffers and commands of a band.

#include "runtime/bands/band_slot.hpp"
#include "dispatch/dispatcher.hpp"
#include "runtime/launch.hpp"
#include "runtime/memory/drain.hpp"
#include "util/log.hpp"
#include "util/profiling.hpp"

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

size_t rowBytes(Size size, int type)
{
    return size_t(CV_ELEM_SIZE(type)) * size_t(size.width);
}

size_t rowBytes(const UMat& image)
{
    return rowBytes(image.size(), image.type());
}

//! A queue of its own, so that the commands of bands overlap; the current one where there is no other, or where kernels
//! must not run on several.
ocl::Queue newQueue()
{
    try
    {
        const ocl::Queue queue = Dispatcher::current()->traits().concurrentQueues
                                     ? ocl::Queue(ocl::Context::getDefault(), ocl::Device::getDefault())
                                     : ocl::Queue::getDefault();
        return callSettings().profiling ? queue.getProfilingQueue() : queue;
    }
    catch (const std::exception&)
    {
        return ocl::Queue::getDefault();
    }
}

} // namespace

BandSlot::BandSlot(const BandCall& call, int rows, bool mapped, CopyThreads threads) :
    call_(call), columns_(bandColumns(call)), capacity_(rows), mapped_(mapped), threads_(threads),
    pool_(mapped ? nullptr : MatBuffers::current()), queue_(newQueue()),
    context_(ocl::OpenCLExecutionContext::getCurrent().cloneWithNewQueue(queue_)),
    commands_(static_cast<cl_command_queue>(queue_.ptr()), true)
{
}

BandSlot::~BandSlot()
{
    isWhole_ = isWhole_ && rows_.empty();
    if (!drain(commands_))
        staging_.release(); // transfers may still use the pinned memory: it is lost
    else if (isWhole_ && staging_)
        withoutThrowing("memory of a band cannot be kept", [&]() { pool_->giveBack(std::move(staging_)); });
}

bool BandSlot::allocate()
{
    const ocl::OpenCLExecutionContextScope scope(context_);
    if (!mapped_ && !lease())
        return false;
    const StagedBuffer* staged = mapped_ ? nullptr : staging_->buffers.data();
    const Size srcSize(columns_.count, capacity_ + call_.filterSize.height - 1);
    if (call_.src.isOnHost())
    {
        if (!add(src_, srcSize, call_.src.type, staged))
            return false;
        in_ = accessTo(src_, mapped_ ? nullptr : staged++);
    }
    else if (copiesSource(call_) && !add(src_, srcSize, call_.src.type, nullptr))
        return false;
    for (const BandImage& image : call_.dst)
    {
        dst_.push_back(UMat());
        out_.push_back(nullptr);
        if (!image.isOnHost())
            continue;
        if (!add(dst_.back(), Size(call_.size.width, capacity_), image.type, staged))
            return false;
        out_.back() = accessTo(dst_.back(), mapped_ ? nullptr : staged++);
    }
    return true;
}

//! Buffers for the images on the host, the source first.
bool BandSlot::lease()
{
    std::vector<size_t> bytes;
    if (call_.src.isOnHost())
        bytes.push_back(rowBytes(Size(columns_.count, 1), call_.src.type) *
                        size_t(capacity_ + call_.filterSize.height - 1));
    for (const BandImage& image : call_.dst)
        if (image.isOnHost())
            bytes.push_back(rowBytes(call_.size, image.type) * size_t(capacity_));
    try
    {
        staging_ = pool_->lease(bytes, true); // UMat::locateROI derives the width from the buffer's size
        return true;
    }
    catch (const cl::Error& e)
    {
        logDebugOnce(std::string("the device has no memory for a band: ") + e.what());
        return false;
    }
}

//! Allocates an image, and fills a byte: drivers may reserve memory only when it is first used.
//! @param staged the buffer that it is in; null: a new one
bool BandSlot::add(UMat& image, Size size, int type, const StagedBuffer* staged)
{
    if (staged)
        ocl::convertFromBuffer(staged->device(), rowBytes(size, type), size.height, size.width, type, image);
    else
        image.create(size, type);
    return isOnDevice(image) && hasMemory(image);
}

std::unique_ptr<HostAccess> BandSlot::accessTo(const UMat& image, const StagedBuffer* staged)
{
    return std::unique_ptr<HostAccess>(
        staged ? new HostAccess(commands_, bufferOf(image), image.step * size_t(image.rows), staged->host)
               : new HostAccess(commands_, bufferOf(image), image.step * size_t(image.rows)));
}

const Implementation* BandSlot::start(const Range& rows, const BandWork& work)
{
    const ocl::OpenCLExecutionContextScope scope(context_);
    isWhole_ = false;
    const UMat src = source(rows);
    std::vector<UMat> dst;
    for (size_t i = 0; i < call_.dst.size(); ++i)
        dst.push_back(out_[i] ? dst_[i].rowRange(0, rows.size()) : call_.dst[i].device.rowRange(rows.start, rows.end));
    const Implementation* impl = work(src, dst);
    if (!impl)
        return nullptr;
    for (size_t i = 0; i < dst.size(); ++i)
        if (out_[i])
            out_[i]->beginRead(dst_[i].step * size_t(rows.size()));
    commands_.flush();
    rows_ = rows;
    return impl;
}

void BandSlot::finish()
{
    commands_.finish();
    for (size_t i = 0; i < out_.size(); ++i)
        if (out_[i])
        {
            const BandImage& image = call_.dst[i];
            copyRows(out_[i]->data(), dst_[i].step, image.data + image.step * size_t(rows_.start), image.step,
                     rowBytes(dst_[i]), rows_.size(), threads_, true);
            out_[i]->endRead();
        }
    rows_ = Range();
    isWhole_ = true;
}

//! The band's source, enqueued where it is a copy.
UMat BandSlot::source(const Range& rows)
{
    if (!copiesSource(call_))
        return call_.src.device.rowRange(rows.start, rows.end);
    const int halo = call_.filterSize.height - 1, top = call_.origin.y + rows.start - call_.anchor.y;
    const std::vector<int> read =
        sourceRows(top, rows.size() + halo, call_.readable.height, call_.border & ~BORDER_ISOLATED);
    if (in_)
        upload(read);
    else
        copyOnDevice(read);
    return src_(Rect(columns_.origin, call_.anchor.y, call_.size.width, rows.size()));
}

void BandSlot::upload(const std::vector<int>& rows)
{
    const BandImage& image = call_.src;
    const uchar* const data = image.data + src_.elemSize() * size_t(columns_.first);
    uchar* const to = in_->beginWrite(src_.step * rows.size());
    gatherRows(data, image.step, rows, to, src_.step, rowBytes(src_), threads_);
    in_->endWrite();
}

//! Row by row: NVIDIA's driver refuses some rectangles that end with a buffer (source_binding.cpp).
void BandSlot::copyOnDevice(const std::vector<int>& rows)
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

} // namespace clconv
} // namespace cv
