// SPDX-License-Identifier: Apache-2.0
//
// Two ways to compute the same result, timed in turn.

#pragma once

#include "../options.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {

std::unique_ptr<cv::clconv::ForceScope> scopeOf(const std::string& force);

//! One way, and its times in microseconds.
struct Method
{
    std::function<void()> next; //!< selects the next images; empty: all calls use the same
    std::function<void()> call;
    std::string force, ran;
    std::vector<double> wall, device;

    void roundOfCalls();
    void roundOfEvents(const cv::ocl::OpenCLExecutionContext& profiling);
};

//! Times rounds of both; the one that goes first alternates.
void measureInTurn(Method& one, Method& other, int rounds);

} // namespace bench
