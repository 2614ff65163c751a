// SPDX-License-Identifier: Apache-2.0
//
// The studies' charts as scripts for gnuplot: lines over the filter width, bars, box plots.

#pragma once

#include "row.hpp"
#include "../../common/gnuplot.hpp"

namespace study {

struct ChartText
{
    std::string name; //!< of the files
    std::string title, subtitle, y;
};

//! One line per step over the filter width, one panel per size.
//! @param value of a row; NAN if it has none
//! @param level of a horizontal line for comparison; NAN: none
bench::Script lineChart(const ChartText& text, const Rows& rows, const std::vector<std::string>& steps,
                        const std::function<double(const Row&)>& value, bool logarithmic, double level);

//! One bar per step: its speed, for a study with one size and one filter.
bench::Script barChart(const ChartText& text, const Rows& rows);

//! One box per step (minimum, quartiles, median, maximum of its times), one panel per filter.
bench::Script boxChart(const ChartText& text, const Rows& rows);

//! The time of a row in % of that of another step on the same size and filter.
std::function<double(const Row&)> percentOf(const Rows& rows, const std::string& step);

} // namespace study
