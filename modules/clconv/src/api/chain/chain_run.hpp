// SPDX-License-Identifier: Apache-2.0
//
// Applying a chain whose launches are planned.

#pragma once

#include "api/chain/chain_plan.hpp"
#include "dispatch/dispatcher.hpp"

namespace cv { namespace clconv {

enum class Place
{
    OnDevice, //!< UMats
    OnHost,   //!< Mats; stages behind a filter cannot read a second image there
    InBatch   //!< several UMats; kernels of filters take these only without stages
};

//! All that applying a chain depends on, except the images' pixels and rows.
struct PlannedChain
{
    int type;
    Size size;
    std::weak_ptr<Dispatcher> dispatcher; //!< empty: no device takes the images
    Place place;                          //!< of the images
    std::string force;
    int tuning;
    bool doubleSums; //!< of a DoubleSumsScope

    std::vector<Value> values;
    std::vector<ChainLaunch> launches; //!< with their calls

    //! Whether this plan applies where another one of the same chain does.
    bool isFor(const PlannedChain& other) const
    {
        const bool same = !dispatcher.owner_before(other.dispatcher) && !other.dispatcher.owner_before(dispatcher);
        return same && place == other.place && type == other.type && size == other.size && force == other.force &&
               tuning == other.tuning && doubleSums == other.doubleSums;
    }
};

//! @param result an image of the result's size and type that shares no memory with src; replaced if a function
//! allocates another one
void runLaunches(const PlannedChain& planned, const UMat& src, UMat& result);
void runLaunches(const PlannedChain& planned, const Mat& src, Mat& result);

}} // namespace cv::clconv
