// SPDX-License-Identifier: Apache-2.0
//
// Chains against the same stages one by one, and against OpenCV's functions (--chain).

#pragma once

#include "../options.hpp"

namespace bench {

//! @returns the program's exit code
int measureChains(const Options& options);

} // namespace bench
