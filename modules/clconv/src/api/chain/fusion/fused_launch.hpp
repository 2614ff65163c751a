// SPDX-License-Identifier: Apache-2.0
//
// Stages that share a launch as a call, which runs wherever a filter's does: on UMats and Mats, in batches, in bands,
// on several devices, on the CPU.

#pragma once

#include "api/chain/fusion/fused_stages.hpp"

namespace cv { namespace clconv {

//! @param border of the source, with or without BORDER_ISOLATED
Description describe(const FusedStages& fused, const Layout& src, const Layout& dst, int border);

//! @param fused of `members`, not refused
//! @param size of the image
//! @param isRegion whether the image is a region, beside which the first stages may read
std::shared_ptr<const Call> callOf(const FusedStages& fused, const std::vector<Value>& values,
                                   const std::vector<int>& members, Size size, bool isRegion);

}} // namespace cv::clconv
