// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Lines of tuning tables that can never count on a device, such as one with a tile width that the implementation does
// not have. Planning skips a line whose parameters a problem does not support; a line that all problems skip is a
// mistake in the table, and nothing else reports it.

#pragma once

#include "tuning/table.hpp"

#include <string>
#include <vector>

namespace cv
{
namespace clconv
{

//! The lines of a table for this device whose parameters no problem supports: "table:line: why". An implementation has
//! no list of its legal values, so problems of the line's class are tried: each type, a few filter sizes, full HD.
//! Lines whose implementation the device does not support at all are not reported, nor are those whose conditions no
//! tried problem meets.
std::vector<std::string> unusableLines(const TuningTable& table, const DeviceTraits& traits);

} // namespace clconv
} // namespace cv
