// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One class of problems to tune for, on one or more image sizes, and parameter sets that are timed on it.

#pragma once

#include "result.hpp"

#include "../common/check.hpp"
#include "../bench/subject.hpp"

#include "implementations/implementation.hpp"

#include <memory>

namespace tune
{

//! An implementation with parameters, ready to be timed.
struct Candidate
{
    const cv::clconv::Implementation* impl;
    cv::clconv::Params given;                              //!< those that the search chose
    Sets sets;                                             //!< all of them
    std::vector<std::unique_ptr<bench::Subject>> subjects; //!< one for each image size
    std::string refusal;                                   //!< it could not be built or launched
    std::string wrong;                                     //!< what had an output that was not right
    bool slow = false;                                     //!< by far, so that it was not looked at any further
    double onceUs = 0;                                     //!< one call on the first size, by the clock on the wall

    bool good() const { return refusal.empty() && wrong.empty() && !slow; }
};

using Candidates = std::vector<Candidate*>;

//! Image pairs by size, for all workloads of one pixel type.
using Rings = std::vector<std::unique_ptr<bench::Ring>>;

class Workload
{
public:
    Workload(const std::vector<bench::Case>& cases, Rings& rings, bool cpu);

    const bench::Case& first() const { return cases_.front(); }
    //! one for each image size
    const std::vector<cv::clconv::Problem>& problems() const { return problems_; }
    //! of the first size
    const cv::clconv::Problem& problem() const { return problems_.front(); }

    //! What follows from chosen parameters on each size; none where one of them is impossible.
    Sets complete(const cv::clconv::Implementation& impl, const cv::clconv::DeviceTraits& traits,
                  const cv::clconv::Params& given) const;

    //! Builds it, runs it and looks at its output, on every size.
    //! @param other a good one, if there is one: what is far slower is left alone
    std::unique_ptr<Candidate> enter(const cv::clconv::Implementation& impl, const cv::clconv::Params& given,
                                     const Sets& sets, const Candidate* other);

    //! Times them anew, in turns.
    //! @param farBehind those that take that many times as long as the fastest take no part in the rounds that follow
    void compare(const Candidates& candidates, int rounds, double farBehind) const;

    //! Geometric mean over the sizes, in microseconds, of the last comparison.
    double microseconds(const Candidate& candidate) const;

private:
    void time(Candidate& candidate) const;

    std::vector<bench::Case> cases_; //!< one for each image size
    Rings& rings_;
    bool cpu_;
    cv::Mat kernel_;
    std::vector<cv::clconv::Problem> problems_;
    std::vector<bench::Expected> expected_;
    cv::ocl::OpenCLExecutionContext profiling_;
};

} // namespace tune
