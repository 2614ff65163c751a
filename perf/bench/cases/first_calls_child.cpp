// SPDX-License-Identifier: Apache-2.0
//
// The child process: its first call is the first filter that it runs.

#include "first_calls.hpp"
#include "../../common/device.hpp"
#include "dispatch/dispatcher.hpp"
#include "runtime/compiled_kernel.hpp"
#include "../subject.hpp"

#include <opencv2/clconv.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

namespace bench {
namespace {

typedef std::chrono::steady_clock Clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

//! Prints the longest of the first calls, when the device first ran a call, the mean time of the calls before that, and
//! the time of cv::filter2D on a Mat.
//! @param call returns its time
template<typename Call>
void printServed(const Call& call, const std::function<bool()>& isReady, const std::function<void()>& onMat)
{
    const size_t first = 100;
    const double longestWait = 120e3;
    std::vector<double> onMats, calls;
    for (int i = 0; i < 7; i++)
    {
        const auto start = Clock::now();
        onMat();
        onMats.push_back(millisecondsSince(start));
    }
    const auto start = Clock::now();
    double ready = 0, before = 0;
    while (calls.size() < first || (!ready && millisecondsSince(start) < longestWait))
    {
        calls.push_back(call());
        if (ready)
            continue;
        if (isReady())
            ready = millisecondsSince(start);
        else
            before = millisecondsSince(start) / double(calls.size());
    }
    std::printf("%.6f %.6f %.6f %.6f\n", *std::max_element(calls.begin(), calls.begin() + first), ready, before,
                median(onMats));
}

} // namespace

int runChild(const Options& options)
{
    const Case& c = options.cases.front();
    const bool stock = options.child == "stock";
    openDevice();
    cv::Mat image(c.size, c.pixel.type);
    cv::randu(image, cv::Scalar::all(0), cv::Scalar::all(255));
    cv::UMat src, dst(c.size, c.pixel.dstType());
    image.copyTo(src); // an upload, which builds no program
    cv::ocl::finish();

    const auto call = [&](const cv::Mat& kernel)
    {
        const auto start = Clock::now();
        if (stock)
            cv::filter2D(src, dst, c.pixel.ddepth, kernel, cv::Point(-1, -1), 0, c.border.type);
        else
            cv::clconv::filter2D(src, dst, c.pixel.ddepth, kernel, cv::Point(-1, -1), 0, c.border.type);
        cv::ocl::finish();
        return millisecondsSince(start);
    };
    const cv::Mat kernel = makeKernel(c.kernel, c.ksize);
    if (options.child == "served")
    {
        cv::Mat result;
        const cv::clconv::ColdCallsScope serve(cv::clconv::COLD_SERVE);
        printServed([&] { return call(kernel); },
                    [&] { return cv::clconv::isReady(src, c.pixel.ddepth, kernel, cv::Point(-1, -1), c.border.type); },
                    [&] { cv::filter2D(image, result, c.pixel.ddepth, kernel, cv::Point(-1, -1), 0, c.border.type); });
        return 0;
    }
    const double first = call(kernel);
    std::vector<double> repeated, another;
    for (int i = 0; i < 30; i++)
        repeated.push_back(call(kernel));
    const int built = cv::clconv::programsBuilt();
    for (int i = 1; i <= 5; i++)
        another.push_back(call(kernel * (1 - 0.01 * i)));
    std::printf("%.6f %.6f %.6f %d\n", first, median(repeated), median(another), cv::clconv::programsBuilt() - built);
    return 0;
}

} // namespace bench
