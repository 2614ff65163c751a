// SPDX-License-Identifier: Apache-2.0
//
// The process's own times overrule a table's ratio, which was measured on another machine of the kind. A build of B
// seconds on one of n cores takes B / n from calls if they use all cores, and less otherwise. It begins when calls have
// taken four times as long, so that calls and build together take at most 1.25 times the calls alone.

#include "planner/mat_times.hpp"

namespace cv { namespace clconv {

//! Calls of each kind after which the shorter minimum decides.
const int enoughCalls = 3;

//! The first time on the CPU may be long because memory is new. Below this fraction the device needs no second one.
const double clearlyFaster = 0.7;

//! The ratio in a table, in percent, from which on the device is used before the CPU's time is known.
const int clearGain = 150;

//! The slower of the two is tried again after this many calls, and at each power of two beyond, unless it takes more
//! than `worthRetry` times as long: other programs may have run during the first measurements.
const int firstRetry = 32;
const double worthRetry = 3;

static bool isRetry(int calls)
{
    return calls >= firstRetry && (calls & (calls - 1)) == 0;
}

//! Seconds of a build before the process has seen one: PoCL 3.1 on two cores takes 1.2 to 3.4.
const double usualBuild = 2;

//! A shorter build is a load from a cache of the driver: builds take .13 s and more, loads up to .05 s.
const double shortestBuild = 0.1;

//! Seconds on the CPU after which OpenCL is initialised if programs were built before: loading PoCL and its compiler
//! takes .1 to .3 s of one core.
const double worthLoading = 0.1;

const size_t maxClasses = 8192;

MatClass::MatClass(const Problem& problem, MatFunction function) :
    scalars(double(problem.rowScalars()) * double(problem.size.height))
{
    fields = {{int(function), problem.srcDepth * 8 + problem.dstDepth, problem.channels, problem.filterSize.width,
               problem.filterSize.height, problem.border, problem.rank, int(std::log2(std::max(scalars, 1.)))}};
}

bool MatTimes::choosesDevice(const MatClass& c, int gain) const
{
    const bool refused = gain > 0 && gain < 100;
    if (refused)
        return false;
    const Kept known = of(c);
    const Times &device = known.onDevice, &cpu = known.onCpu;
    if (device.count < enoughCalls)
        return true;
    if (cpu.count == 0)
        return gain >= clearGain;
    if (device.min < clearlyFaster * cpu.min)
        return true;
    if (cpu.count < enoughCalls)
        return false;
    const bool faster = device.min < cpu.min;
    const bool close = std::max(device.min, cpu.min) < worthRetry * std::min(device.min, cpu.min);
    return isRetry(known.calls) && close ? !faster : faster;
}

//! Later times count only around a retry, for device and CPU alike: the minimum of more calls would be shorter.
void MatTimes::add(const MatClass& c, bool device, double seconds)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Kept& known = kept(c);
    Times& times = device ? known.onDevice : known.onCpu;
    const bool counts = times.count < enoughCalls || isRetry(known.calls) || isRetry(known.calls - 1);
    ++known.calls;
    if (!counts)
        return;
    const double perScalar = seconds / std::max(c.scalars, 1.);
    times.min = times.count == 0 ? perScalar : std::min(times.min, perScalar);
    ++times.count;
}

MatTimes::Kept MatTimes::of(const MatClass& c) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = classes_.find(c);
    return found == classes_.end() ? Kept() : found->second;
}

//! The mutex must be locked. A full map is cleared.
MatTimes::Kept& MatTimes::kept(const MatClass& c)
{
    if (classes_.size() >= maxClasses)
        classes_.clear();
    return classes_[c];
}

void MatTimes::addCpuTime(const MatClass& c, double seconds)
{
    std::lock_guard<std::mutex> lock(mutex_);
    kept(c).seconds += seconds;
    seconds_ += seconds;
}

void MatTimes::addBuildTime(double seconds)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (seconds >= shortestBuild)
        longestBuild_ = std::max(longestBuild_, seconds);
}

void MatTimes::setHasRun(const MatClass& c)
{
    std::lock_guard<std::mutex> lock(mutex_);
    kept(c).hasRun = true;
}

bool MatTimes::repaysBuild(const MatClass& c) const
{
    const double seconds = of(c).seconds;
    std::lock_guard<std::mutex> lock(mutex_);
    return seconds * cores_ >= 4 * (longestBuild_ > 0 ? longestBuild_ : usualBuild);
}

void MatTimes::setNotLoadable(const MatClass& c)
{
    std::lock_guard<std::mutex> lock(mutex_);
    kept(c).loadable = false;
}

bool MatTimes::repaysLoads() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    return seconds_ >= worthLoading;
}

}} // namespace cv::clconv
