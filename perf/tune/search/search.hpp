// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Searches one implementation's parameter space on one workload.

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

    //! Tries one set, unless it is unsupported or was tried before. A set replaces the best one if it is faster by more
    //! than 1 % in an interleaved measurement.
    void start(const cv::clconv::Params& given);

    //! Coordinate descent from the best set: each parameter in turn, over all its values.
    //! @returns whether a better set was found
    bool descend();

    //! All supported combinations, in random order, until the deadline.
    void searchAll();

    //! Null if nothing could be run.
    const Candidate* best() const { return best_.get(); }
    //! Transfers ownership of the best set to the caller.
    std::unique_ptr<Candidate> takeBest() { return std::move(best_); }

    int tried = 0, refused = 0;     //!< sets tried; those of them that could not be built or launched
    std::vector<std::string> wrong; //!< sets whose output was wrong

private:
    bool add(const cv::clconv::Params& given);
    bool addMoved(const std::string& name, int value);
    bool compareWaiting();
    bool expired() const { return Clock::now() > deadline_; }

    Workload& workload_;
    const cv::clconv::Implementation& implementation_;
    const cv::clconv::DeviceTraits& traits_;
    const cv::clconv::Space space_;
    const Clock::time_point deadline_;
    std::unique_ptr<Candidate> best_;
    std::vector<std::unique_ptr<Candidate>> waiting_; //!< for the next comparison with the best
    std::set<Sets> seen_;
};

} // namespace tune
