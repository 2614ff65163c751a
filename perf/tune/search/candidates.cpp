// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Selects the implementations to search.

#include "candidates.hpp"
#include "planner/make_plan.hpp"

#include <algorithm>
#include <limits>

namespace tune
{

using namespace cv::clconv;

namespace
{

//! The library's own choice, and those named that are supported on this device.
std::vector<const Implementation*> selected(const Library& library, const Workload& workload,
                                            const std::vector<std::string>& names)
{
    const Implementation* taken = takenFor(library, workload);
    std::vector<const Implementation*> impls;
    if (taken)
        impls.push_back(taken);
    for (const Implementation* impl : implementations())
        if (impl != taken && std::find(names.begin(), names.end(), impl->name) != names.end() &&
            !ownSets(library, workload, *impl).empty())
            impls.push_back(impl);
    return impls;
}

//! Those that, with their defaults, take at most twice as long as the fastest; the others are not worth a search.
std::vector<const Implementation*> promising(const Library& library, Workload& workload,
                                             const std::vector<const Implementation*>& impls)
{
    const double cutoff = 2;
    const Implementation* taken = takenFor(library, workload);
    std::vector<std::unique_ptr<Candidate>> entered;
    Candidates candidates;
    for (const Implementation* impl : impls)
    {
        const Sets own = ownSets(library, workload, *impl);
        entered.push_back(workload.enter(*impl, Params(), own, candidates.empty() ? nullptr : candidates[0]));
        if (entered.back()->good())
            candidates.push_back(entered.back().get());
    }
    workload.compare(candidates, 1, cutoff);
    double best = std::numeric_limits<double>::infinity();
    for (const Candidate* candidate : candidates)
        best = std::min(best, workload.microseconds(*candidate));
    std::vector<const Implementation*> left;
    for (const auto& candidate : entered)
        if (candidate->impl == taken || !candidate->wrong.empty() ||
            (candidate->good() && workload.microseconds(*candidate) <= cutoff * best))
            left.push_back(candidate->impl);
    return left;
}

} // namespace

const Implementation* takenFor(const Library& library, const Workload& workload)
{
    const Implementation* taken = nullptr;
    for (const Problem& problem : workload.problems())
    {
        const Implementation* impl = makePlan(problem, library.traits, Force(), {}, library.tuning).impl;
        if (taken && impl != taken)
            return nullptr;
        taken = impl;
    }
    return taken;
}

Sets ownSets(const Library& library, const Workload& workload, const Implementation& impl)
{
    Sets sets;
    for (const Problem& problem : workload.problems())
    {
        const Plan plan = makePlan(problem, library.traits, parseForce(impl.name), {}, library.tuning);
        if (plan.impl != &impl)
            return Sets();
        sets.push_back(plan.params);
    }
    return sets;
}

std::vector<const Implementation*> worthSearching(const Library& library, Workload& workload, const Options& options)
{
    const std::vector<const Implementation*> impls = selected(library, workload, options.impls);
    return impls.size() > 1 && !options.includeSlow ? promising(library, workload, impls) : impls;
}

} // namespace tune
