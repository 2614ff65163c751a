// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Output of the results: a table and the tuning file.

#pragma once

#include "entries.hpp"

#include "../common/device.hpp"

#include <ostream>

namespace tune
{

void printTable(std::ostream& out, const bench::DeviceInfo& device, const std::vector<Result>& results,
                const std::vector<Entry>& entries);

//! The file's head: device, driver, versions and method of measurement.
std::vector<std::string> headOf(const bench::DeviceInfo& device, const std::vector<cv::Size>& sizes, double margin);

//! @throws UsageError if the file cannot be written
void writeFile(const std::string& path, const std::string& text);

} // namespace tune
