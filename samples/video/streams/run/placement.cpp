// SPDX-License-Identifier: Apache-2.0
//
// Counting streams.

#include "placement.hpp"

#include <algorithm>
#include <numeric>

namespace samples {

Placement::Placement(std::vector<StreamDevice> devices, const FilterWork& work, int workers, size_t capacity)
{
    for (StreamDevice& opened : devices)
    {
        devices_.push_back({opened, std::make_unique<BusyTime>(), std::vector<int>(size_t(workers)), {}});
        Device& device = devices_.back();
        for (int worker = 0; worker < workers; worker++)
            device.workers.push_back(
                std::make_unique<Worker>(makeFrameFilter(work, opened.context), capacity, *device.busy));
    }
}

Place Placement::take()
{
    const auto streamsOf = [](const Device& device)
    { return std::accumulate(device.streams.begin(), device.streams.end(), 0); };
    std::lock_guard<std::mutex> lock(mutex_);
    const auto device = std::min_element(devices_.begin(), devices_.end(),
                                         [&](const Device& a, const Device& b) { return streamsOf(a) < streamsOf(b); });
    const auto worker = std::min_element(device->streams.begin(), device->streams.end());
    ++*worker;
    return {int(device - devices_.begin()), int(worker - device->streams.begin())};
}

void Placement::giveBack(const Place& place)
{
    std::lock_guard<std::mutex> lock(mutex_);
    devices_[size_t(place.device)].streams[size_t(place.worker)]--;
}

int Placement::workerCount() const
{
    return int(devices_.size() * devices_[0].workers.size());
}

} // namespace samples
