// SPDX-License-Identifier: Apache-2.0
//
// Applying a chain whose launches are planned: on UMats, or stage by stage on Mats.

#pragma once

#include "api/chain/chain_plan.hpp"
#include "dispatch/dispatcher.hpp"

namespace cv { namespace clconv {

//! What applying a chain depends on, but for the images' pixels and rows.
struct PlannedChain
{
    int type;
    Size size;
    const Dispatcher* dispatcher;
    std::string force;
    int tuning;
    std::vector<Value> values;
    std::vector<ChainLaunch> launches;
};

//! @param result an image of the result's size and type that shares no memory with src; replaced where a function
//! allocates it anew
void runOnUMats(const PlannedChain& planned, const UMat& src, UMat& result);

//! By the functions of the stages' names.
void runOnMats(const std::vector<Value>& values, const Mat& src, OutputArray dst);

}} // namespace cv::clconv
