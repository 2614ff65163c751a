// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Coordinate descent, and the search of all combinations.

#include "search.hpp"
#include "implementations/parameter_space.hpp"

#include <algorithm>
#include <random>

namespace tune
{

using namespace cv::clconv;

Search::Search(Workload& workload, const Implementation& impl, const DeviceTraits& traits, Clock::time_point deadline) :
    workload_(workload), implementation_(impl), traits_(traits), space_(spaceOf(impl, workload.problem(), traits)),
    deadline_(deadline)
{
}

//! @returns whether the set is supported, tried before or not
bool Search::add(const Params& given)
{
    const Sets sets = workload_.complete(implementation_, traits_, given);
    if (sets.empty())
        return false;
    if (!seen_.insert(sets).second || (best_ && expired()))
        return true;
    std::unique_ptr<Candidate> candidate = workload_.enter(implementation_, given, sets, best_.get());
    tried++;
    refused += !candidate->refusal.empty();
    if (!candidate->wrong.empty())
        wrong.push_back(candidate->wrong);
    if (candidate->good())
        waiting_.push_back(std::move(candidate));
    return true;
}

//! The best set with one value changed; if that conflicts with another chosen parameter, that one is dropped.
bool Search::addMoved(const std::string& name, int value)
{
    Params moved = best_->given;
    moved[name] = value;
    if (add(moved))
        return true;
    for (const auto& other : best_->given)
    {
        Params fewer = moved;
        if (other.first != name && fewer.erase(other.first) && add(fewer))
            return true;
    }
    return false;
}

//! Compares the waiting candidates with the best one.
bool Search::compareWaiting()
{
    const double better = 1.01; // less is noise; neighbouring kernel sizes then keep the same parameters
    const int rounds = 3;
    const double cutoff = 1.25;
    if (waiting_.empty())
        return false;
    Candidates all;
    if (best_)
        all.push_back(best_.get());
    for (const auto& candidate : waiting_)
        all.push_back(candidate.get());
    workload_.compare(all, rounds, cutoff);
    const auto faster = [&](const auto& a, const auto& b)
    { return workload_.microseconds(*a) < workload_.microseconds(*b); };
    auto fastest = std::min_element(waiting_.begin(), waiting_.end(), faster);
    const bool improved = !best_ || workload_.microseconds(*best_) > better * workload_.microseconds(**fastest);
    if (improved)
        best_ = std::move(*fastest);
    waiting_.clear();
    return improved;
}

void Search::start(const Params& given)
{
    add(given);
    compareWaiting();
}

bool Search::descend()
{
    bool improved = false;
    for (const auto& values : space_)
    {
        for (int value : values.second)
            if (best_ && !expired())
                addMoved(values.first, value);
        improved = compareWaiting() || improved;
    }
    return improved;
}

void Search::searchAll()
{
    const size_t batch = 6; // compared at once
    size_t count = 1;
    for (const auto& values : space_)
        count *= values.second.size();
    std::vector<size_t> order(count);
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    for (size_t index : order)
    {
        if (!best_ || expired())
            break;
        Params given;
        for (const auto& values : space_)
        {
            given[values.first] = values.second[index % values.second.size()];
            index /= values.second.size();
        }
        add(given);
        if (waiting_.size() == batch)
            compareWaiting();
    }
    compareWaiting();
}

} // namespace tune
