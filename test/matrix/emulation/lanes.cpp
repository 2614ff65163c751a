// SPDX-License-Identifier: Apache-2.0
//
// Threads as work-items.

#include "matrix/emulation/lanes.hpp"

#include <memory>
#include <thread>

namespace clconv_test {
namespace {

struct Group
{
    explicit Group(int warpCount) : barrier(warpLanes * warpCount), warps(size_t(warpCount)) {}

    Barrier barrier;
    std::vector<Warp> warps;
};

thread_local unsigned lane, warpNumber, groupX, groupY;
Group* group; // the running group

} // namespace

void Barrier::wait()
{
    std::unique_lock<std::mutex> lock(mutex_);
    const unsigned round = round_;
    if (++waiting_ == threads_)
    {
        waiting_ = 0;
        ++round_;
        released_.notify_all();
        return;
    }
    released_.wait(lock, [&]() { return round != round_; });
}

void forEachWorkItem(int groupsX, int groupsY, int warps, const std::function<void()>& workItem)
{
    const std::unique_ptr<Group> owned(new Group(warps));
    group = owned.get();
    std::vector<std::thread> threads;
    for (int item = 0; item < warpLanes * warps; item++)
        threads.emplace_back(
            [=, &workItem]()
            {
                lane = unsigned(item % warpLanes);
                warpNumber = unsigned(item / warpLanes);
                for (groupY = 0; groupY < unsigned(groupsY); groupY++)
                    for (groupX = 0; groupX < unsigned(groupsX); groupX++)
                    {
                        workItem();
                        group->barrier.wait(); // the next group uses the same local memory
                    }
            });
    for (std::thread& thread : threads)
        thread.join();
    group = nullptr;
}

WorkItem currentItem()
{
    return {lane, warpNumber, groupX, groupY};
}

Warp& currentWarp()
{
    return group->warps[warpNumber];
}

void waitForGroup()
{
    group->barrier.wait();
}

} // namespace clconv_test
