// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which lines take part in decisions, and the first that holds.

#include "implementations/table_lookup.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{

namespace
{

//! "fill=2 waves=436": the image's size relative to the device, where conditions compare it. Other quantities follow
//! from the call's arguments or are among the parameters that explain() prints.
std::string quantitiesText(const std::vector<Condition>& conditions, const Quantities& quantities)
{
    std::string text;
    for (const Condition& condition : conditions)
        for (const char* name : {"fill", "waves", "narrow"})
            if (condition.quantity == name)
                text += (text.empty() ? "" : " ") + condition.quantity + "=" + std::to_string(quantities.at(name));
    return text;
}

} // namespace

bool decidesStepwise(const TuningEntry& line)
{
    if (line.preferred)
        return false;
    for (const Condition& condition : line.problems.conditions)
        if (!isProblemQuantity(condition.quantity))
            return true;
    for (const auto& param : line.params)
        if (isPlanning(param.first))
            return true;
    return false;
}

Lookup::Lookup(const char* implementation, const Problem& problem, const DeviceTraits& traits, const Params& given,
               const Tuning& first, const std::vector<TuningTable>& kinds) :
    quantities_(quantitiesOf(problem, traits)),
    given_(given)
{
    for (const auto& param : given)
        (isPlanning(param.first) ? planning : params).insert(param);
    for (const TuningTable& table : first.tables)
    {
        const size_t begin = lines_.size();
        add(table, implementation, problem, traits, true);
        sortFrom(begin);
    }
    tuned_ = !lines_.empty();
    const size_t begin = lines_.size();
    for (const TuningTable& table : kinds)
        add(table, implementation, problem, traits, false);
    sortFrom(begin);
}

void Lookup::add(const TuningTable& table, const char* implementation, const Problem& problem,
                 const DeviceTraits& traits, bool stepwiseOnly)
{
    for (const TuningEntry& line : table.entries)
        if (line.implementation == implementation && line.problems.holds(problem) && line.devices.holds(traits) &&
            (!stepwiseOnly || (decidesStepwise(line) && specsOf(implementation).refusal(line.params).empty())))
            lines_.push_back(&line);
}

//! By device, vendor, kind, all; lines of one level keep their order.
void Lookup::sortFrom(size_t begin)
{
    std::stable_sort(lines_.begin() + std::ptrdiff_t(begin), lines_.end(),
                     [](const TuningEntry* a, const TuningEntry* b) { return a->devices.level < b->devices.level; });
}

int Lookup::line(const std::string& parameter, int otherwise)
{
    const bool plans = isPlanning(parameter), given = isGiven(parameter);
    if (plans && given)
        return planning[parameter];
    int result = otherwise;
    for (const TuningEntry* line : lines_)
    {
        const auto found = line->params.find(parameter);
        if (found == line->params.end() || !hold(line->problems.conditions, quantities_))
            continue;
        if (!given)
        {
            sources[parameter] = line->source;
            quantities[parameter] = quantitiesText(line->problems.conditions, quantities_);
        }
        result = found->second;
        break;
    }
    if (plans)
        planning[parameter] = result;
    return result;
}

Params Lookup::given(Params decided) const
{
    for (auto& param : decided)
        if (isGiven(param.first))
            param.second = given_.at(param.first);
    return decided;
}

int Lookup::decide(const std::string& parameter, int value)
{
    int& decided = params[parameter];
    if (!isGiven(parameter))
        decided = value;
    set(parameter, decided);
    return decided;
}

} // namespace clconv
} // namespace cv
