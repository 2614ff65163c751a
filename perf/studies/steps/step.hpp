// SPDX-License-Identifier: Apache-2.0
//
// An optimization step of a study: one way to compute a workload.

#pragma once

#include "../clock.hpp"
#include "../workload.hpp"

#include <stdexcept>

namespace study {

//! A step prepared for one workload: running it builds and copies nothing.
struct Call
{
    std::function<void()> run;     //!< enqueues
    std::vector<cv::UMat> outputs; //!< for each source and each filter
    std::string how;               //!< the implementation or the build options
};

//! The device does not support a step; the message is the reason.
struct Unsupported : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

struct Step
{
    std::string name;
    std::string claim; //!< of the study
    Clock clock;
    bool ours; //!< not OpenCV's: a wrong output is an error of this project
    //! @param outputs as in Call; a step may allocate its own instead
    //! @throws Unsupported
    std::function<Call(const Workload&, const std::vector<cv::UMat>& outputs)> prepare;
};

//! An implementation of the library, with its parameters, as OPENCV_CLCONV_FORCE names it.
Step forcedStep(const std::string& name, const std::string& claim, const std::string& force);

//! Separable filters in two passes through an intermediate image, both by that implementation.
Step twoPassStep(const std::string& name, const std::string& claim, const std::string& force);

//! All filters of a source in one call of cv::clconv::filterBank, as a user calls it.
Step bankStep(const std::string& claim);

//! The last two steps of every study: cv::clconv::filter2D as a user calls it, and cv::filter2D on UMat.
std::vector<Step> userSteps();

} // namespace study
