// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The way without a device: OpenCV's own functions on Mats, extended to what UMats are promised.

#pragma once

#include "arguments.hpp"

namespace cv
{
namespace clconv
{

//! Do two images have memory in common?
bool overlap(const Mat& a, const Mat& b);

//! Runs a call on the CPU. For Mat arguments that is cv::filter2D or cv::sepFilter2D and what it accepts, and BORDER_WRAP besides;
//! for UMats every pair of depths. A destination over the source or over a kernel gets what a separate one would.
void runNatively(InputArray src, OutputArray dst, const Call& call);

//! What it gives for UMats, on the host.
Mat computedNatively(const UMat& src, const Call& call);

} // namespace clconv
} // namespace cv
