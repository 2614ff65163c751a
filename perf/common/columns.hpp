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

//! Lines of as many texts each, every column as wide as its widest.
//! @param right for each column whether it stands at the right
void printAligned(std::ostream& out, const std::vector<std::vector<std::string>>& lines,
                  const std::vector<bool>& right);

} // namespace bench
