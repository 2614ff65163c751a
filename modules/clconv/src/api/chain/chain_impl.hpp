// SPDX-License-Identifier: Apache-2.0
//
// The stages of a chain, and its plans for the images that it was applied to.

#pragma once

#include "opencv2/clconv/chain.hpp"
#include "api/chain/chain_run.hpp"

#include <deque>

namespace cv { namespace clconv {

//! The stages are not modified once a Chain has the object.
struct Chain::Impl
{
    Impl() {}
    explicit Impl(const Impl* other) : stages(other->stages) {}

    int last() const { return int(stages.size()); }

    //! @returns its value; that of an equal stage, where there is one
    int add(const ChainStage& stage);

    //! @param image a UMat, or one of its type and size
    std::shared_ptr<const PlannedChain> plannedOnDevice(InputArray image, Place place = Place::OnDevice) const
    {
        return plannedFor(image, Dispatcher::current(), place);
    }

    //! For an image in the host's memory.
    std::shared_ptr<const PlannedChain> plannedOnHost(const Mat& image) const;

    //! The call that computes all images of a batch, if there is one.
    std::shared_ptr<const Call> callFor(const std::vector<UMat>& images) const;

    std::vector<ChainStage> stages;

private:
    //! @param dispatcher null: no device takes the images, and each stage is a launch
    std::shared_ptr<const PlannedChain> plannedFor(InputArray image, const std::shared_ptr<Dispatcher>& dispatcher,
                                                   Place place) const;

    mutable std::mutex mutex_;
    mutable std::deque<std::shared_ptr<const PlannedChain>> kept_; //!< their values are stages of this object
};

}} // namespace cv::clconv
