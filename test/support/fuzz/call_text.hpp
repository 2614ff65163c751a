// SPDX-License-Identifier: Apache-2.0
//
// A FilterCase as one line of text that another run can read: failing calls outlive the generator that drew them.

#pragma once

#include "../filter_case.hpp"

namespace clconv_test {

//! "src=8UC3 ddepth=16S size=37x23 kernel=32F:3x1:1,-2,0.5 anchor=1,0 border=WRAP seed=7": the fields that differ from
//! those of FilterCase().
std::string toText(const FilterCase& filterCase);

//! Reads such a line. Throws std::runtime_error that names an invalid field.
FilterCase fromText(const std::string& text);

} // namespace clconv_test
