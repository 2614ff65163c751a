// SPDX-License-Identifier: Apache-2.0
//
// Reads resident memory from /proc, and live objects from the library between OpenCV, clconv and the ICD loader.

#include "measurement.hpp"

#include "faults/faulty_opencl.hpp"

#include <opencv2/core.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <malloc.h>
#include <thread>
#include <unistd.h>

namespace clconv_test {
namespace {

using namespace clconv_faults;

double residentMegabytes()
{
    malloc_trim(0);
    long total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    CV_Assert(resident > 0);
    return double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

typedef int Measurement::*Count;

int largest(const std::vector<Measurement>& all, double from, double to, Count count)
{
    int result = 0;
    for (const Measurement& m : all)
        if (m.seconds >= from * all.back().seconds && m.seconds <= to * all.back().seconds)
            result = std::max(result, m.*count);
    return result;
}

double largestMegabytes(const std::vector<Measurement>& all, double from, double to)
{
    double result = 0;
    for (const Measurement& m : all)
        if (m.seconds >= from * all.back().seconds && m.seconds <= to * all.back().seconds)
            result = std::max(result, m.megabytes);
    return result;
}

} // namespace

Measurement measure(double seconds, long calls)
{
    int before = -1, now = references(Object::Event) + references(Object::Memory);
    for (int i = 0; i < 40 && (now != before || references(Object::Event) > 0); i++)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        before = now;
        now = references(Object::Event) + references(Object::Memory);
    }
    return {seconds,
            calls,
            residentMegabytes(),
            references(Object::Memory),
            references(Object::Kernel),
            references(Object::Event)};
}

std::string toString(const Measurement& m)
{
    return cv::format("%6.0f s %9ld calls %7.1f MiB resident, %d memory objects, %d kernels, %d events", m.seconds,
                      m.calls, m.megabytes, m.memory, m.kernels, m.events);
}

std::string grown(const std::vector<Measurement>& all, double growth, int threads)
{
    const double begin = 0.4, middle = 0.7;
    const double before = largestMegabytes(all, begin, middle), after = largestMegabytes(all, middle, 1);
    std::string text;
    if (after > before + growth)
        text = cv::format("resident memory from %.1f to %.1f MiB; ", before, after);
    const std::pair<const char*, Count> counts[] = {{"memory objects", &Measurement::memory},
                                                    {"events", &Measurement::events}};
    for (const auto& count : counts)
    {
        const int first = largest(all, begin, middle, count.second), last = largest(all, middle, 1, count.second);
        if (last > first)
            text += cv::format("%s from %d to %d; ", count.first, first, last);
    }
    const int kernels = largest(all, middle, 1, &Measurement::kernels), bound = all[0].kernels * threads;
    if (kernels > bound)
        text += cv::format("kernels to %d, beyond %d; ", kernels, bound);
    return text;
}

} // namespace clconv_test
