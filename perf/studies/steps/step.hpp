// SPDX-License-Identifier: Apache-2.0
//
// An optimization step of a study: one way to compute a workload.

#pragma once

#include "../clock.hpp"
#include "../workload.hpp"

#include <stdexcept>

namespace study {

//! A step prepared for one workload: running it neither builds nor copies anything.
struct Call
{
    std::function<void()> run;     //!< enqueues
    std::vector<cv::UMat> outputs; //!< one for each source and each filter
    std::string how;               //!< the implementation or the build options
};

//! The device does not support a step, for the reason in the message.
struct Unsupported : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

struct Step
{
    std::string name;
    std::string claim; //!< the study's claim about this step
    Clock clock;
    bool ours; //!< not OpenCV's own: a wrong output is this project's error
    //! @param outputs as in Call; a step may allocate others instead
    //! @throws Unsupported
    std::function<Call(const Workload&, const std::vector<cv::UMat>& outputs)> prepare;
};

//! An implementation of the library with its parameters, in the form of OPENCV_CLCONV_FORCE.
Step forcedStep(const std::string& name, const std::string& claim, const std::string& force);

//! Runs separable filters in two passes of that implementation, through an intermediate image.
Step twoPassStep(const std::string& name, const std::string& claim, const std::string& force);

//! Runs all filters of a source in one call of cv::clconv::filterBank, as a user calls it.
Step bankStep(const std::string& claim);

//! The last two steps of every study: cv::clconv::filter2D as a user calls it, and cv::filter2D on UMat.
//! These steps, and the calls that users make.
std::vector<Step> withUserSteps(std::vector<Step> steps);

} // namespace study
