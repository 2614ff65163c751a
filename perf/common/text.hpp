// SPDX-License-Identifier: Apache-2.0
//
// Cells of tables and of CSV files, for benchmark, tuner and case studies.

#pragma once

#include <opencv2/core.hpp>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

namespace bench {

//! The number with that many decimals, or `otherwise` if it is not finite.
inline std::string numberText(double value, int decimals, const std::string& otherwise)
{
    return std::isfinite(value) ? cv::format("%.*f", decimals, value) : otherwise;
}

//! Padded with spaces to a column's width.
inline std::string padded(const std::string& text, size_t width, bool right)
{
    const std::string space(width > text.size() ? width - text.size() : 0, ' ');
    return right ? space + text : text + space;
}

//! A CSV field: quoted if it contains a comma or a quote.
inline std::string quoted(const std::string& text)
{
    return text.find_first_of(",\"") == std::string::npos ? text : "\"" + text + "\"";
}

//! Prints lines of equally many cells; each column is as wide as its widest cell.
//! @param right for each column, whether it is right-aligned
void printAligned(std::ostream& out, const std::vector<std::vector<std::string>>& lines,
                  const std::vector<bool>& right);

} // namespace bench
