// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Failures become exclusions.

#include "dispatch/exclusions.hpp"
#include "implementations/implementation.hpp"
#include "util/log.hpp"

namespace cv
{
namespace clconv
{
namespace
{

const size_t maxFailures = 4096; // a full map is cleared: what fails is excluded once more

} // namespace

void Exclusions::add(const PlanKey& key, const Plan& plan, const DeviceTraits& traits, const std::string& reason)
{
    const std::string name = plan.impl->name;
    if (plan.localBytes > traits.localBytes)
    {
        if (!reportedLocalOnly_.exchange(true))
            logLastingWarningOnce(
                format("more local memory than the device's %zu bytes is not used: ", traits.localBytes) + name + ", " +
                reason);
        return;
    }
    logLastingWarningOnce("implementation '" + name + "' is excluded: " + reason);
    std::lock_guard<std::mutex> lock(mutex_);
    if (failures_.size() >= maxFailures)
        failures_.clear();
    failures_[key][name] = reason;
}

std::map<std::string, std::string> Exclusions::failedFor(const PlanKey& key) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = failures_.find(key);
    return found != failures_.end() ? found->second : Failures();
}

DeviceTraits Exclusions::usable(const DeviceTraits& traits) const
{
    DeviceTraits result = traits;
    if (reportedLocalOnly_)
        result.unreportedLocalBytes = 0;
    return result;
}

} // namespace clconv
} // namespace cv
