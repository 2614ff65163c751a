// SPDX-License-Identifier: Apache-2.0
//
// Charts as inline SVG. Colours are classes and variables of the page's style sheet.

#ifndef CLCONV_SAMPLES_SVG_HPP
#define CLCONV_SAMPLES_SVG_HPP

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace samples {

//! Text for HTML and XML; bytes that XML forbids become spaces.
std::string escaped(const std::string& text);

struct Line
{
    std::string name;
    std::vector<cv::Point2d> points; //!< x rises
};

struct Bar
{
    std::string name;
    double share; //!< from 0 to 1
    std::string text;
};

//! Lines over seconds, from zero on both axes.
//! @param top least upper end of the y axis
std::string lineChart(const std::string& title, const std::string& unit, const std::vector<Line>& lines, double top);

//! Horizontal bars.
std::string barChart(const std::string& title, const std::vector<Bar>& bars);

//! 1, 2 or 5 times a power of ten: the distance of some five ticks up to that value.
double tickDistance(double value);

} // namespace samples

#endif // CLCONV_SAMPLES_SVG_HPP
