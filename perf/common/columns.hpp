// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Text in columns.

#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace bench
{

//! Prints lines of equally many cells; each column is as wide as its widest cell.
//! @param right for each column, whether it is right-aligned
void printAligned(std::ostream& out, const std::vector<std::vector<std::string>>& lines,
                  const std::vector<bool>& right);

} // namespace bench
