// SPDX-License-Identifier: Apache-2.0
//
// Which stages of a chain share a launch.

#pragma once

#include "api/chain/fusion/fused_stages.hpp"

namespace cv { namespace clconv {

//! One launch of the device, or one stage that runs as the function of its name does.
struct ChainLaunch
{
    std::vector<int> members; //!< values, in order; the last one is the result
    FusedStages fused;        //!< where it is refused, the only member is a filter, or a stage for the CPU
    //! Runs that filter, or the stages that share the launch; null: a stage for the CPU.
    std::shared_ptr<const Call> call;
};

//! Whether one of the stages reads a value.
bool reads(const std::vector<Value>& values, const std::vector<int>& members, int value);

//! The launches, in order.
//! @param runs whether the device has a program for stages that can share a launch, and it is profitable
std::vector<ChainLaunch> planChain(const std::vector<Value>& values,
                                   const std::function<bool(const FusedStages&)>& runs);

}} // namespace cv::clconv
