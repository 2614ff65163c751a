// SPDX-License-Identifier: Apache-2.0
//
// Buffers, rows and commands of a band.

#include "host/host_slot.hpp"
#include "dispatch/dispatcher.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <opencv2/core/hal/intrin.hpp>

#include <numeric>

namespace cv { namespace clconv {
namespace {

//! Larger outputs are not read from caches later.
const size_t maxCachedBytes = size_t(64) << 20;

size_t rowBytes(const Layout& layout)
{
    return size_t(CV_ELEM_SIZE(layout.type)) * size_t(layout.parent.width);
}

size_t bytesOf(const Layout& layout)
{
    return layout.step * size_t(layout.parent.height);
}

std::vector<SlotBuffer::Shape> shapesOf(const HostCall& call, int rows, SlotBuffer::Access access)
{
    std::vector<SlotBuffer::Shape> shapes;
    if (call.copiesSource)
        shapes.push_back({bytesOf(call.sourceLayout(rows)), call.src.isOnHost() ? access : SlotBuffer::Access::Device});
    for (const HostImage& image : call.dst)
        if (image.isOnHost())
            shapes.push_back({bytesOf(call.outputLayout(image, rows)), access});
    return shapes;
}

//! The slot's queue; the current one where kernels must not run on several.
ocl::OpenCLExecutionContext contextOn(const ocl::Queue& queue)
{
    const ocl::OpenCLExecutionContext current = ocl::OpenCLExecutionContext::getCurrent();
    const ocl::Queue chosen = Dispatcher::current()->traits().concurrentQueues ? queue : current.getQueue();
    return current.cloneWithNewQueue(callSettings().profiling ? chosen.getProfilingQueue() : chosen);
}

//! Runs `copy` on stripes of the rows, one for each 256 KiB: for less, waking up a core takes longer than its copy.
void onStripes(size_t bytes, int count, CopyThreads threads, const std::function<void(const Range&)>& copy)
{
    const size_t stripeBytes = 256 << 10;
    const double stripes = double(bytes * size_t(count)) / double(stripeBytes);
    if (threads == CopyThreads::Caller || stripes < 2)
        copy(Range(0, count));
    else
        parallel_for_(Range(0, count), copy, stripes);
}

//! Copies past the caches, which then do not read what is overwritten. NVIDIA H200, 16384x16384 32FC1 5x5 in bands: 58
//! to 62 ms, with memcpy 72 to 74. Into pinned memory, which a transfer reads next, memcpy is faster.
void stream(uchar* to, const uchar* from, size_t bytes)
{
    size_t i = 0;
#if CV_SIMD128
    const size_t line = 64;
    i = std::min(bytes, (line - reinterpret_cast<size_t>(to) % line) % line);
    std::memcpy(to, from, i);
    for (; i + line <= bytes; i += line)
        for (size_t part = i; part < i + line; part += 16)
            v_store_aligned_nocache(to + part, v_load(from + part));
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
    std::memcpy(to + i, from + i, bytes - i);
}

//! Copies with `copyBytes(to, from, bytes)`, memory without gaps at once.
template<typename CopyBytes>
void copy(const uchar* from, size_t fromStep, uchar* to, size_t toStep, size_t bytes, int count,
          const CopyBytes& copyBytes)
{
    if (fromStep == bytes && toStep == bytes)
        copyBytes(to, from, bytes * size_t(count));
    else
        for (int y = 0; y < count; ++y, from += fromStep, to += toStep)
            copyBytes(to, from, bytes);
}

//! The end of the rows from `first` on that follow one another, or are all zeros.
int endOfRun(const std::vector<int>& rows, int first, int end)
{
    int y = first + 1;
    while (y < end && (rows[size_t(first)] < 0 ? rows[size_t(y)] < 0 : rows[size_t(y)] == rows[size_t(y - 1)] + 1))
        ++y;
    return y;
}

//! Copies the rows with these numbers, in this order; a number below 0 stands for zeros.
//! @param pastCaches where the copies are too large to be read from caches later
void copyRows(const uchar* from, size_t fromStep, const std::vector<int>& rows, uchar* to, size_t toStep, size_t bytes,
              CopyThreads threads, bool pastCaches)
{
    onStripes(bytes, int(rows.size()), threads,
              [&](const Range& range)
              {
                  for (int y = range.start, end; y < range.end; y = end)
                  {
                      end = endOfRun(rows, y, range.end);
                      const uchar* const source = from + fromStep * size_t(std::max(rows[size_t(y)], 0));
                      uchar* const target = to + toStep * size_t(y);
                      if (rows[size_t(y)] < 0)
                          for (int zero = y; zero < end; ++zero)
                              std::memset(to + toStep * size_t(zero), 0, bytes);
                      else if (pastCaches)
                          copy(source, fromStep, target, toStep, bytes, end - y, stream);
                      else
                          copy(source, fromStep, target, toStep, bytes, end - y, std::memcpy);
                  }
              });
}

} // namespace

HostSlot::HostSlot(const HostCall& call, int rows, SlotBuffer::Access access, CopyThreads threads) :
    call_(call), threads_(threads), kept_(HostMemory::current()), memory_(kept_->lease(shapesOf(call, rows, access))),
    context_(contextOn(memory_->queue)), commands_(static_cast<cl_command_queue>(context_.getQueue().ptr()), true)
{
}

HostSlot::~HostSlot()
{
    isWhole_ = isWhole_ && rows_.empty();
    if (!drain(commands_))
        memory_.release(); // transfers may still use the pinned memory: it is leaked
    else if (isWhole_)
        withoutThrowing("memory of a band cannot be kept", [&]() { kept_->giveBack(std::move(memory_)); });
}

const Implementation* HostSlot::start(const Range& rows, const BandWork& work)
{
    const ocl::OpenCLExecutionContextScope scope(context_);
    isWhole_ = isComplete_ = false;
    const UMat src = source(rows);
    auto buffer = memory_->buffers.begin() + call_.copiesSource;
    std::vector<UMat> dst;
    for (const HostImage& image : call_.dst)
        dst.push_back(image.isOnHost() ? imageIn((buffer++)->device, call_.outputLayout(image, rows.size()))
                                       : image.device.rowRange(rows.start, rows.end));
    const Implementation* impl = work(src, rows, dst);
    if (!impl)
        return nullptr;
    buffer = memory_->buffers.begin() + call_.copiesSource;
    for (const HostImage& image : call_.dst)
        if (image.isOnHost())
            (buffer++)->beginRead(commands_, bytesOf(call_.outputLayout(image, rows.size())));
    commands_.flush();
    rows_ = rows;
    return impl;
}

void HostSlot::wait()
{
    if (!isComplete_)
        commands_.finish();
    isComplete_ = true;
}

void HostSlot::finish()
{
    wait();
    auto buffer = memory_->buffers.begin() + call_.copiesSource;
    std::vector<int> numbers(size_t(rows_.size()));
    std::iota(numbers.begin(), numbers.end(), 0);
    for (const HostImage& image : call_.dst)
        if (image.isOnHost())
        {
            const Layout layout = call_.outputLayout(image, rows_.size());
            const bool pastCaches = image.step * size_t(call_.size.height) > maxCachedBytes;
            copyRows(buffer->host, layout.step, numbers, image.data + image.step * size_t(rows_.start), image.step,
                     rowBytes(layout), threads_, pastCaches);
            (buffer++)->endRead(commands_);
        }
    rows_ = Range();
    isWhole_ = true;
}

UMat HostSlot::source(const Range& rows)
{
    if (!call_.copiesSource)
        return call_.src.device.rowRange(rows.start, rows.end);
    const Layout layout = call_.sourceLayout(rows.size());
    SlotBuffer& buffer = memory_->buffers.front();
    const std::vector<int> numbers = call_.rowsOfSource(rows);
    if (call_.src.isOnHost())
    {
        uchar* const to = buffer.beginWrite(commands_, bytesOf(layout));
        copyRows(call_.src.data, call_.src.step, numbers, to, layout.step, rowBytes(layout), threads_, false);
        buffer.endWrite(commands_, bytesOf(layout));
        commands_.flush(); // the transfer runs while the launch is prepared
    }
    else
        copyOnDevice(numbers, buffer, layout.step, rowBytes(layout));
    return imageIn(buffer.device, layout);
}

//! Row by row: NVIDIA's driver refuses some rectangles that end with a buffer (source_binding.cpp).
void HostSlot::copyOnDevice(const std::vector<int>& rows, const SlotBuffer& buffer, size_t step, size_t bytes)
{
    const UMat& image = call_.src.device;
    const cl::Buffer from(static_cast<cl_mem>(image.handle(ACCESS_READ)), true);
    const Point window = call_.toWindow();
    const size_t first =
        size_t(ptrdiff_t(image.offset) + ptrdiff_t(image.step) * window.y + ptrdiff_t(image.elemSize()) * window.x);
    for (size_t y = 0; y < rows.size(); ++y)
        if (rows[y] < 0)
            commands_.enqueueFillBuffer(buffer.device, uchar(0), step * y, bytes);
        else
            commands_.enqueueCopyBuffer(from, buffer.device, first + image.step * size_t(rows[y]), step * y, bytes);
}

}} // namespace cv::clconv
