// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of the results, drawn by gnuplot.

#pragma once

#include "row.hpp"

namespace bench
{

//! Writes data and scripts into the folder and has gnuplot make SVG and PNG of them; where there is no gnuplot it says
//! so.
//! @throws UsageError where the folder cannot be written to
void plot(const std::string& folder, const DeviceInfo& device, const Ceilings& ceilings, const std::vector<Row>& rows);

} // namespace bench
