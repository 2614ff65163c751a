// SPDX-License-Identifier: Apache-2.0
//
// Rounds of back-to-back calls and of device times.

#include "method.hpp"
#include "../../common/device.hpp"
#include "util/profiling.hpp"
#include "problem/params.hpp"

#include <chrono>
#include <numeric>

namespace bench {

std::unique_ptr<cv::clconv::ForceScope> scopeOf(const std::string& force)
{
    return std::unique_ptr<cv::clconv::ForceScope>(force.empty() ? nullptr : new cv::clconv::ForceScope(force));
}

void Method::roundOfCalls()
{
    const auto forced = scopeOf(force);
    const double minUs = 10000; // long compared with the resolution of the clock and with filling the queue
    const auto start = std::chrono::steady_clock::now();
    const auto spent = [&]
    { return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count(); };
    int calls = 0;
    for (int batch = 1; spent() < minUs; batch *= 2, cv::ocl::finish())
        for (int i = 0; i < batch; i++, calls++)
        {
            if (next)
                next();
            call();
        }
    wall.push_back(spent() / calls);
}

void Method::roundOfEvents(const cv::ocl::OpenCLExecutionContext& profiling)
{
    const auto forced = scopeOf(force);
    const cv::ocl::OpenCLExecutionContextScope bound(profiling);
    cv::clconv::ProfilingScope events;
    if (next)
        next();
    call();
    const std::vector<double> ns = nanosecondsOf(events);
    if (!ns.empty())
        device.push_back(1e-3 * std::accumulate(ns.begin(), ns.end(), 0.));
}

void measureInTurn(Method& one, Method& other, int rounds)
{
    const cv::ocl::OpenCLExecutionContext profiling = profilingContext();
    for (int round = 0; round < rounds; round++)
        for (Method* method : {round % 2 ? &other : &one, round % 2 ? &one : &other})
        {
            method->roundOfCalls();
            method->roundOfEvents(profiling);
        }
}

} // namespace bench
