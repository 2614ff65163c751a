// SPDX-License-Identifier: Apache-2.0
//
// filterBank against as many calls of filter2D (--bank=M): interleaved, over the same images, outputs checked.

#pragma once

#include "../options.hpp"

namespace bench {

//! @returns the program's exit code
int measureBanks(const Options& options);

} // namespace bench
