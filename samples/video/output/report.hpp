// SPDX-License-Identifier: Apache-2.0
//
// The table: each engine's times, and its difference from opencv-cpu's result.

#ifndef CLCONV_SAMPLES_REPORT_HPP
#define CLCONV_SAMPLES_REPORT_HPP

#include "../engines.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace samples {

using Engines = std::vector<std::unique_ptr<Engine>>;

//! By engine name: the largest difference of a pixel, after any filter, from OpenCV's function on a Mat with the same
//! bytes.
using Differences = std::map<std::string, double>;

//! @param titleWidth of the longest title
std::string tableHead(int titleWidth);

//! The lines for one chain of filters.
std::string tableRows(int titleWidth, const std::string& title, const Engines& engines, const Differences& differences);

//! Explains the columns.
std::string tableLegend(bool compares);

//! One line for a contact sheet or a picture: the first engine, then the others. @p last as in Engine::frameMs.
std::string summary(const std::string& title, const Engines& engines, size_t last = Engine::all);

} // namespace samples

#endif // CLCONV_SAMPLES_REPORT_HPP
