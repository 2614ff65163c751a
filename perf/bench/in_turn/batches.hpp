// SPDX-License-Identifier: Apache-2.0
//
// filterBatch against as many calls of filter2D (--batch=N): interleaved, over the same images, outputs checked.

#pragma once

#include "../options.hpp"

namespace bench {

//! @returns the program's exit code
int measureBatches(const Options& options);

} // namespace bench
