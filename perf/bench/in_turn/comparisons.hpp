// SPDX-License-Identifier: Apache-2.0
//
// Measurements of two ways to one result: interleaved, over the same images, outputs checked.

#pragma once

#include "../options.hpp"

namespace bench {

// Each returns the program's exit code.

int measureBanks(const Options& options);   //!< filterBank against as many calls of filter2D (--bank=M)
int measureBatches(const Options& options); //!< filterBatch against as many calls of filter2D (--batch=N)
int measureChains(const Options& options);  //!< chains against their stages, and OpenCV's functions (--chain)
int measureMasked(const Options& options);  //!< filter2DMasked against filters of pixels and weights (--masked)
int measureSplits(const Options& options);  //!< images on the host on several devices against one (--devices=N)

} // namespace bench
