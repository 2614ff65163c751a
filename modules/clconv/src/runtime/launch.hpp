// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Enqueues a prepared plan on the calling thread's queue: the one place that knows the order of kernel arguments.

#pragma once

#include "runtime/context_cache.hpp"

namespace cv
{
namespace clconv
{

//! A UMat that was made while OpenCL was off has no buffer.
bool isOnDevice(const UMat& image);

//! A UMat that was made from a Mat writes back, or reads on, when it goes: then the device must be done.
bool isTemporary(const UMat& image);

//! Enqueues and returns; the images may be released right after. Where one is temporary it waits for the device.
//!
//! Throws PlanFailure before anything was enqueued. Any other exception (cl::Error, cv::Exception) counts for this call only, and
//! dst may have been written.
//! @param dst as many as the plan has filters; they share no memory with src
void launch(const CompiledPlan& compiled, const Problem& problem, const Geometry& geometry, const UMat& src, UMat* dst,
            const CoefficientSet& coefficients, double delta);

} // namespace clconv
} // namespace cv
