// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The decision. A build of B seconds on one of n cores takes B / n from calls if they use all cores, and less
// otherwise. It begins when calls have taken four times as long, so that calls and build together take at most 1.25
// times the calls alone.

#include "planner/mats/mat_demand.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! Seconds of a build before the process has seen one: PoCL 3.1 on two cores takes 1.2 to 3.4.
const double usualBuild = 2;

//! What takes less is loaded from a cache of the driver: builds take .13 s and more, loads up to .05 s.
const double shortestBuild = 0.1;

//! Seconds on the CPU after which OpenCL is initialised where programs were built before: loading PoCL and its compiler
//! takes .1 to .3 s of one core.
const double worthLoading = 0.1;

const size_t maxClasses = 4096;

} // namespace

void MatDemand::addCpuTime(const MatClass& c, double seconds)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (classes_.size() >= maxClasses)
        classes_.clear();
    classes_[c].seconds += seconds;
    seconds_ += seconds;
}

void MatDemand::addBuildTime(double seconds)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (seconds >= shortestBuild)
        longestBuild_ = std::max(longestBuild_, seconds);
}

bool MatDemand::hasRun(const MatClass& c) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = classes_.find(c);
    return found != classes_.end() && found->second.hasRun;
}

void MatDemand::setHasRun(const MatClass& c)
{
    std::lock_guard<std::mutex> lock(mutex_);
    classes_[c].hasRun = true;
}

bool MatDemand::repaysBuild(const MatClass& c) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = classes_.find(c);
    const double build = longestBuild_ > 0 ? longestBuild_ : usualBuild;
    return found != classes_.end() && found->second.seconds * cores_ >= 4 * build;
}

bool MatDemand::mayBeLoadable(const MatClass& c) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = classes_.find(c);
    return found == classes_.end() || found->second.loadable;
}

void MatDemand::setNotLoadable(const MatClass& c)
{
    std::lock_guard<std::mutex> lock(mutex_);
    classes_[c].loadable = false;
}

bool MatDemand::repaysLoads() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    return seconds_ >= worthLoading;
}

} // namespace clconv
} // namespace cv
