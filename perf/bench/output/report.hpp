// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the results: a table to read, CSV and JSON to keep, and the times of peers to hold them against.

#pragma once

#include "row.hpp"

#include <ostream>

namespace bench
{

//! @throws UsageError where the file cannot be read or understood
void joinPeers(const std::string& file, std::vector<Row>& rows);

void printTable(std::ostream& out, const DeviceInfo& device, const Ceilings& ceilings, const std::vector<Row>& rows);
//! Geometric means and minima of the ratios to stock, native and peers, and of the share of the roof.
void printSummary(std::ostream& out, const Ceilings& ceilings, const std::vector<Row>& rows);

//! @throws UsageError where the file cannot be written
void writeCsv(const std::string& file, const Ceilings& ceilings, const std::vector<Row>& rows);
void writeJson(const std::string& file, const DeviceInfo& device, const Ceilings& ceilings,
               const std::vector<Row>& rows);

} // namespace bench
