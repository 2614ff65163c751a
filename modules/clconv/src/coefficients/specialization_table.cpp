// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Counting calls, and what the environment says of it.

#include "coefficients/specialization_table.hpp"
#include "coefficients/coefficient_set.hpp"
#include "util/log.hpp"

#include <cerrno>
#include <cstdlib>

namespace cv
{
namespace clconv
{
namespace
{

const size_t maxCounted = 1024; // kernels that are counted at a time
const int64 usualThreshold = 500;

//! A program serves every size, place and step of images.
Problem kindOf(const Problem& problem, const std::shared_ptr<const SpecializedTaps>& specializedTaps)
{
    Problem kind = problem;
    kind.size = kind.readable = Size();
    kind.srcPitch = 0;
    kind.rowAlignment = RowAlignment::None;
    kind.wideIndex = false;
    kind.specializedTaps = specializedTaps;
    return kind;
}

} // namespace

SpecializationPolicy parseSpecializationPolicy(const std::string& text)
{
    const std::string after = "after:";
    if (text.empty())
        return {usualThreshold, ""};
    if (text == "off")
        return {0, ""};
    const std::string digits = text.compare(0, after.size(), after) == 0 ? text.substr(after.size()) : "";
    errno = 0;
    const long long number = std::strtoll(digits.c_str(), NULL, 10);
    const bool isNumber = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
    if (!isNumber || errno != 0 || number == 0)
        return {usualThreshold, "'" + text + "' is neither 'off' nor 'after:N' with a number of calls from 1 on"};
    return {int64(number), ""};
}

const SpecializationPolicy& currentSpecializationPolicy()
{
    if (const auto* replaced = SpecializationScope::current())
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
                                                                 Use use, bool& startedOver)
{
    const std::shared_ptr<const SpecializedTaps> none;
    const int64 after = currentSpecializationPolicy().after;
    const bool counts = after > 0 && specializationPays(problem, coefficients.nonZero());
    if (use != Use::Prepare && !forced && !counts && preparedCount_ == 0)
        return none; // ordinary calls end here
    if (!forced && coefficients.nonZero() > size_t(maxSpecializedTaps))
        return none;
    const std::shared_ptr<const SpecializedTaps> specializedTaps = coefficients.specializedTaps(problem.filterSize);
    if (!specializedTaps->refusal.empty())
        return forced ? specializedTaps : none; // a forced implementation says why it does not apply
    if (use == Use::Look && forced)
        return specializedTaps;

    const Problem kind = kindOf(problem, specializedTaps);
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = entries_.find(kind);
    if (found == entries_.end())
    {
        if (use == Use::Look || (use == Use::Call && !forced && !counts))
            return none;
        if (entries_.size() >= maxCounted)
            startedOver |= startOver(kind);
        found = entries_.insert(std::make_pair(kind, Entry())).first;
    }
    Entry& entry = found->second;
    const bool before = entry.hot || entry.forced;
    if (use == Use::Prepare && !entry.prepared && preparedCount_ < maxPreparedKernels)
    {
        entry.prepared = true;
        ++preparedCount_;
    }
    if (use == Use::Call && forced)
        entry.forced = true;
    if (use == Use::Call && !forced && counts && !entry.hot && !entry.prepared)
        entry.hot = ++entry.calls > after;
    if (!before && (entry.hot || entry.forced) && ++own_ > maxHotKernels)
        startedOver |= startOver(kind);
    return forced || entry.prepared || (entry.hot && counts) ? specializedTaps : none;
}

//! Forgets all but the prepared kernels and this one.
bool SpecializationTable::startOver(const Problem& kept)
{
    own_ = 0;
    for (auto entry = entries_.begin(); entry != entries_.end();)
    {
        if (entry->first == kept)
            own_ += entry->second.hot || entry->second.forced;
        if (entry->first == kept || entry->second.prepared)
            ++entry;
        else
            entry = entries_.erase(entry);
    }
    return true;
}

bool SpecializationTable::holds(const Problem& problem) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = entries_.find(kindOf(problem, problem.specializedTaps));
    return found != entries_.end() && found->second.compiled();
}

} // namespace clconv
} // namespace cv
