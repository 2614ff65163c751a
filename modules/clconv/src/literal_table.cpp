// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Counting calls, and what the environment says of it.

#include "literal_table.hpp"
#include "impls/impl.hpp"
#include "log.hpp"
#include "runtime.hpp"

#include <cerrno>
#include <cstdlib>

namespace cv
{
namespace clconv
{
namespace
{

thread_local const LiteralScope* innermost = NULL;

const size_t mostCounted = 1024; // kernels that are counted at a time
const int64 usualThreshold = 500;

//! A program serves every size, place and step of images.
Problem kindOf(const Problem& problem, const std::shared_ptr<const Literals>& literals)
{
    Problem kind = problem;
    kind.size = kind.readable = Size();
    kind.srcPitch = 0;
    kind.srcAlignment = 0;
    kind.wideIndex = false;
    kind.literals = literals;
    return kind;
}

} // namespace

LiteralPolicy parseLiteralPolicy(const std::string& text)
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

const LiteralPolicy& currentLiteralPolicy()
{
    if (innermost)
        return innermost->policy_;
    static const LiteralPolicy environment = []
    {
        const char* text = std::getenv("OPENCV_CLCONV_LITERAL");
        const LiteralPolicy policy = parseLiteralPolicy(text ? text : "");
        if (!policy.error.empty())
            logWarningOnce("OPENCV_CLCONV_LITERAL: " + policy.error);
        return policy;
    }();
    return environment;
}

LiteralScope::LiteralScope(const std::string& text) : policy_(parseLiteralPolicy(text)), outer_(innermost)
{
    innermost = this;
}

LiteralScope::~LiteralScope()
{
    innermost = outer_;
}

std::shared_ptr<const Literals> LiteralTable::find(const Problem& problem, const CoefficientSet& coefficients,
                                                   const Force& force, Use use, bool& startedOver)
{
    const std::shared_ptr<const Literals> none;
    const int64 after = currentLiteralPolicy().after;
    const bool forced = force.name == literalImpl.name || force.name == cpuLiteralImpl.name;
    const bool counts = after > 0 && literalsPay(problem, coefficients.nonZero());
    if (use != Use::Prepare && !forced && !counts && prepared_ == 0)
        return none; // ordinary calls end here
    if (!forced && coefficients.nonZero() > size_t(mostLiteralTaps))
        return none;
    const std::shared_ptr<const Literals> literals = coefficients.literals(problem.kernel);
    if (!literals->refusal.empty())
        return forced ? literals : none; // a forced implementation says why it does not apply
    if (use == Use::Look && forced)
        return literals;

    const Problem kind = kindOf(problem, literals);
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = entries_.find(kind);
    if (found == entries_.end())
    {
        if (use == Use::Look || (use == Use::Call && !forced && !counts))
            return none;
        if (entries_.size() >= mostCounted)
            startedOver |= startOver(kind);
        found = entries_.insert(std::make_pair(kind, Entry())).first;
    }
    Entry& entry = found->second;
    const bool before = entry.often || entry.forced;
    if (use == Use::Prepare && !entry.prepared && prepared_ < mostPreparedKernels)
    {
        entry.prepared = true;
        ++prepared_;
    }
    if (use == Use::Call && forced)
        entry.forced = true;
    if (use == Use::Call && !forced && counts && !entry.often && !entry.prepared)
        entry.often = ++entry.calls > after;
    if (!before && (entry.often || entry.forced) && ++own_ > mostOftenKernels)
        startedOver |= startOver(kind);
    return forced || entry.prepared || (entry.often && counts) ? literals : none;
}

//! Forgets all but the prepared kernels and this one.
bool LiteralTable::startOver(const Problem& kept)
{
    own_ = 0;
    for (auto entry = entries_.begin(); entry != entries_.end();)
    {
        if (entry->first == kept)
            own_ += entry->second.often || entry->second.forced;
        if (entry->first == kept || entry->second.prepared)
            ++entry;
        else
            entry = entries_.erase(entry);
    }
    return true;
}

bool LiteralTable::holds(const Problem& problem) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = entries_.find(kindOf(problem, problem.literals));
    return found != entries_.end() && found->second.compiled();
}

} // namespace clconv
} // namespace cv
