// SPDX-License-Identifier: Apache-2.0
//
// clconv_tune --mats: measures how much faster than OpenCV's functions the device is on Mats, transfers included, and
// writes lines for `host` (planner/host_plan.hpp).

#pragma once

#include "../options.hpp"
#include "../search/type_search.hpp"

#include <ostream>

namespace tune {

//! Measures each cell and writes the lines to --output, or to `out`.
void tuneMats(std::ostream& out, const Options& options, const Library& library);

} // namespace tune
