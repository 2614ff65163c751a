// SPDX-License-Identifier: Apache-2.0
//
// The threads of a work-group: their numbers, barriers, and the values that lanes of a warp exchange.

#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace clconv_test {

const int warpLanes = 32;

class Barrier
{
public:
    explicit Barrier(int threads) : threads_(threads) {}
    void wait();

private:
    const int threads_;
    int waiting_ = 0;
    unsigned round_ = 0;
    std::mutex mutex_;
    std::condition_variable released_;
};

//! The operands of a matrix product, by lane.
struct Warp
{
    Warp() : barrier(warpLanes) {}

    Barrier barrier;
    uint32_t a[warpLanes][4], b[warpLanes][4], metadata[warpLanes];
};

//! Runs a function in one thread for each work-item of groups of 32 x warps, group after group.
void forEachWorkItem(int groupsX, int groupsY, int warps, const std::function<void()>& workItem);

//! The coordinates of a work-item.
struct WorkItem
{
    unsigned lane, warp, groupX, groupY;
};

//! The work-item of the calling thread, in forEachWorkItem.
WorkItem currentItem();
Warp& currentWarp();

//! Returns when all work-items of the group have called it.
void waitForGroup();

} // namespace clconv_test
