// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Counting calls, and OPENCV_CLCONV_SPECIALIZE.

#include "coefficients/specialization_table.hpp"
#include "coefficients/coefficient_set.hpp"
#include "util/log.hpp"

#include <cerrno>
#include <cstdlib>
#include <limits>

namespace cv
{
namespace clconv
{
namespace
{

const size_t maxCounted = 1024; // filters that are counted at a time
const int64 defaultThreshold = 500;
const int maxDoublings = 32;

//! What a specialized program depends on: not the size, position and row step of images.
Problem programKey(const Problem& problem, const std::shared_ptr<const SpecializedTaps>& specializedTaps)
{
    Problem key = problem;
    key.size = key.readable = Size();
    key.srcPitch = 0;
    key.rowAlignment = RowAlignment::None;
    key.wideIndex = false;
    key.specializedTaps = specializedTaps;
    return key;
}

} // namespace

SpecializationPolicy parseSpecializationPolicy(const std::string& text)
{
    const std::string after = "after:";
    if (text.empty())
        return {defaultThreshold, ""};
    if (text == "off")
        return {0, ""};
    const std::string digits = text.compare(0, after.size(), after) == 0 ? text.substr(after.size()) : "";
    errno = 0;
    const long long number = std::strtoll(digits.c_str(), NULL, 10);
    const bool isNumber = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
    if (!isNumber || errno != 0 || number == 0)
        return {defaultThreshold, "'" + text + "' is neither 'off' nor 'after:N' with a number of calls from 1 on"};
    return {int64(number), ""};
}

const SpecializationPolicy& currentSpecializationPolicy()
{
    if (const SpecializationPolicy* replaced = callSettings().specialization)
        return *replaced;
    static const SpecializationPolicy environment = []
    {
        const char* text = std::getenv("OPENCV_CLCONV_SPECIALIZE");
        const SpecializationPolicy policy = parseSpecializationPolicy(text ? text : "");
        if (!policy.error.empty())
            logWarningOnce("OPENCV_CLCONV_SPECIALIZE: " + policy.error);
        return policy;
    }();
    return environment;
}

std::shared_ptr<const SpecializedTaps> SpecializationTable::find(const Problem& problem,
                                                                 const CoefficientSet& coefficients, bool forced,
                                                                 Use use, bool& evicted)
{
    const std::shared_ptr<const SpecializedTaps> none;
    const int64 after = currentSpecializationPolicy().after;
    const bool counts = after > 0 && specializationPays(problem, coefficients.nonZero());
    if (use != Use::Prepare && !forced && !counts && preparedCount_ == 0)
        return none; // the usual case, without a lock
    if (!forced && coefficients.nonZero() > size_t(maxSpecializedTaps))
        return none;
    const std::shared_ptr<const SpecializedTaps> specializedTaps = coefficients.specializedTaps();
    if (!specializedTaps->refusal.empty())
        return forced ? specializedTaps : none; // explain() gives the reason for a forced implementation
    if (use == Use::Look && forced)
        return specializedTaps;

    const Problem key = programKey(problem, specializedTaps);
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = entries_.find(key);
    if (found == entries_.end())
    {
        if (use == Use::Look || (use == Use::Call && !forced && !counts))
            return none;
        if (entries_.size() >= maxCounted)
        {
            evict(key);
            evicted = true;
        }
        found = entries_.insert(std::make_pair(key, Entry())).first;
    }
    Entry& entry = found->second;
    const bool before = entry.hot || entry.forced;
    if (use == Use::Prepare && !entry.prepared && preparedCount_ < maxPreparedFilters)
    {
        entry.prepared = true;
        ++preparedCount_;
    }
    if (use == Use::Call && forced)
        entry.forced = true;
    if (use == Use::Call && !forced && counts && !entry.hot && !entry.prepared)
        entry.hot = ++entry.calls > threshold(after);
    if (!before && (entry.hot || entry.forced) && ++hotCount_ > maxHotFilters)
    {
        hotEvictions_ += entry.hot;
        evict(key);
        evicted = true;
    }
    return forced || entry.prepared || (entry.hot && counts) ? specializedTaps : none;
}

//! Calls after which a filter is hot. Doubled at each eviction by a hot filter: more than maxHotFilters of them in turn
//! would otherwise build programs for ever. A new policy starts with its own number.
int64 SpecializationTable::threshold(int64 after)
{
    if (policy_ != after)
        hotEvictions_ = 0;
    policy_ = after;
    const int64 factor = int64(1) << std::min(hotEvictions_, maxDoublings);
    return after <= std::numeric_limits<int64>::max() / factor ? after * factor : std::numeric_limits<int64>::max();
}

//! Removes all entries but the prepared ones and this one.
void SpecializationTable::evict(const Problem& kept)
{
    hotCount_ = 0;
    for (auto entry = entries_.begin(); entry != entries_.end();)
    {
        if (entry->first == kept)
            hotCount_ += entry->second.hot || entry->second.forced;
        if (entry->first == kept || entry->second.prepared)
            ++entry;
        else
            entry = entries_.erase(entry);
    }
}

bool SpecializationTable::contains(const Problem& problem) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = entries_.find(programKey(problem, problem.specializedTaps));
    return found != entries_.end() && found->second.compiled();
}

} // namespace clconv
} // namespace cv
