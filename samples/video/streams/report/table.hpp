// SPDX-License-Identifier: Apache-2.0
//
// The figures as lines of text.

#ifndef CLCONV_SAMPLES_TABLE_HPP
#define CLCONV_SAMPLES_TABLE_HPP

#include "../figures/figures.hpp"

#include <string>
#include <vector>

namespace samples {

//! A line for each stream and each device, with heads.
//! @param maxStreams that are shown
std::vector<std::string> tableLines(const Figures& figures, int maxStreams);

//! How far the run is, in one line.
//! @param secondsLimit of the run, 0: none
std::string progressLine(const Figures& figures, double secondsLimit);

//! The end of a run: stages, sums, comparison, what limits.
std::string summaryText(const Figures& figures);

} // namespace samples

#endif // CLCONV_SAMPLES_TABLE_HPP
