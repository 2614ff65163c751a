// SPDX-License-Identifier: Apache-2.0
//
// Figures of the results, drawn by gnuplot.

#pragma once

#include "row.hpp"

namespace bench {

//! Writes data and scripts into the folder and runs gnuplot for SVG and PNG; reports if gnuplot is missing.
//! @throws UsageError if the folder is not writable
void plot(const std::string& folder, const DeviceInfo& device, const Ceilings& ceilings, const std::vector<Row>& rows);

} // namespace bench
