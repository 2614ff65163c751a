// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The walk through the lines.

#include "implementations/table_lookup.hpp"
#include "implementations/parameters.hpp"
#include "tuning/table.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{

Lookup::Lookup(const char* implementation, const Problem& problem, const DeviceTraits& traits) :
    quantities_(quantitiesOf(problem, traits))
{
    for (const TuningTable& table : kindTables(knownParameters()))
        for (const TuningEntry& line : table.entries)
            if (line.implementation == implementation && line.devices.holds(traits) && line.problems.holds(problem))
                lines_.push_back(&line);
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const TuningEntry* a, const TuningEntry* b) { return a->devices.level < b->devices.level; });
}

int Lookup::value(const std::string& parameter, int otherwise)
{
    for (const TuningEntry* line : lines_)
    {
        const auto found = line->params.find(parameter);
        if (found == line->params.end() || !hold(line->problems.conditions, quantities_))
            continue;
        sources_[parameter] = line->source;
        return found->second;
    }
    return otherwise;
}

} // namespace clconv
} // namespace cv
