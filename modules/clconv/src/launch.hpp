// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Enqueues a prepared plan on the calling thread's queue: the one place that knows the order of kernel arguments.

#pragma once

#include "runtime.hpp"

namespace cv
{
namespace clconv
{

//! Enqueues and returns; the images may be released right after. Throws (cl::Error, cv::Exception) if nothing was enqueued.
//! @param dst shares no memory with src
void launch(const Prepared& prepared, const Problem& problem, const Geometry& geometry, const UMat& src, UMat& dst,
            const CoefficientSet& coefficients, double delta);

} // namespace clconv
} // namespace cv
