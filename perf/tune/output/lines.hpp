// SPDX-License-Identifier: Apache-2.0
//
// Lines of the tuning file from the results.

#pragma once

#include "blocks.hpp"

namespace tune {

struct Line
{
    cv::clconv::TuningEntry entry;
    std::string measured; //!< the comment in the file
    std::vector<const Result*> cells;
};

//! The lines of all types. Each is verified: with it the library runs what was measured.
//! @param rejected takes the text of those that fail
std::vector<Line> linesOf(const Results& results, const Library& library, double margin,
                          std::vector<std::string>& rejected);

//! Quantity and range that distinguish an image size from its neighbours: limits are in the geometric middle between
//! two sizes, and open at the ends.
//! @param scalars of each size, ascending
cv::clconv::Condition sizeCondition(const std::vector<int64>& scalars, const Span& sizes,
                                    const cv::clconv::DeviceTraits& traits);

//! Verifies that the whole file makes the library run what was measured in the cells of these lines, and leaves the
//! other cells as they are: parses its text and plans each cell.
//! @returns the error, or an empty string
std::string readBack(const std::string& text, const Results& results, const std::vector<Line>& lines,
                     const Library& library);

} // namespace tune
