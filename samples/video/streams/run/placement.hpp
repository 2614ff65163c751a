// SPDX-License-Identifier: Apache-2.0
//
// The devices with their workers, and which streams are on them.

#ifndef CLCONV_SAMPLES_PLACEMENT_HPP
#define CLCONV_SAMPLES_PLACEMENT_HPP

#include "../pipeline/devices.hpp"
#include "../pipeline/worker.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace samples {

//! Where the frames of a stream are filtered.
struct Place
{
    int device = -1, worker = -1; //!< -1: none yet
};

class Placement
{
public:
    //! @param workers of each device
    //! @param capacity of a worker: as many as all frames of all streams
    Placement(std::vector<StreamDevice> devices, const FilterWork& work, int workers, size_t capacity);

    //! The worker with the fewest streams on the device with the fewest. A stream takes its place when its source is
    //! open, so that sources that cannot be opened leave no worker idle.
    Place take();

    //! Frees the place of a stream that has ended.
    void giveBack(const Place& place);

    Worker& worker(const Place& place) const { return *devices_[size_t(place.device)].workers[size_t(place.worker)]; }
    const cv::ocl::OpenCLExecutionContext& context(const Place& place) const { return opened(place.device).context; }
    const StreamDevice& opened(int device) const { return devices_[size_t(device)].opened; }
    double busySeconds(int device) const { return devices_[size_t(device)].busy->seconds(); }
    int deviceCount() const { return int(devices_.size()); }
    int workerCount() const;

private:
    struct Device
    {
        StreamDevice opened;
        std::unique_ptr<BusyTime> busy;
        std::vector<int> streams; //!< of each worker, at the moment
        std::vector<std::unique_ptr<Worker>> workers;
    };

    std::vector<Device> devices_;
    std::mutex mutex_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_PLACEMENT_HPP
