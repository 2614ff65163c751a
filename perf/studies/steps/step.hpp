// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A step of a ladder: one way to compute a workload.

#pragma once

#include "../clock.hpp"
#include "../workload.hpp"

#include <stdexcept>

namespace study
{

//! A step made ready for one workload: nothing is built or copied any more.
struct Call
{
    std::function<void()> run;     //!< enqueues
    std::vector<cv::UMat> outputs; //!< source by source, and for each filter by filter
    std::string how;               //!< what runs
};

//! Why the device cannot do a step.
struct LeftOut : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

struct Step
{
    std::string name;
    std::string claim; //!< the study's
    Clock clock;
    bool ours; //!< a wrong output is a failure of this program
    //! @param outputs as Call has them; a step may bring its own instead
    //! @throws LeftOut
    std::function<Call(const Workload&, const std::vector<cv::UMat>& outputs)> prepare;
};

//! An implementation of the library, with its parameters, as OPENCV_CLCONV_FORCE names it.
Step forcedStep(const std::string& name, const std::string& claim, const std::string& force);

//! Filters that are outer products, in two passes through an image between, both by that implementation.
Step twoPassStep(const std::string& name, const std::string& claim, const std::string& force);

//! All filters of a source in one call of cv::clconv::filterBank, as a user calls it.
Step bankStep(const std::string& claim);

//! The last two of every ladder: cv::clconv::filter2D as a user calls it, and cv::filter2D on UMat.
std::vector<Step> userSteps();

} // namespace study
