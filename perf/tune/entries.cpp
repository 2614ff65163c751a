// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Selects results that deserve an entry, and joins entries of neighbouring kernel sizes.

#include "entries.hpp"
#include "implementations/implementation.hpp"
#include "implementations/parameter_space.hpp"
#include "implementations/parameters.hpp"
#include "planner/make_plan.hpp"

#include <algorithm>
#include <set>

namespace tune
{
namespace
{

using namespace cv::clconv;

//! The set to use for an implementation: the best one, or its defaults if the gain is below the margin.
struct Choice
{
    const Result* result;
    bool tuned;
    Sets sets;
    double us;
};

Choice choiceOf(const Result& r, double margin)
{
    const bool tuned = r.bestUs < r.ownUs && r.gain() >= margin;
    return {&r, tuned, tuned ? r.best : r.own, tuned ? r.bestUs : r.ownUs};
}

bool sameClass(const Result& a, const Result& b)
{
    return a.c.pixel.name == b.c.pixel.name && a.c.ksize == b.c.ksize && a.c.kernel == b.c.kernel;
}

//! The entry for one result.
TuningEntry entryOf(const Choice& choice, bool preferred, const DeviceTraits& traits)
{
    const Result& r = *choice.result;
    const Problem& problem = r.problems.front();
    const Range channels = {problem.channels, problem.channels}, taps = {r.c.ksize, r.c.ksize};
    TuningEntry entry = TuningEntry();
    entry.devices = onlyDevice(traits);
    entry.problems = {problem.srcDepth, problem.dstDepth, channels, taps, taps, Structure::Any, {}};
    if (preferred || r.separableOnly)
        entry.problems.structure = problem.separable ? Structure::Separable : Structure::Dense;
    entry.implementation = r.implementation;
    entry.preferred = preferred;
    // Without a preference an entry needs a parameter, also if plain defaults are faster than the built-in table.
    entry.params = !preferred ? r.atLeastOne : choice.tuned ? r.minimal : r.ownMinimal;
    return entry;
}

//! Whether the library would reject its own choice as unprofitable with these parameters, unless the entry prefers it.
bool needsPreference(const Choice& choice, const DeviceTraits& traits)
{
    const Result& r = *choice.result;
    if (!r.taken || !choice.tuned)
        return false;
    const Implementation& impl = *implementationOf(r.implementation);
    for (size_t i = 0; i < r.problems.size(); i++)
    {
        Params params = r.best[i];
        const Params planning = impl.defaults(r.problems[i], traits, params).planning;
        params.insert(planning.begin(), planning.end());
        if (!impl.unprofitable(r.problems[i], traits, params).empty())
            return true;
    }
    return false;
}

//! Adds the entries for one class of problems.
void addEntries(const std::vector<Choice>& choices, const DeviceTraits& traits, double margin,
                std::vector<Entry>& entries)
{
    const auto measured = [](const Choice& a) { return a.us > 0; };
    const Choice* best = nullptr;
    const Choice* taken = nullptr;
    for (const Choice& choice : choices)
    {
        if (measured(choice) && (!best || choice.us < best->us))
            best = &choice;
        if (measured(choice) && choice.result->taken)
            taken = &choice;
    }
    for (const Choice& choice : choices)
    {
        const bool overtakes = &choice == best && taken && best != taken && taken->us >= best->us * (1 + margin);
        const bool preferred = overtakes || needsPreference(choice, traits);
        if (!measured(choice) || !(preferred || choice.tuned))
            continue;
        const Choice& before = overtakes ? *taken : choice;
        const double from = overtakes ? before.us : choice.result->ownUs;
        entries.push_back({entryOf(choice, preferred, traits),
                           cv::format("%d: %.1f -> %.1f us", choice.result->c.ksize, from, choice.us) +
                               (overtakes ? " (" + before.result->implementation + ")" : ""),
                           {{choice.result, choice.sets}}});
    }
}

//! Whether two entries differ only in the kernel size, and the sizes are neighbours in the grid.
bool continues(const Entry& entry, const Entry& next, const std::vector<int>& ksizes)
{
    TuningEntry widened = entry.entry;
    widened.problems.width = widened.problems.height = next.entry.problems.width;
    const auto last = std::find(ksizes.begin(), ksizes.end(), entry.entry.problems.width.max);
    return toString(widened) == toString(next.entry) && last != ksizes.end() && last + 1 != ksizes.end() &&
           last[1] == next.entry.problems.width.min;
}

//! Joins equal entries of neighbouring kernel sizes and of several kinds of coefficients.
std::vector<Entry> joined(const std::vector<Entry>& entries, const std::vector<int>& ksizes)
{
    std::vector<Entry> fewer;
    std::set<std::string> seen;
    for (const Entry& entry : entries)
    {
        if (!seen.insert(toString(entry.entry)).second)
            continue;
        const auto before = std::find_if(fewer.begin(), fewer.end(),
                                         [&](const Entry& other) { return continues(other, entry, ksizes); });
        if (before == fewer.end())
        {
            fewer.push_back(entry);
            continue;
        }
        before->entry.problems.width.max = before->entry.problems.height.max = entry.entry.problems.width.max;
        before->measured += "; " + entry.measured;
        before->covers.push_back(entry.covers.front());
    }
    return fewer;
}

} // namespace

std::vector<Entry> entriesOf(const std::vector<Result>& results, const DeviceTraits& traits, double margin)
{
    std::vector<Entry> entries;
    std::vector<int> ksizes;
    for (size_t i = 0; i < results.size();)
    {
        std::vector<Choice> choices;
        size_t end = i;
        for (; end < results.size() && sameClass(results[i], results[end]); end++)
            choices.push_back(choiceOf(results[end], margin));
        addEntries(choices, traits, margin, entries);
        ksizes.push_back(results[i].c.ksize);
        i = end;
    }
    std::sort(ksizes.begin(), ksizes.end());
    ksizes.erase(std::unique(ksizes.begin(), ksizes.end()), ksizes.end());
    entries = joined(entries, ksizes);
    // The first matching entry decides; preferences, which hold for one structure only, come first.
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.entry.preferred > b.entry.preferred; });
    return entries;
}

std::string fileText(const std::vector<Entry>& entries, const std::vector<std::string>& head)
{
    std::vector<TuningEntry> lines;
    std::vector<std::string> comments;
    for (const Entry& entry : entries)
    {
        lines.push_back(entry.entry);
        comments.push_back(entry.measured);
    }
    return tableText(head, lines, comments);
}

std::string readBack(const std::string& text, const std::vector<Entry>& entries, const DeviceTraits& traits)
{
    Tuning tuning;
    tuning.tables.push_back(parseTuning(text, "the new file", knownParameters()));
    if (!tuning.tables[0].error.empty())
        return tuning.tables[0].error;
    for (const Entry& entry : entries)
        for (const auto& covered : entry.covers)
        {
            const Result& r = *covered.first;
            const Force force = parseForce(entry.entry.preferred ? "" : r.implementation);
            for (size_t i = 0; i < r.problems.size(); i++)
            {
                const Plan plan = makePlan(r.problems[i], traits, force, {}, tuning);
                if (!plan.impl || plan.impl->name != r.implementation || plan.params != covered.second[i])
                    return "'" + toString(entry.entry) +
                           cv::format("' does not reproduce what was measured at %d", r.c.ksize);
            }
        }
    return "";
}

} // namespace tune
