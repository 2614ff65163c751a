// SPDX-License-Identifier: Apache-2.0
//
// Launches of a batch: a compiled plan on several images.

#pragma once

#include "runtime/context_cache.hpp"

namespace cv { namespace clconv {

//! An image of a batch. Plain pointers: batches have thousands, and most are alike.
struct BatchItem
{
    const UMat *src, *dst;
    const Problem* problem; //!< of this image alone; images that are alike may have the same one
    Geometry geometry;
    const CoefficientSet* coefficients;
};

//! Enqueues launches for all items, each for as many as it has arguments for, and returns. Throws as launchPlan does;
//! some of the outputs may have been written then.
//! @param compiled plan of a batch; it supports the problems of the items
//! @param items their images are on the device and no temporary ones, the outputs share no memory with the sources and
//! have no pixels in common; all have the same coefficients unless batch.filterEach
void launchBatch(const CompiledPlan& compiled, const Problem& batch, const std::vector<BatchItem>& items, double delta);

}} // namespace cv::clconv
