// SPDX-License-Identifier: Apache-2.0
//
// Makes the lines of the tuning file from the results.

#pragma once

#include "blocks.hpp"

namespace tune {

struct Line
{
    cv::clconv::TuningEntry entry;
    std::string measured; //!< written as a comment
    std::vector<const Result*> cells;
};

//! The lines of all types. Each is verified: with it the library runs what was measured.
//! @param rejected gets the text of those that fail
std::vector<Line> linesOf(const Results& results, const Library& library, double margin,
                          std::vector<std::string>& rejected);

//! The quantity and range that separate an image size from its neighbours. Limits are the geometric means of two sizes,
//! and open at the ends.
//! @param scalars of each size, ascending
cv::clconv::Condition sizeCondition(const std::vector<int64>& scalars, const Span& sizes,
                                    const cv::clconv::DeviceTraits& traits);

//! Parses the whole file and plans each cell, to verify that the library runs what was measured in the cells of these
//! lines, and that the other cells are unchanged.
//! @returns the error, or an empty string
std::string readBack(const std::string& text, const Results& results, const std::vector<Line>& lines,
                     const Library& library);

} // namespace tune
