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

//! Largest difference of an engine's pixels from opencv-cpu's, by the engine's name.
using Differences = std::map<std::string, double>;

std::string tableHead();

//! The lines of one filter.
std::string tableRows(const std::string& filter, const Engines& engines, const Differences& differences);

//! Explains the columns.
std::string tableLegend(bool compares);

//! One line for a contact sheet or a picture: the first engine, then the others. @p last as in Engine::filterMs.
std::string summary(const std::string& filter, const Engines& engines, size_t last = Engine::all);

} // namespace samples

#endif // CLCONV_SAMPLES_REPORT_HPP
