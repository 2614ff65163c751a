// SPDX-License-Identifier: Apache-2.0
//
// A page about a run: one HTML file that needs nothing else, also well-formed XML.

#ifndef CLCONV_SAMPLES_DASHBOARD_HPP
#define CLCONV_SAMPLES_DASHBOARD_HPP

#include "../figures/figures.hpp"

#include <string>

namespace samples {

std::string dashboard(const Figures& figures);

} // namespace samples

#endif // CLCONV_SAMPLES_DASHBOARD_HPP
