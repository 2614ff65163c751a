// SPDX-License-Identifier: Apache-2.0
//
// Two ways to the same result, measured in turn: the times of each.

#pragma once

#include "../options.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {

std::unique_ptr<cv::clconv::ForceScope> scopeOf(const std::string& force);

//! One of them, and its times in microseconds.
struct Method
{
    std::function<void()> next; //!< takes other images; empty: the same for each call
    std::function<void()> call;
    std::string force, ran;
    std::vector<double> wall, device;

    void roundOfCalls();
    void roundOfEvents(const cv::ocl::OpenCLExecutionContext& profiling);
};

//! Rounds of both, alternating which is first.
void measureInTurn(Method& one, Method& other, int rounds);

} // namespace bench
