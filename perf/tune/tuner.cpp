// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Class by class, implementation by implementation.

#include "tuner.hpp"
#include "search/search.hpp"

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

//! The state of a run.
struct Run
{
    const Options& options;
    const Library& library;
    bool cpu;
    Clock::time_point start, end;
    size_t count, done; //!< classes of problems
    std::map<std::string, Params>
        neighbours;                      //!< by type and implementation: best parameters of the previous kernel size
    std::map<std::string, Params> known; //!< by type, kernel size and implementation: best parameters
};

//! An implementation's result, and the sets for the final comparison.
struct Tuned
{
    Result result;
    std::unique_ptr<Candidate> own, best; //!< best is null if it equals own
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

//! Starts with the best set of the neighbouring kernel size: often it is the best here too, and then one entry covers
//! both.
void explore(const Options& options, Search& search, const Params& own, const Params* neighbour, const Params* known)
{
    search.start(own);
    if (known)
        return search.start(*known);
    search.start(Params());
    if (neighbour)
        search.start(*neighbour);
    while (search.descend() && !options.singlePass)
        ;
    if (options.exhaustive)
        search.searchAll();
}

const Params* lookUp(const std::map<std::string, Params>& sets, const std::string& key)
{
    const auto found = sets.find(key);
    return found == sets.end() ? nullptr : &found->second;
}

//! The parameters that are equal on every size.
Params common(const Sets& sets)
{
    Params same = sets.front();
    for (const Params& params : sets)
        for (const auto& param : params)
            if (same.count(param.first) && same[param.first] != param.second)
                same.erase(param.first);
    return same;
}

//! A minimal set of parameters from which these sets follow; if there is none, all that are equal on every size.
//! @param minCount parameters to keep at least
Params minimalSet(const Workload& workload, const Implementation& impl, const DeviceTraits& traits, const Sets& sets,
                  size_t minCount)
{
    const Params all = common(sets);
    Params minimal = all;
    for (const auto& param : all)
    {
        Params without = minimal;
        without.erase(param.first);
        if (without.size() >= minCount && workload.complete(impl, traits, without) == sets)
            minimal = without;
    }
    return minimal;
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
    r.ownMinimal = minimalSet(workload, impl, traits, r.own, 0);
    r.separableOnly = !runsDense(run, workload.problem(), impl);
    const std::string neighbour = r.c.pixel.name + impl.name, here = neighbour + std::to_string(r.c.ksize);
    Search searching(workload, impl, traits, deadline);
    explore(run.options, searching, r.ownMinimal, lookUp(run.neighbours, neighbour), lookUp(run.known, here));
    r.tried = searching.tried;
    r.refused = searching.refused;
    r.wrong = searching.wrong;
    if (!searching.best())
        return tuned;
    tuned.best = searching.takeBest();
    r.best = tuned.best->sets;
    r.minimal = minimalSet(workload, impl, traits, r.best, 0);
    r.atLeastOne = minimalSet(workload, impl, traits, r.best, 1);
    run.neighbours[neighbour] = run.known[here] = r.minimal;
    tuned.own = r.best == r.own ? std::move(tuned.best) : workload.enter(impl, Params(), r.own, nullptr);
    return tuned;
}

//! The final comparison: times all own and best sets interleaved.
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
        if (r.ownUs > 0 && r.bestUs >= r.ownUs) // the gain found by the search was noise
        {
            r.best = r.own;
            r.bestUs = r.ownUs;
            r.minimal.clear();
        }
    }
}

void printResult(const Result& r)
{
    std::cerr << "    " << r.implementation << ": " << r.tried << " sets, "
              << cv::format("%.1f -> %.1f us (%+.1f %%) ", r.ownUs, r.bestUs, 100 * r.gain()) << toString(r.minimal)
              << (r.refused ? cv::format(", %d not built", r.refused) : "") << std::endl;
    for (const std::string& text : r.wrong)
        std::cerr << "    WRONG: " << text << std::endl;
}

void tuneClass(Run& run, Workload& workload, Clock::time_point deadline, std::vector<Result>& results)
{
    const std::vector<const Implementation*> impls = worthSearching(run.library, workload, run.options);
    const Implementation* taken = takenFor(run.library, workload);
    if (!taken)
        std::cerr << "    the library chooses none, or not the same one on every size" << std::endl;
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
        printResult(tuned.result);
        results.push_back(tuned.result);
    }
}

//! The next class of problems: its share of the time that is left.
void tuneNext(Run& run, const std::vector<bench::Case>& cases, PairsBySize& pairsBySize, Results& results)
{
    const auto now = Clock::now();
    const auto share = run.end > now ? (run.end - now) / int(run.count - run.done) : Clock::duration(0);
    std::cerr << cv::format("[%3zu/%zu] %4.0f s  ", ++run.done, run.count,
                            std::chrono::duration<double>(now - run.start).count())
              << name(cases[0]) << std::endl;
    try
    {
        Workload workload(cases, pairsBySize, run.cpu);
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
        PairsBySize pairsBySize;
        for (const cv::Size& size : options.sizes)
            pairsBySize.emplace_back(new bench::ImagePairs(size, type, device, fill));
        for (const std::string& kernel : options.kernels)
            for (int ksize : options.ksizes)
            {
                std::vector<bench::Case> cases;
                for (const cv::Size& size : options.sizes)
                    cases.push_back({size, type, ksize, kernel, bench::gridBorders().front()});
                tuneNext(run, cases, pairsBySize, results);
                keep(results);
            }
    }
    return results;
}

} // namespace tune
