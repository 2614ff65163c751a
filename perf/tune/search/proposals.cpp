// SPDX-License-Identifier: Apache-2.0
//
// Hill climbing over adjacent values.

#include "proposals.hpp"
#include "implementations/implementation.hpp"
#include "tuning/table.hpp"

#include <algorithm>
#include <cmath>

namespace tune {

using namespace cv::clconv;

namespace {

//! A set must be faster than the best one by this factor to replace it: less is noise, and adjacent cells that keep the
//! same parameters share a line.
const double gain = 1.015;

//! The values that are `distance` steps from this one in the list, which need not be sorted.
std::vector<int> valuesAt(int distance, std::vector<int> values, int value)
{
    std::sort(values.begin(), values.end());
    std::vector<int> found;
    const auto above = std::upper_bound(values.begin(), values.end(), value);
    const auto from = std::lower_bound(values.begin(), values.end(), value);
    if (values.end() - above >= distance)
        found.push_back(*(above + distance - 1));
    if (from - values.begin() >= distance)
        found.push_back(*(from - distance));
    return found;
}

} // namespace

Proposals::Proposals(const Implementation& impl, const Problem& problem, const DeviceTraits& traits) :
    impl_(&impl), problem_(problem), traits_(traits), space_(spaceOf(impl, problem, traits))
{
}

//! @returns whether the set is supported, whether or not it was proposed before
bool Proposals::add(const Params& given, std::vector<ParamSet>& sets)
{
    Decisions decisions;
    if (!complete(*impl_, problem_, traits_, given, Tuning(), decisions).empty())
        return false;
    const ParamSet set = {given, decisions.params};
    if (seen_.insert(set.all).second)
        sets.push_back(set);
    return true;
}

//! Keeps only parameters from which the others follow, so that the others follow when one is changed.
void Proposals::start(const Params& given)
{
    Decisions all, same;
    if (!complete(*impl_, problem_, traits_, given, Tuning(), all).empty())
        return;
    Params fewer = given;
    for (const auto& param : given)
    {
        Params without = fewer;
        without.erase(param.first);
        if (complete(*impl_, problem_, traits_, without, Tuning(), same).empty() && same.params == all.params)
            fewer = without;
    }
    add(fewer, starts_);
}

//! Proposes the best set with one value changed; drops another chosen parameter that conflicts with it.
void Proposals::addChanged(const std::string& name, int value, std::vector<ParamSet>& sets)
{
    Params changed = best_.given;
    changed[name] = value;
    if (add(changed, sets))
        return;
    for (const auto& other : best_.given)
    {
        Params fewer = changed;
        if (other.first != name && fewer.erase(other.first) && add(fewer, sets))
            return;
    }
}

//! Proposes all changes that gained together, and the two that gained the most.
void Proposals::addCombinations(std::vector<ParamSet>& sets)
{
    if (gained_.size() < 2)
        return;
    std::sort(gained_.begin(), gained_.end(), [](const Change& a, const Change& b) { return a.us < b.us; });
    for (size_t count : {gained_.size(), size_t(2)})
    {
        Params together = best_.given;
        for (size_t i = count; i-- > 0;) // of two changes of one parameter, the better one
            together[gained_[i].name] = gained_[i].value;
        add(together, sets);
    }
    gained_.clear();
}

//! The parameters, ordered by how often their changes gained.
std::vector<std::string> Proposals::order(const Gains& gains) const
{
    const auto count = [&](const std::string& name)
    {
        const auto found = gains.find(std::string(impl_->name) + " " + name);
        return found == gains.end() ? 0 : found->second;
    };
    std::vector<std::string> names;
    for (const auto& values : space_)
        names.push_back(values.first);
    std::stable_sort(names.begin(), names.end(),
                     [&](const std::string& a, const std::string& b) { return count(a) > count(b); });
    return names;
}

std::vector<ParamSet> Proposals::next(size_t count, const Gains& gains)
{
    std::vector<ParamSet> sets;
    sets.swap(starts_);
    if (!sets.empty() || !hasBest())
        return sets;
    addCombinations(sets);
    const std::vector<std::string> names = order(gains);
    for (int distance : {1, 2})
        for (const std::string& name : names)
            for (const auto& values : space_)
                if (values.first == name && sets.size() < count)
                    for (int value : valuesAt(distance, values.second, best_.all.at(name)))
                        addChanged(name, value, sets);
    return sets;
}

bool Proposals::record(const std::vector<Timed>& times, double bestUs, Gains& gains)
{
    const Timed* fastest = nullptr;
    for (const Timed& timed : times)
        if (std::isfinite(timed.us) && (!fastest || timed.us < fastest->us))
            fastest = &timed;
    if (hasBest())
        for (const Timed& timed : times)
            for (const auto& param : timed.set.given)
            {
                const bool changed = best_.all.at(param.first) != param.second;
                if (!changed || !(timed.us * gain < bestUs))
                    continue;
                gains[std::string(impl_->name) + " " + param.first]++;
                gained_.push_back({param.first, param.second, timed.us});
            }
    const bool better = fastest && (!hasBest() || fastest->us * gain < bestUs);
    if (better)
        best_ = fastest->set;
    return better;
}

} // namespace tune
