// SPDX-License-Identifier: Apache-2.0
//
// Runs the steps of a study on one workload: prepares them, compares their outputs with cv::filter2D on Mat, times
// them.

#pragma once

#include "output/row.hpp"

namespace study {

//! One size and one filter of a study.
struct Case
{
    std::string size, filter;
    std::function<Workload()> make;
    std::vector<Step> steps;
};

//! One row per step, in the order of the steps; without study and base time.
std::vector<Row> measureCase(const Case& c, int repetitions);

} // namespace study
