// SPDX-License-Identifier: Apache-2.0
//
// Stages that share a launch, on the device.

#pragma once

#include "api/chain/fused_stages.hpp"
#include "dispatch/dispatcher.hpp"

namespace cv { namespace clconv {

//! The launch as planning sees it.
Description describe(const FusedStages& fused, const Layout& src, const Layout& dst);

//! Runs stages on images of the device that share no memory.
//! @param second the second image that they read; null: there is none
//! @returns the implementation; null if none is left or its program is not built, and nothing was launched
const Implementation* runFused(const FusedStages& fused, const UMat& src, const UMat* second, UMat& dst);

}} // namespace cv::clconv
