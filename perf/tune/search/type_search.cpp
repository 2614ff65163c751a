// SPDX-License-Identifier: Apache-2.0
//
// Rounds of proposals, builds and comparisons.

#include "type_search.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>

namespace tune {

using namespace cv::clconv;

namespace {

const double infinite = std::numeric_limits<double>::infinity();

//! Whether two cells differ by one step on one axis; the kind of coefficients is an axis.
bool adjacent(const Cell& a, const Cell& b)
{
    const auto distance = [](size_t i, size_t j) { return i > j ? i - j : j - i; };
    const size_t steps =
        distance(a.at.ksize, b.at.ksize) + distance(a.at.size, b.at.size) + distance(a.at.alignment, b.at.alignment);
    return steps + (a.c.kernel != b.c.kernel) == 1;
}

} // namespace

TypeSearch::TypeSearch(const std::vector<Cell>& cells, const std::vector<bench::ImagePairs*>& images, Shared& shared) :
    shared_(shared)
{
    for (size_t i = 0; i < cells.size(); i++)
    {
        cells_.emplace_back(
            new CellState{cells[i], CellBench(cells[i], *images[i], shared.cpu), Choice(), {}, infinite, infinite});
        addStarts(*cells_.back());
    }
}

//! Adds the library's own parameters, and those that follow from none given.
void TypeSearch::addStarts(CellState& state)
{
    const Library& library = shared_.library;
    const Problem& problem = state.cell.problem;
    const Plan own = makePlan(problem, library.traits, Force(), {}, library.tuning);
    if (own.impl)
        state.library = {own.impl->name, own.params};
    for (const Implementation* impl : implementationsFor(problem))
    {
        if (!impl->takes(problem) || (problem.chain && !impl->unsuited(library.traits).empty()))
            continue;
        // The last one is the reference, which only shows what is right; on a CPU device one call takes seconds.
        if (impl == implementations().back() && impl != own.impl)
            continue;
        const auto& names = shared_.implementations;
        if (state.cell.filters == 1 && !problem.chain && impl != own.impl &&
            std::find(names.begin(), names.end(), impl->name) == names.end())
            continue;
        const Plan forced = makePlan(problem, library.traits, parseForce(impl->name), {}, library.tuning);
        if (forced.impl != impl)
            continue;
        state.searched.push_back({Proposals(*impl, problem, library.traits), nullptr, infinite, 0, true});
        Proposals& proposals = state.searched.back().proposals;
        proposals.start(forced.params);
        proposals.start(Params());
    }
}

std::vector<TypeSearch::Batch> TypeSearch::propose(size_t count)
{
    std::vector<Batch> batches;
    for (const auto& state : cells_)
        for (Searched& searched : state->searched)
        {
            Batch batch = {state.get(), &searched, {}};
            if (searched.promising)
                batch.sets = searched.proposals.next(count, shared_.gains);
            if (!batch.sets.empty())
                batches.push_back(batch);
        }
    return batches;
}

Program TypeSearch::programOf(const Batch& batch, const ParamSet& set) const
{
    const std::string name = batch.searched->proposals.implementation().name;
    const Plan plan = makePlan(batch.cell->cell.problem, shared_.library.traits, parseForce(toString(name, set.all)),
                               {}, shared_.library.tuning);
    return {name, plan.options.text()};
}

//! Keeps only sets whose programs were built in time. The library's own choice is built first, and the first set of
//! each batch before the second of any.
void TypeSearch::build(std::vector<Batch>& batches, Clock::time_point begin, Clock::time_point end)
{
    std::stable_partition(
        batches.begin(), batches.end(),
        [](const Batch& batch)
        { return batch.cell->library.implementation == batch.searched->proposals.implementation().name; });
    std::map<Program, size_t> indices;
    std::vector<Program> programs;
    bool more = true;
    for (size_t i = 0; more; i++)
    {
        more = false;
        for (const Batch& batch : batches)
        {
            if (i >= batch.sets.size())
                continue;
            more = true;
            const Program program = programOf(batch, batch.sets[i]);
            if (indices.emplace(program, programs.size()).second)
                programs.push_back(program);
        }
    }
    const std::vector<bool> done = shared_.builders.build(programs, begin, end);
    for (Batch& batch : batches)
        batch.sets.erase(std::remove_if(batch.sets.begin(), batch.sets.end(),
                                        [&](const ParamSet& set) { return !done[indices.at(programOf(batch, set))]; }),
                         batch.sets.end());
}

//! Compares the sets of a batch with the best one so far.
void TypeSearch::time(Batch& batch, Clock::time_point deadline)
{
    const int rounds = 3;
    const double cutoff = 1.1, hopeless = 4; // the latter for wall times, which include host time and noise
    const std::string name = batch.searched->proposals.implementation().name;
    std::vector<std::unique_ptr<Candidate>> opened;
    Candidates candidates;
    std::vector<Timed> times;
    for (const ParamSet& set : batch.sets)
    {
        if (Clock::now() >= deadline)
            break;
        std::unique_ptr<Candidate> candidate = batch.cell->bench.open(name, set);
        shared_.results.refused += !candidate;
        const bool slow = candidate && candidate->onceUs > hopeless * batch.cell->onceUs;
        if (!candidate || slow)
            continue;
        batch.cell->onceUs = std::min(batch.cell->onceUs, candidate->onceUs);
        candidates.push_back(candidate.get());
        opened.push_back(std::move(candidate));
    }
    if (candidates.empty())
        return;
    if (batch.searched->best)
        candidates.push_back(batch.searched->best.get());
    if (!batch.cell->bench.compare(candidates, rounds, cutoff, deadline))
        return;
    for (const auto& candidate : opened)
        times.push_back({candidate->set, batch.cell->bench.microseconds(*candidate)});
    shared_.results.tried += int(times.size());
    batch.searched->timed += int(times.size());
    keepBest(batch, opened, times);
}

//! Makes the fastest set with a right output the best one.
void TypeSearch::keepBest(Batch& batch, std::vector<std::unique_ptr<Candidate>>& candidates,
                          const std::vector<Timed>& times)
{
    Searched& searched = *batch.searched;
    CellState& state = *batch.cell;
    std::vector<Timed> right = times;
    std::sort(right.begin(), right.end(), [](const Timed& a, const Timed& b) { return a.us < b.us; });
    if (searched.best)
        searched.us = state.bench.microseconds(*searched.best);
    const auto candidateOf = [&](const Timed& timed) -> std::unique_ptr<Candidate>&
    {
        return *std::find_if(candidates.begin(), candidates.end(),
                             [&](const auto& candidate) { return candidate->set.all == timed.set.all; });
    };
    while (!right.empty() && right.front().us < searched.us && !state.bench.isRight(*candidateOf(right.front())))
    {
        shared_.results.wrong.push_back(candidateOf(right.front())->text() + " at " + bench::nameOf(state.cell.c.size) +
                                        " " + state.cell.c.pixel.name);
        right.erase(right.begin());
    }
    if (right.empty() || !searched.proposals.record(right, searched.us, shared_.gains))
        return;
    searched.us = right.front().us;
    searched.best = std::move(candidateOf(right.front()));
}

//! Stops searching implementations that are far behind, after some sets, as defaults may be far from the best: on an
//! H200 without NVIDIA's tables `mma` begins at 237 us (8K 8UC1 9x9) and ends at 62, `direct` begins at 132.
void TypeSearch::prune()
{
    const int fewSets = 16;
    const double cutoff = 1.4, cutoffOfFew = 4;
    for (const auto& state : cells_)
    {
        state->bestUs = infinite;
        for (const Searched& searched : state->searched)
            state->bestUs = std::min(state->bestUs, searched.us);
        for (Searched& searched : state->searched)
            searched.promising = searched.us <= (searched.timed < fewSets ? cutoffOfFew : cutoff) * state->bestUs;
    }
}

//! Lets adjacent cells try each other's best sets.
void TypeSearch::share()
{
    for (const auto& from : cells_)
        for (const auto& to : cells_)
            for (const Searched& source : from->searched)
                for (Searched& target : to->searched)
                    if (adjacent(from->cell, to->cell) && source.best && target.promising &&
                        &source.proposals.implementation() == &target.proposals.implementation())
                        target.proposals.start(source.proposals.best().given);
}

//! So many that building them takes a fifth of the time left, for several rounds. Cells of one alignment share many
//! programs.
size_t TypeSearch::proposalsEach(Clock::time_point deadline) const
{
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    const double builds =
        left / 5 / shared_.builders.secondsEach() * double(std::max<size_t>(shared_.builders.count(), 1));
    size_t searches = 0;
    for (const auto& state : cells_)
        searches += size_t(std::count_if(state->searched.begin(), state->searched.end(),
                                         [](const Searched& searched) { return searched.promising; }));
    return size_t(std::min(std::max(2 * builds / double(std::max<size_t>(searches, 1)), 2.), 24.));
}

void TypeSearch::run(Clock::time_point deadline)
{
    const double begins = 0.5, ends = 0.65; // of the time left: last begin and end of builds
    const Clock::time_point end = std::min(deadline, shared_.end);
    while (Clock::now() < end)
    {
        std::vector<Batch> batches = propose(proposalsEach(end));
        if (batches.empty())
            break;
        const Clock::time_point now = Clock::now();
        const auto after = [&](double part)
        { return now + std::chrono::duration_cast<Clock::duration>((end - now) * part); };
        build(batches, after(begins), after(ends));
        for (Batch& batch : batches)
            time(batch, end);
        prune();
        share();
    }
}

std::vector<Result> TypeSearch::finish()
{
    const int rounds = 7;
    std::vector<Result> results;
    for (const auto& state : cells_)
    {
        const auto best = std::min_element(state->searched.begin(), state->searched.end(),
                                           [](const Searched& a, const Searched& b) { return a.us < b.us; });
        if (best == state->searched.end() || !best->best)
            continue;
        const Choice found = {best->best->implementation, best->best->set.all};
        Result result = {state->cell, state->library, found};
        Candidates compared = {best->best.get()};
        std::unique_ptr<Candidate> own;
        if (state->library.implementation != found.implementation || state->library.params != found.params)
        {
            own = state->bench.open(state->library.implementation, {state->library.params, state->library.params});
            if (own)
                compared.push_back(own.get());
            if (own && !state->bench.compare(compared, rounds, infinite, shared_.end))
                continue;
        }
        result.best.us = own ? state->bench.microseconds(*best->best) : best->us;
        result.library.us = own ? state->bench.microseconds(*own) : result.best.us;
        if (result.library.us <= result.best.us)
            result.best = result.library;
        results.push_back(result);
    }
    return results;
}

} // namespace tune
