// SPDX-License-Identifier: Apache-2.0
//
// Shrinks a failing call: tries simpler arguments, smaller images and kernels while it still fails.

#pragma once

#include "../filter_case.hpp"

#include <functional>

namespace clconv_test {

//! @param fails whether a call fails; at most `attempts` are tried
//! @returns a failing call that no single simplification leaves failing, or the last one when the attempts are used up
FilterCase shrunk(FilterCase filterCase, const std::function<bool(const FilterCase&)>& fails, int attempts = 400);

} // namespace clconv_test
