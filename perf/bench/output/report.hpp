// SPDX-License-Identifier: Apache-2.0
//
// Prints the results as a table and as CSV.

#pragma once

#include "row.hpp"

#include <ostream>

namespace bench {

void printTable(std::ostream& out, const DeviceInfo& device, const Ceilings& ceilings, const std::vector<Row>& rows);
//! Prints geometric means and minima of the ratios to stock and opencv-cpu, and of the roofline share.
void printSummary(std::ostream& out, const Ceilings& ceilings, const std::vector<Row>& rows);

//! @throws UsageError if the file cannot be written
void writeCsv(const std::string& file, const Ceilings& ceilings, const std::vector<Row>& rows);

} // namespace bench
