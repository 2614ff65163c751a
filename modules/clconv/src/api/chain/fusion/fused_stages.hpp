// SPDX-License-Identifier: Apache-2.0
//
// Whether stages can share a launch, and the program and numbers of that launch.

#pragma once

#include "api/chain/stage.hpp"
#include "problem/fusion.hpp"

namespace cv { namespace clconv {

struct FusedStages
{
    std::string refusal; //!< why they cannot share a launch; empty: they can, and what follows is set
    std::shared_ptr<const Fusion> fusion;
    Mat numbers;          //!< one row of doubles
    int source = 0;       //!< value that the launch reads, with a border
    int second = -1;      //!< value that it reads besides, pixel by pixel; -1: none
    int filter = -1;      //!< the value whose own kernel computes the stages behind it; -1: a kernel for chains does
    bool rounds = false;  //!< some stages behind that filter depend on the type in which they are computed
    bool exact = true;    //!< the sums of that filter do not depend on their order
    int result = 0;       //!< value that it writes
    int border = 0;       //!< of the source, with or without BORDER_ISOLATED
    bool doubles = false; //!< values are numbers in double
    //! The stages one by one, by OpenCV's functions.
    //! @param asOnUMats filters have the depths and bits that they have on UMats
    std::function<void(const Mat& src, Mat& dst, bool asOnUMats)> onCpu;
};

//! Stages share a launch only if that gives the bits that they give one by one: sums of filters are exact in any order,
//! and every other stage computes in the same type as alone.
//! @param values of the chain
//! @param members values of the stages, in order; the last one is the result
FusedStages fuseFilters(const std::vector<Value>& values, const std::vector<int>& members);

//! Joins one filter and stages of its depth that work pixel by pixel: the filter's own kernel computes them, with the
//! sums that it has alone. Arguments as above.
FusedStages fuseBehindFilter(const std::vector<Value>& values, const std::vector<int>& members);

}} // namespace cv::clconv
