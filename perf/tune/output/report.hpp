// SPDX-License-Identifier: Apache-2.0
//
// Output of the results: a table and the tuning file.

#pragma once

#include "lines.hpp"

#include "../../common/device.hpp"

#include <ostream>

namespace tune {

//! One row for each class: the times of its cells, and how much the new file gains.
void printTable(std::ostream& out, const bench::DeviceInfo& device, const Results& results);

//! The file's head: device, driver, versions and method of measurement.
std::vector<std::string> headOf(const bench::DeviceInfo& device, double margin);

//! The text of the file.
std::string fileText(const std::vector<Line>& lines, const std::vector<std::string>& head);

//! Writes another file and renames it, so that a run that is ended leaves the old text or the new one.
//! @throws UsageError if the file cannot be written
void writeFile(const std::string& path, const std::string& text);

//! The same where the library finds it: in folders that are made, for the user alone to write. A file that is there is
//! kept beside it as FILE.before.
void installFile(const std::string& path, const std::string& text);

} // namespace tune
