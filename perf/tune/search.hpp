// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The search of one implementation's parameter space on one workload.

#pragma once

#include "workload.hpp"

#include <chrono>
#include <set>

namespace tune
{

using Clock = std::chrono::steady_clock;

class Search
{
public:
    Search(Workload& workload, const cv::clconv::Implementation& impl, const cv::clconv::DeviceTraits& traits,
           Clock::time_point deadline);

    //! Tries one set, unless it is impossible or was tried before. The best one so far is what was faster than the best before it,
    //! in turns with it, by more than a hundredth.
    void start(const cv::clconv::Params& given);

    //! From the best one on: each parameter in its turn, over all its values.
    //! @returns whether that led to a better one
    bool descend();

    //! All combinations that are possible, in random order, until the deadline.
    void walkAll();

    //! null where nothing could be run
    const Candidate* best() const { return best_.get(); }
    //! The best one is the caller's from now on.
    std::unique_ptr<Candidate> takeBest() { return std::move(best_); }

    int tried = 0, refused = 0;     //!< sets; those of them that could not be built or launched
    std::vector<std::string> wrong; //!< sets whose output was not right

private:
    bool add(const cv::clconv::Params& given);
    bool addMoved(const std::string& name, int value);
    bool settle();
    bool late() const { return Clock::now() > deadline_; }

    Workload& workload_;
    const cv::clconv::Implementation& implementation_;
    const cv::clconv::DeviceTraits& traits_;
    const cv::clconv::Space space_;
    const Clock::time_point deadline_;
    std::unique_ptr<Candidate> best_;
    std::vector<std::unique_ptr<Candidate>> waiting_; //!< to be compared with the best
    std::set<Sets> seen_;
};

} // namespace tune
