// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A class of problems on one or more image sizes, and the parameter sets that are timed on it.

#pragma once

#include "../result.hpp"

#include "../../common/check.hpp"
#include "../../bench/subject.hpp"

#include "implementations/implementation.hpp"

#include <memory>

namespace tune
{

//! An implementation with parameters, ready to be timed.
struct Candidate
{
    const cv::clconv::Implementation* impl;
    cv::clconv::Params given;                              //!< chosen by the search
    Sets sets;                                             //!< complete, for each image size
    std::vector<std::unique_ptr<bench::Subject>> subjects; //!< one for each image size
    std::string refusal;                                   //!< why it could not be built or launched
    std::string wrong;                                     //!< the set and size with wrong output
    bool slow = false;                                     //!< far slower than the best, not measured further
    double onceUs = 0;                                     //!< wall time of one call on the first size

    bool good() const { return refusal.empty() && wrong.empty() && !slow; }
};

using Candidates = std::vector<Candidate*>;

//! Image pairs by size, for all workloads of one pixel type.
using PairsBySize = std::vector<std::unique_ptr<bench::ImagePairs>>;

class Workload
{
public:
    Workload(const std::vector<bench::Case>& cases, PairsBySize& pairsBySize, bool cpu);

    const bench::Case& first() const { return cases_.front(); }
    //! one for each image size
    const std::vector<cv::clconv::Problem>& problems() const { return problems_; }
    //! of the first size
    const cv::clconv::Problem& problem() const { return problems_.front(); }

    //! Completes the chosen parameters for each size; empty if they are unsupported on one of them.
    Sets complete(const cv::clconv::Implementation& impl, const cv::clconv::DeviceTraits& traits,
                  const cv::clconv::Params& given) const;

    //! Builds and runs a set and checks its output, on every size.
    //! @param other a good candidate or null: a set that is far slower is not measured further
    std::unique_ptr<Candidate> enter(const cv::clconv::Implementation& impl, const cv::clconv::Params& given,
                                     const Sets& sets, const Candidate* other);

    //! Times the candidates again, interleaved.
    //! @param cutoff candidates that take that many times as long as the fastest leave the comparison
    void compare(const Candidates& candidates, int rounds, double cutoff) const;

    //! Geometric mean over the sizes, in microseconds, of the last comparison.
    double microseconds(const Candidate& candidate) const;

private:
    void time(Candidate& candidate) const;

    std::vector<bench::Case> cases_; //!< one for each image size
    PairsBySize& pairsBySize_;
    bool cpu_;
    cv::Mat kernel_;
    std::vector<cv::clconv::Problem> problems_;
    std::vector<bench::Expected> expected_;
    cv::ocl::OpenCLExecutionContext profiling_;
};

} // namespace tune
