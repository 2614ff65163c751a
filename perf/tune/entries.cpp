// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Entries.

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

//! What is to be had by an implementation: the best set, or its own where that one gains too little.
struct Offer
{
    const Result* result;
    bool tuned;
    Sets sets;
    double us;
};

Offer offerOf(const Result& r, double margin)
{
    const bool tuned = r.bestUs < r.ownUs && r.gain() >= margin;
    return {&r, tuned, tuned ? r.best : r.own, tuned ? r.bestUs : r.ownUs};
}

bool sameClass(const Result& a, const Result& b)
{
    return a.c.pixel.name == b.c.pixel.name && a.c.ksize == b.c.ksize && a.c.kernel == b.c.kernel;
}

//! The entry for one result that is worth one.
TuningEntry entryOf(const Offer& offer, bool preferred, const DeviceTraits& traits)
{
    const Result& r = *offer.result;
    const Problem& problem = r.problems.front();
    const Range channels = {problem.channels, problem.channels}, taps = {r.c.ksize, r.c.ksize};
    TuningEntry entry = TuningEntry();
    entry.devices = onlyDevice(traits);
    entry.problems = {problem.srcDepth, problem.dstDepth, channels, taps, taps, Structure::Any};
    if (preferred || r.forSeparableOnly)
        entry.problems.structure = problem.separable ? Structure::Separable : Structure::Dense;
    entry.implementation = r.implementation;
    entry.preferred = preferred;
    // Without a preference an entry has one parameter at least, where what is faster than a table that is compiled in are defaults, too.
    entry.params = !preferred ? r.one : offer.tuned ? r.few : r.ownFew;
    return entry;
}

//! Whether the implementation that the library takes must be preferred to keep its place with these parameters.
bool wouldLoseItsPlace(const Offer& offer, const DeviceTraits& traits)
{
    const Result& r = *offer.result;
    if (!r.taken || !offer.tuned)
        return false;
    const Implementation& impl = *implementationOf(r.implementation);
    for (size_t i = 0; i < r.problems.size(); i++)
        if (!impl.unprofitable(r.problems[i], traits, r.best[i]).empty())
            return true;
    return false;
}

//! The offers for one class of problems.
void addEntries(const std::vector<Offer>& offers, const DeviceTraits& traits, double margin,
                std::vector<Entry>& entries)
{
    const auto measured = [](const Offer& a) { return a.us > 0; };
    const Offer* best = nullptr;
    const Offer* taken = nullptr;
    for (const Offer& offer : offers)
    {
        if (measured(offer) && (!best || offer.us < best->us))
            best = &offer;
        if (measured(offer) && offer.result->taken)
            taken = &offer;
    }
    for (const Offer& offer : offers)
    {
        const bool overtakes = &offer == best && taken && best != taken && taken->us >= best->us * (1 + margin);
        const bool preferred = overtakes || wouldLoseItsPlace(offer, traits);
        if (!measured(offer) || !(preferred || offer.tuned))
            continue;
        const Offer& before = overtakes ? *taken : offer;
        const double from = overtakes ? before.us : offer.result->ownUs;
        entries.push_back({entryOf(offer, preferred, traits),
                           cv::format("%d: %.1f -> %.1f us", offer.result->c.ksize, from, offer.us) +
                               (overtakes ? " (" + before.result->implementation + ")" : ""),
                           {{offer.result, offer.sets}}});
    }
}

//! The same but for the kernel sizes, which the grid has side by side.
bool continues(const Entry& entry, const Entry& next, const std::vector<int>& ksizes)
{
    TuningEntry widened = entry.entry;
    widened.problems.width = widened.problems.height = next.entry.problems.width;
    const auto last = std::find(ksizes.begin(), ksizes.end(), entry.entry.problems.width.max);
    return toString(widened) == toString(next.entry) && last != ksizes.end() && last + 1 != ksizes.end() &&
           last[1] == next.entry.problems.width.min;
}

//! One entry for neighbours, and for what two kinds of coefficients have in common.
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
        before->meaning.push_back(entry.meaning.front());
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
        std::vector<Offer> offers;
        size_t end = i;
        for (; end < results.size() && sameClass(results[i], results[end]); end++)
            offers.push_back(offerOf(results[end], margin));
        addEntries(offers, traits, margin, entries);
        ksizes.push_back(results[i].c.ksize);
        i = end;
    }
    std::sort(ksizes.begin(), ksizes.end());
    ksizes.erase(std::unique(ksizes.begin(), ksizes.end()), ksizes.end());
    entries = joined(entries, ksizes);
    // Of two entries that hold the upper one counts: an order among implementations is for one structure only.
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
        for (const auto& meant : entry.meaning)
        {
            const Result& r = *meant.first;
            const Force force = parseForce(entry.entry.preferred ? "" : r.implementation);
            for (size_t i = 0; i < r.problems.size(); i++)
            {
                const Plan plan = makePlan(r.problems[i], traits, force, {}, tuning);
                if (!plan.impl || plan.impl->name != r.implementation || plan.params != meant.second[i])
                    return "'" + toString(entry.entry) + cv::format("' does not do what was measured at %d", r.c.ksize);
            }
        }
    return "";
}

} // namespace tune
