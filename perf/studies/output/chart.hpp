// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The studies' kinds of charts as scripts for gnuplot: lines over the filter's width, bars, box-whisker.

#pragma once

#include "row.hpp"
#include "../../common/gnuplot.hpp"

namespace study
{

struct ChartText
{
    std::string name; //!< of the files
    std::string title, subtitle, y;
};

//! A line for each step over the filter's width, a panel for each size.
//! @param value of a row; not a number where it has none
//! @param level drawn across, to compare with; not a number: none
bench::Script lineChart(const ChartText& text, const Rows& rows, const std::vector<std::string>& steps,
                        const std::function<double(const Row&)>& value, bool logarithmic, double level);

//! A bar for each step: its speed, of a study with one size and one filter.
bench::Script barChart(const ChartText& text, const Rows& rows);

//! For each step least, quartiles, median, most of its times, a panel for each filter.
bench::Script boxChart(const ChartText& text, const Rows& rows);

//! How long a row took, in % of the row of another step on the same size and filter.
std::function<double(const Row&)> percentOf(const Rows& rows, const std::string& step);

} // namespace study
