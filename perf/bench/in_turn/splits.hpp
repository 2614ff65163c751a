// SPDX-License-Identifier: Apache-2.0
//
// Images on the host split over several devices (--devices=N) against one device: interleaved, outputs checked.

#pragma once

#include "../options.hpp"

namespace bench {

//! @returns the program's exit code
int measureSplits(const Options& options);

} // namespace bench
