// SPDX-License-Identifier: Apache-2.0
//
// Filters images in bands of rows, which pass through slots: source rows with their halo are uploaded, filtered, and
// downloaded, several bands at a time, on one device or several.

#pragma once

#include "host/host_slot.hpp"

#include <condition_variable>
#include "planner/host_plan.hpp"

namespace cv { namespace clconv {

//! The rows of a call, from which threads take bands as they become free: a device that is faster, or less busy, takes
//! more of them. What a device fails to filter goes back and is taken by another one.
class RowQueue
{
public:
    explicit RowQueue(int rows) : left_(1, Range(0, rows)) {}

    //! Takes up to `most` rows.
    //! @param wait whether to wait while none is left but others have taken some, which may come back
    Range take(int most, bool wait)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        if (wait)
            changed_.wait(lock, [&]() { return !left_.empty() || taken_ == 0; });
        if (left_.empty())
            return Range(0, 0);
        Range& next = left_.back();
        const Range rows(next.start, std::min(next.start + most, next.end));
        next.start = rows.end;
        if (next.empty())
            left_.pop_back();
        taken_ += rows.size();
        return rows;
    }

    void finish(const Range& rows)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        taken_ -= rows.size();
        if (taken_ == 0)
            changed_.notify_all();
    }

    void giveBack(const Range& rows)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        left_.push_back(rows);
        taken_ -= rows.size();
        changed_.notify_all();
    }

    bool isDone()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return left_.empty() && taken_ == 0;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Range> left_; //!< the one to be taken next is the last
    int taken_ = 0;           //!< rows
};

struct HostDevice
{
    ocl::OpenCLExecutionContext context;
    HostPlan plan;
    SlotBuffer::Access access; //!< of the host to the buffers of slots
};

enum class HostResult
{
    Done,
    Refused, //!< by the work
    NoMemory //!< for the bands or for what the work allocates; outputs may have been written
};

struct HostRun
{
    HostResult result;
    const Implementation* impl; //!< that filtered the last band of some device; null unless Done
};

//! Runs a call and waits for it. Bands that one device does not filter are taken by the others; throws if none is left
//! and one has failed. Outputs may have been written then, unless the call is in place.
//! @param devices more than one only where all images are on the host, and the call is not in place
HostRun runPipeline(const std::vector<HostDevice>& devices, const HostCall& call, const BandWork& work);

}} // namespace cv::clconv
