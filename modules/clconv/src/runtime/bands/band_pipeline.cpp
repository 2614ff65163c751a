// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Threads that run the bands in flight. Each has some slots of one device: it copies the rows of one band from or to
// page-locked memory while other bands are transferred and filtered. One thread copies slower than a transfer runs.

#include "runtime/bands/band_slot.hpp"
#include "runtime/bands/row_queue.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <algorithm>
#include <thread>

namespace cv
{
namespace clconv
{
namespace
{

//! What the threads of a call have in common.
class BandsInWork
{
public:
    BandsInWork(const BandCall& call, const BandWork& work) : call_(call), work_(work), rows_(call.size.height) {}

    //! Runs bands in so many slots until there are none or the device fails, and notes why it ended.
    void run(const BandDevice& device, int slotCount, CopyThreads threads) noexcept
    {
        try
        {
            const ocl::OpenCLExecutionContextScope scope(device.context);
            runSlots(device, slotCount, threads);
        }
        catch (const MemoryFailure& e) // a smaller band may need less
        {
            note(BandsResult::NoMemory, nullptr, e.what());
        }
        catch (const std::exception& e)
        {
            note(BandsResult::Done, std::current_exception(), e.what());
        }
    }

    //! Of all threads, when they have ended.
    BandsRun result()
    {
        if (!reason_.empty() && rows_.isDone())
            logWarningOnce("bands in which a device failed were filtered by others: " + reason_);
        if (rows_.isDone())
            return {BandsResult::Done, impl_};
        if (ended_ == BandsResult::Done)
            std::rethrow_exception(failure_);
        return {ended_, nullptr};
    }

private:
    void runSlots(const BandDevice& device, int slotCount, CopyThreads threads)
    {
        std::vector<std::unique_ptr<BandSlot>> slots;
        for (int i = 0; i < slotCount; ++i)
        {
            slots.emplace_back(new BandSlot(call_, device.plan.rows, device.hostMemory, threads));
            if (!slots.back()->allocate())
            {
                MatBuffers::current()->releaseKept();
                return note(BandsResult::NoMemory, nullptr, "the device has no memory for its bands");
            }
        }
        Range taken;
        try
        {
            int pending = 0;
            for (size_t next = 0;; next = (next + 1) % slots.size())
            {
                BandSlot& slot = *slots[next];
                if (!slot.rows().empty())
                {
                    const Range done = slot.rows();
                    slot.finish();
                    rows_.finish(done);
                    --pending;
                }
                taken = rows_.take(device.plan.rows, pending == 0);
                if (taken.empty() && pending == 0)
                    return;
                if (taken.empty())
                    continue;
                const Implementation* impl = slot.start(taken, work_);
                if (!impl)
                {
                    giveBack(slots, taken);
                    return note(BandsResult::Refused, nullptr, "no implementation runs");
                }
                taken = Range();
                ++pending;
                impl_ = impl;
            }
        }
        catch (...)
        {
            giveBack(slots, taken);
            throw;
        }
    }

    void giveBack(const std::vector<std::unique_ptr<BandSlot>>& slots, const Range& taken)
    {
        for (const std::unique_ptr<BandSlot>& slot : slots)
            if (!slot->rows().empty())
                rows_.giveBack(slot->rows());
        if (!taken.empty())
            rows_.giveBack(taken);
    }

    //! The most hopeful end counts: smaller bands may need less memory, and of what failed another call may succeed.
    void note(BandsResult ended, const std::exception_ptr& failure, const std::string& reason)
    {
        logDebugOnce("a thread ends before all bands are filtered: " + reason);
        std::lock_guard<std::mutex> lock(mutex_);
        if (failure && ended == BandsResult::Done)
            failure_ = failure, reason_ = reason;
        if (ended_ == BandsResult::Refused || ended == BandsResult::NoMemory)
            ended_ = ended;
    }

    const BandCall& call_;
    const BandWork& work_;
    RowQueue rows_;
    std::atomic<const Implementation*> impl_{nullptr};
    std::mutex mutex_;                         // guards the rest
    BandsResult ended_ = BandsResult::Refused; //!< Done: by a failure
    std::exception_ptr failure_;
    std::string reason_;
};

//! The slots of one thread.
struct ThreadOfSlots
{
    const BandDevice* device;
    int slots;
};

//! Each device gets as many threads as its plan gives, one at least, if there are bands for them.
std::vector<ThreadOfSlots> threadsFor(const std::vector<BandDevice>& devices, int rows)
{
    std::vector<ThreadOfSlots> threads;
    for (const BandDevice& device : devices)
    {
        const int slots = std::min(device.plan.slots, device.plan.count(rows));
        const int count = std::min(device.plan.threads, slots);
        for (int i = 0; i < count; ++i)
            threads.push_back({&device, (slots - i - 1) / count + 1});
    }
    return threads;
}

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

HostSizes hostSizes(const BandCall& call, bool copiesSrc)
{
    HostSizes sizes = {call.size.height, call.filterSize.height - 1, 0, 0};
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

BandsRun runBands(const std::vector<BandDevice>& devices, const BandCall& call, const BandWork& work)
{
    finishQueue(); // other queues do not wait for what it writes
    const std::vector<ThreadOfSlots> slots = threadsFor(devices, call.size.height);
    const CopyThreads copying = slots.size() > 1 ? CopyThreads::Caller : CopyThreads::OpenCVs;
    const CallSettings settings = callSettings();
    BandsInWork bands(call, work);
    std::vector<std::thread> others;
    for (size_t i = 1; i < slots.size(); ++i)
        try
        {
            others.emplace_back(
                [&, i]()
                {
                    callSettings() = settings;
                    bands.run(*slots[i].device, slots[i].slots, copying);
                });
        }
        catch (const std::system_error&) // those that there are take its bands
        {
            break;
        }
    bands.run(*slots[0].device, slots[0].slots, copying);
    for (std::thread& other : others)
        other.join();
    return bands.result();
}

} // namespace clconv
} // namespace cv
