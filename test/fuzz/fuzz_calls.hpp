// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Random calls for the fuzz program.

#pragma once

#include "support/filter_case.hpp"

namespace clconv_test
{

//! The arguments that a program depends on.
//! @param simple only filter2D of one-channel UMats of 8U, 16S and 32F
FilterCase randomShape(bool simple, cv::RNG& rng);

//! The arguments that are data, for those that a program depends on.
//! @param simple into memory of their own
FilterCase randomCall(const FilterCase& shape, bool simple, cv::RNG& rng);

} // namespace clconv_test
