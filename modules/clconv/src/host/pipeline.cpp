// SPDX-License-Identifier: Apache-2.0
//
// Threads that run the bands in flight. Each has some slots of one device: it copies the rows of one band from or to
// page-locked memory while other bands are transferred and filtered. One thread copies more slowly than transfers run.

#include "host/pipeline.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <thread>

namespace cv { namespace clconv {
namespace {

//! What the threads of a call have in common.
class HostPipeline
{
public:
    HostPipeline(const HostCall& call, const BandWork& work) : call_(call), work_(work), rows_(call.size.height) {}

    //! Runs bands in so many slots until there are none or the device fails, and notes why it ended.
    void run(const HostDevice& device, int slotCount, CopyThreads threads) noexcept
    {
        try
        {
            const ocl::OpenCLExecutionContextScope scope(device.context);
            runSlots(device, slotCount, threads);
        }
        catch (const MemoryFailure& e) // a smaller band may need less
        {
            note(HostResult::NoMemory, nullptr, e.what());
        }
        catch (const std::exception& e)
        {
            note(HostResult::Done, std::current_exception(), e.what());
        }
    }

    HostRun result()
    {
        if (!reason_.empty() && rows_.isDone())
            logWarningOnce("bands in which a device failed were filtered by others: " + reason_);
        if (rows_.isDone())
            return {HostResult::Done, impl_};
        if (ended_ == HostResult::Done)
            std::rethrow_exception(failure_);
        return {ended_, nullptr};
    }

private:
    void runSlots(const HostDevice& device, int slotCount, CopyThreads threads)
    {
        std::vector<std::unique_ptr<HostSlot>> slots;
        try
        {
            for (int i = 0; i < slotCount; ++i)
                slots.emplace_back(new HostSlot(call_, device.plan.rows, device.access, threads));
        }
        catch (const cl::Error& e)
        {
            return note(HostResult::NoMemory, nullptr, std::string("the device has no memory for a band: ") + e.what());
        }
        Range taken;
        try
        {
            int pending = 0;
            for (size_t next = 0;; next = (next + 1) % slots.size())
            {
                HostSlot& slot = *slots[next];
                if (!slot.rows().empty())
                {
                    for (size_t i = 0; i < slots.size() && call_.isInPlace; ++i)
                        slots[i]->wait();
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
                    return note(HostResult::Refused, nullptr, "no implementation runs");
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

    void giveBack(const std::vector<std::unique_ptr<HostSlot>>& slots, const Range& taken)
    {
        for (const std::unique_ptr<HostSlot>& slot : slots)
            if (!slot->rows().empty())
                rows_.giveBack(slot->rows());
        if (!taken.empty())
            rows_.giveBack(taken);
    }

    //! The most hopeful end counts: smaller bands may need less memory, and after a failure another call may succeed.
    void note(HostResult ended, const std::exception_ptr& failure, const std::string& reason)
    {
        logDebugOnce("a thread ends before all bands are filtered: " + reason);
        std::lock_guard<std::mutex> lock(mutex_);
        if (failure && ended == HostResult::Done)
            failure_ = failure, reason_ = reason;
        if (ended_ == HostResult::Refused || ended == HostResult::NoMemory)
            ended_ = ended;
    }

    const HostCall& call_;
    const BandWork& work_;
    RowQueue rows_;
    std::atomic<const Implementation*> impl_{nullptr};
    std::mutex mutex_;                       // guards the rest
    HostResult ended_ = HostResult::Refused; //!< Done: by a failure
    std::exception_ptr failure_;
    std::string reason_;
};

struct ThreadOfSlots
{
    const HostDevice* device;
    int slots;
};

//! Each device gets as many threads as its plan gives, one at least, if there are bands for them.
std::vector<ThreadOfSlots> threadsFor(const std::vector<HostDevice>& devices, const HostCall& call)
{
    std::vector<ThreadOfSlots> threads;
    for (const HostDevice& device : devices)
    {
        const int bands = device.plan.count(call.size.height);
        const int slots = call.isInPlace ? bands : std::min(device.plan.slots, bands);
        const int count = call.isInPlace ? 1 : std::min(device.plan.threads, slots);
        for (int i = 0; i < count; ++i)
            threads.push_back({&device, (slots - i - 1) / count + 1});
    }
    return threads;
}

} // namespace

HostRun runPipeline(const std::vector<HostDevice>& devices, const HostCall& call, const BandWork& work)
{
    if (!call.isOnHost())
        finishQueue(); // other queues do not wait for what this one writes
    const std::vector<ThreadOfSlots> slots = threadsFor(devices, call);
    const CopyThreads copying = slots.size() > 1 ? CopyThreads::Caller : CopyThreads::OpenCVs;
    const CallSettings settings = callSettings();
    HostPipeline pipeline(call, work);
    std::vector<std::thread> others;
    for (size_t i = 1; i < slots.size(); ++i)
        try
        {
            others.emplace_back(
                [&, i]()
                {
                    callSettings() = settings;
                    pipeline.run(*slots[i].device, slots[i].slots, copying);
                });
        }
        catch (const std::system_error&) // the existing threads take its bands
        {
            break;
        }
    pipeline.run(*slots[0].device, slots[0].slots, copying);
    for (std::thread& other : others)
        other.join();
    return pipeline.result();
}

}} // namespace cv::clconv
