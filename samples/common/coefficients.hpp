// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Kinds of coefficients by name, for clconv_explain and the measuring programs: the same name is the same filter in all
// of them.

#pragma once

#include <opencv2/core.hpp>

#include <string>

namespace samples
{

//! @param kind gaussian, box (both separable), random (dense, of full rank) or scharr (six taps, 3x3 or larger); others
//! throw UsageError
//! @param seed of the random coefficients
cv::Mat coefficientsOf(const std::string& kind, cv::Size size, int seed = 1);

} // namespace samples
