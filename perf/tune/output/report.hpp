// SPDX-License-Identifier: Apache-2.0
//
// Writes the results as a table and as the tuning file.

#pragma once

#include "lines.hpp"

#include "../../common/device.hpp"

#include <ostream>

namespace tune {

//! A row for each class: the times of its cells, and how much the new file gains.
void printTable(std::ostream& out, const bench::DeviceInfo& device, const Results& results);

//! The file's head: device, driver, versions and method of measurement.
std::vector<std::string> headOf(const bench::DeviceInfo& device, double margin);

//! The text of the file.
std::string fileText(const std::vector<Line>& lines, const std::vector<std::string>& head);

//! Writes a temporary file and renames it, so that an interrupted run leaves either the old or the new text.
//! @throws UsageError if the file cannot be written
void writeFile(const std::string& path, const std::string& text);

//! Writes the file where the library finds it, creating folders that only the user can write. Keeps an existing file as
//! FILE.before.
void installFile(const std::string& path, const std::string& text);

} // namespace tune
