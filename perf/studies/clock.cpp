// SPDX-License-Identifier: Apache-2.0
//
// Times calls by device time or wall time.

#include "clock.hpp"
#include "../common/device.hpp"
#include "util/profiling.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace study {

double timeOf(const std::function<void()>& run, int calls, Clock clock,
              const cv::ocl::OpenCLExecutionContext& profiling)
{
    cv::ocl::finish(); // earlier work must not share the device
    if (clock == Clock::Device)
    {
        const cv::ocl::OpenCLExecutionContextScope bound(profiling);
        cv::clconv::ProfilingScope events;
        for (int i = 0; i < calls; i++)
            run();
        const std::vector<double> ns = bench::nanosecondsOf(events);
        return 1e-6 * std::accumulate(ns.begin(), ns.end(), 0.) / calls;
    }
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; i++)
        run();
    cv::ocl::finish();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / calls;
}

int callsOfSample(double onceMs)
{
    const double sampleMs = 1;
    const int maxCalls = 200;
    return std::min(std::max(int(sampleMs / std::max(onceMs, 1e-6)) + 1, 1), maxCalls);
}

} // namespace study
