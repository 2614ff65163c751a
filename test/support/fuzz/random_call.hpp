// SPDX-License-Identifier: Apache-2.0
//
// Random calls for the fuzz program.

#pragma once

#include "../filter_case.hpp"

namespace clconv_test {

//! The arguments that a program depends on.
//! @param simple only filter2D of one-channel UMats of 8U, 16S and 32F
//! @param number every second one has a forced implementation, all of them in turn
//! @param longest taps of a kernel along an axis; 0: 17, and in one of ten shapes 45
FilterCase randomShape(bool simple, int number, cv::RNG& rng, int longest = 0);

//! The text that forces number n of all implementations, over and over again; specialized ones excepted.
std::string forceNumber(int number, bool bank);

//! The arguments that are data, for those that a program depends on.
//! @param simple into memory of their own
FilterCase randomCall(const FilterCase& shape, bool simple, cv::RNG& rng);

} // namespace clconv_test
