// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Runs the steps of a ladder on one workload: makes them ready, compares their outputs with cv::filter2D on Mat, times them.

#pragma once

#include "output/row.hpp"

namespace study
{

//! One size and one filter of a ladder.
struct Case
{
    std::string size, filter;
    std::function<Workload()> make;
    std::vector<Step> steps;
};

//! A row for each step, in their order; of study and base nothing is filled in.
std::vector<Row> measureCase(const Case& c, int repetitions);

} // namespace study
