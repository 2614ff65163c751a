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

//! The text with blanks behind it, or before it, up to that width.
std::string padded(const std::string& text, size_t width, bool right);

//! Lines of as many texts each, every column as wide as its widest.
//! @param right for each column whether it stands at the right
void printAligned(std::ostream& out, const std::vector<std::vector<std::string>>& lines,
                  const std::vector<bool>& right);

} // namespace bench
