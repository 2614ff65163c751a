// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Class by class, implementation by implementation.

#include "tuner.hpp"
#include "candidates.hpp"
#include "search.hpp"

#include "implementations/parameter_space.hpp"

#include <algorithm>
#include <iostream>
#include <limits>
#include <map>

namespace tune
{
namespace
{

using namespace cv::clconv;

//! What a run knows.
struct Run
{
    const Options& options;
    const Library& library;
    bool cpu;
    Clock::time_point start, end;
    size_t count, done;                       //!< classes of problems
    std::map<std::string, Params> neighbours; //!< by type and implementation: the best of the kernel size before
    std::map<std::string, Params> known; //!< by type, kernel size and implementation, where coefficients do not matter
};

//! The implementation's result, and the sets that are timed once more at the end.
struct Tuned
{
    Result result;
    std::unique_ptr<Candidate> own, best; //!< best is null where it is the same
};

std::string name(const bench::Case& c)
{
    return c.pixel.name + " " + std::to_string(c.ksize) + "x" + std::to_string(c.ksize) + " " + c.kernel;
}

bool runsDense(const Run& run, Problem problem, const Implementation& impl)
{
    problem.separable = false;
    Params params;
    return complete(impl, problem, run.library.traits, Params(), params).empty();
}

//! The neighbours' best sets first: they are often the best here too, and then entries cover a range.
void explore(const Options& options, Search& search, const Params& own, const Params* neighbour, const Params* known)
{
    search.start(own);
    if (known)
        return search.start(*known);
    search.start(Params());
    if (neighbour)
        search.start(*neighbour);
    while (search.descend() && !options.descendOnce)
        ;
    if (options.everything)
        search.walkAll();
}

const Params* lookUp(const std::map<std::string, Params>& sets, const std::string& key)
{
    const auto found = sets.find(key);
    return found == sets.end() ? nullptr : &found->second;
}

//! Those that are the same on every size.
Params common(const Sets& sets)
{
    Params same = sets.front();
    for (const Params& params : sets)
        for (const auto& param : params)
            if (same.count(param.first) && same[param.first] != param.second)
                same.erase(param.first);
    return same;
}

//! The fewest parameters from which these sets follow; those that are the same on every size, where they do not follow from them.
//! @param least as many are kept
Params fewest(const Workload& workload, const Implementation& impl, const DeviceTraits& traits, const Sets& sets,
              size_t least)
{
    const Params all = common(sets);
    Params few = all;
    for (const auto& param : all)
    {
        Params without = few;
        without.erase(param.first);
        if (without.size() >= least && workload.complete(impl, traits, without) == sets)
            few = without;
    }
    return few;
}

Tuned tuneOne(Run& run, Workload& workload, const Implementation& impl, bool taken, Clock::time_point deadline)
{
    Tuned tuned;
    Result& r = tuned.result;
    r.c = workload.first();
    r.problems = workload.problems();
    r.implementation = impl.name;
    r.taken = taken;
    const DeviceTraits& traits = run.library.traits;
    r.own = ownSets(run.library, workload, impl);
    r.ownFew = fewest(workload, impl, traits, r.own, 0);
    r.forSeparableOnly = !runsDense(run, workload.problem(), impl);
    const std::string neighbour = r.c.pixel.name + impl.name, here = neighbour + std::to_string(r.c.ksize);
    Search searching(workload, impl, traits, deadline);
    explore(run.options, searching, r.ownFew, lookUp(run.neighbours, neighbour), lookUp(run.known, here));
    r.tried = searching.tried;
    r.refused = searching.refused;
    r.wrong = searching.wrong;
    if (!searching.best())
        return tuned;
    tuned.best = searching.takeBest();
    r.best = tuned.best->sets;
    r.few = fewest(workload, impl, traits, r.best, 0);
    r.one = fewest(workload, impl, traits, r.best, 1);
    run.neighbours[neighbour] = run.known[here] = r.few;
    tuned.own = r.best == r.own ? std::move(tuned.best) : workload.enter(impl, Params(), r.own, nullptr);
    return tuned;
}

//! All own and best sets once more in turns: these are the times that count.
void finish(const Workload& workload, std::vector<Tuned>& all)
{
    const int rounds = 7;
    Candidates candidates;
    for (const Tuned& tuned : all)
        for (const auto* candidate : {&tuned.own, &tuned.best})
            if (*candidate && (*candidate)->good())
                candidates.push_back(candidate->get());
    workload.compare(candidates, rounds, std::numeric_limits<double>::infinity());
    for (Tuned& tuned : all)
    {
        if (tuned.own && tuned.own->good())
            tuned.result.ownUs = tuned.result.bestUs = workload.microseconds(*tuned.own);
        if (!tuned.best)
            continue;
        Result& r = tuned.result;
        r.bestUs = workload.microseconds(*tuned.best);
        if (r.ownUs > 0 && r.bestUs >= r.ownUs) // what the search took for faster was noise
        {
            r.best = r.own;
            r.bestUs = r.ownUs;
            r.few.clear();
        }
    }
}

void say(const Result& r)
{
    std::cerr << "    " << r.implementation << ": " << r.tried << " sets, "
              << cv::format("%.1f -> %.1f us (%+.1f %%) ", r.ownUs, r.bestUs, 100 * r.gain()) << toString(r.few)
              << (r.refused ? cv::format(", %d not built", r.refused) : "") << std::endl;
    for (const std::string& text : r.wrong)
        std::cerr << "    WRONG: " << text << std::endl;
}

void tuneClass(Run& run, Workload& workload, Clock::time_point deadline, std::vector<Result>& results)
{
    const std::vector<const Implementation*> impls = worthSearching(run.library, workload, run.options);
    const Implementation* taken = takenFor(run.library, workload);
    if (!taken)
        std::cerr << "    the library takes none, or not the same one on every size" << std::endl;
    std::vector<Tuned> all;
    for (size_t i = 0; i < impls.size(); i++)
    {
        const auto now = Clock::now();
        if (now > deadline && impls[i] != taken)
            continue;
        const auto share = deadline > now ? (deadline - now) / int(impls.size() - i) : Clock::duration(0);
        all.push_back(tuneOne(run, workload, *impls[i], impls[i] == taken, now + share));
    }
    finish(workload, all);
    for (Tuned& tuned : all)
    {
        say(tuned.result);
        results.push_back(tuned.result);
    }
}

//! The next class of problems: its share of the time that is left.
void tuneNext(Run& run, const std::vector<bench::Case>& cases, Rings& rings, Results& results)
{
    const auto now = Clock::now();
    const auto share = run.end > now ? (run.end - now) / int(run.count - run.done) : Clock::duration(0);
    std::cerr << cv::format("[%3zu/%zu] %4.0f s  ", ++run.done, run.count,
                            std::chrono::duration<double>(now - run.start).count())
              << name(cases[0]) << std::endl;
    try
    {
        Workload workload(cases, rings, run.cpu);
        tuneClass(run, workload, now + share, results.rows);
    }
    catch (const std::exception& error)
    {
        std::cerr << "    failed: " << error.what() << std::endl;
        results.failures++;
    }
}

} // namespace

Results tuneAll(const Options& options, const bench::DeviceInfo& device, const Library& library,
                const std::function<void(const Results&)>& keep)
{
    Results results;
    const auto start = Clock::now();
    const std::chrono::duration<double> budget(options.seconds > 0 ? options.seconds : 1e8);
    Run run = {options,
               library,
               device.cpu,
               start,
               start + std::chrono::duration_cast<Clock::duration>(budget),
               options.types.size() * options.ksizes.size() * options.kernels.size(),
               0,
               {},
               {}};
    const bench::Fill fill = bench::makeNoise();
    for (const bench::PixelType& type : options.types)
    {
        Rings rings;
        for (const cv::Size& size : options.sizes)
            rings.emplace_back(new bench::Ring(size, type, device, fill));
        for (const std::string& kernel : options.kernels)
            for (int ksize : options.ksizes)
            {
                std::vector<bench::Case> cases;
                for (const cv::Size& size : options.sizes)
                    cases.push_back({size, type, ksize, kernel, bench::gridBorders().front()});
                tuneNext(run, cases, rings, results);
                keep(results);
            }
    }
    return results;
}

} // namespace tune
