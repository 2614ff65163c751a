// SPDX-License-Identifier: Apache-2.0
//
// Times parameter sets on one cell, and checks their output.

#pragma once

#include "proposals.hpp"
#include "builders.hpp"
#include "../chain_cells.hpp"

#include "../../common/check.hpp"
#include "../../bench/subject.hpp"

#include <memory>

namespace tune {

//! An implementation with parameters, ready to be timed.
struct Candidate
{
    std::string implementation;
    ParamSet set;
    std::unique_ptr<bench::Subject> subject;
    double onceUs; //!< wall time of one call

    std::string text() const { return implementation.empty() ? "" : cv::clconv::toString(implementation, set.all); }
};

using Candidates = std::vector<Candidate*>;

class CellBench
{
public:
    CellBench(const Cell& cell, bench::ImagePairs& images, bool cpu);

    //! Builds the program, unless it is on disk, and runs it once.
    //! @param implementation empty: the library's choice
    //! @returns null if the program cannot be built or launched
    std::unique_ptr<Candidate> open(const std::string& implementation, const ParamSet& set);

    //! Times candidates in alternation: one round for all, more for those that are not far behind.
    //! @param cutoff candidates that take this many times as long as the fastest are timed once
    //! @returns false if the time ended before the first round did
    bool compare(const Candidates& candidates, int rounds, double cutoff, Clock::time_point end) const;

    //! The median of the last comparison, in microseconds.
    double microseconds(const Candidate& candidate) const;

    //! Whether the output is that of cv::filter2D on Mat, or for a chain that of its stages one by one.
    bool isRight(Candidate& candidate);

private:
    bool isRightChain();

    bench::Case case_;
    std::vector<cv::Mat> kernels_;
    bench::ImagePairs& images_;
    bool cpu_;
    const bench::UsualChain* chain_;        //!< null for filters
    std::vector<bench::Expected> expected_; //!< for each filter
    cv::Mat expectedOfChain_;
    cv::ocl::OpenCLExecutionContext profiling_;
};

} // namespace tune
