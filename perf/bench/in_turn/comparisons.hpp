// SPDX-License-Identifier: Apache-2.0
//
// Compares two ways to compute the same result: interleaved, on the same images, with outputs checked.

#pragma once

#include "../options.hpp"

namespace bench {

// Each returns the program's exit code.

int measureBanks(const Options& options);   //!< filterBank against as many calls of filter2D (--bank=M)
int measureBatches(const Options& options); //!< filterBatch against as many calls of filter2D (--batch=N)
int measureChains(const Options& options);  //!< chains against their stages, and OpenCV's functions (--chain)
int measureMasked(const Options& options);  //!< filter2DMasked against two filters (--masked)
int measureSplits(const Options& options);  //!< host images on several devices against one (--devices=N)

} // namespace bench
