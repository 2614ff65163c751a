// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What planning is not to try again in a context: implementations that have failed to build or to launch for a problem,
// and more local memory than the device reports.

#pragma once

#include "problem/plan.hpp"
#include "runtime/cache/plan_key.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>

namespace cv
{
namespace clconv
{

class Exclusions
{
public:
    //! Settles the failure of a plan, with a warning: the next plan for this key is another one. A plan with more local
    //! memory than the device reports is the last such plan of the context; any other one excludes its implementation.
    //! @param traits of the device
    void add(const PlanKey& key, const Plan& plan, const DeviceTraits& traits, const std::string& reason);

    //! Implementations that have failed, each with the reason.
    std::map<std::string, std::string> failedFor(const PlanKey& key) const;

    //! The traits that planning may use.
    DeviceTraits usable(const DeviceTraits& traits) const;

private:
    typedef std::map<std::string, std::string> Failures;

    std::atomic<bool> reportedLocalOnly_{false}; // DeviceTraits::unreportedLocalBytes was tried, and failed
    mutable std::mutex mutex_;                   // guards the map
    std::unordered_map<PlanKey, Failures, PlanKeyHash> failures_;
};

} // namespace clconv
} // namespace cv
