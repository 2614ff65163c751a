// SPDX-License-Identifier: Apache-2.0
//
// Random calls for the fuzz program.

#pragma once

#include "../filter_case.hpp"

namespace clconv_test {

//! Draws the arguments that a program depends on.
//! @param simple only filter2D of one-channel UMats of 8U, 16S and 32F
//! @param number in every second one an implementation is forced, all of them in turn
//! @param longest taps of a kernel along an axis; 0: 17, and in one of ten shapes 45
FilterCase randomShape(bool simple, int number, cv::RNG& rng, int longest = 0);

//! The text that forces implementation n, counting round and round through all but the specialized ones.
std::string forceNumber(int number, bool bank);

//! Draws the arguments that are data, for a shape that fixes the others.
//! @param simple only separate outputs
FilterCase randomCall(const FilterCase& shape, bool simple, cv::RNG& rng);

} // namespace clconv_test
