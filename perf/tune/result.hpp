// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The result for one implementation on one class of problems.

#pragma once

#include "../common/grid.hpp"

#include "tuning/table.hpp"

namespace tune
{

//! All parameters, for each image size: derived parameters may differ between sizes.
using Sets = std::vector<cv::clconv::Params>;

struct Result
{
    bench::Case c;                             //!< on the first image size
    std::vector<cv::clconv::Problem> problems; //!< one for each image size
    std::string implementation;
    bool taken = false;                     //!< the library's own choice
    bool separableOnly = false;             //!< it supports no other filters
    Sets own, best;                         //!< the defaults; the fastest found
    cv::clconv::Params ownMinimal, minimal; //!< a minimal subset of each from which the others follow
    cv::clconv::Params atLeastOne;          //!< as minimal, but not empty if any parameter is the same on every size
    double ownUs = 0, bestUs = 0;           //!< geometric means over the image sizes, measured interleaved
    int tried = 0, refused = 0;
    std::vector<std::string> wrong; //!< parameter sets with wrong output

    //! Speed-up of the best set over the defaults: 0.1 is 10 %.
    double gain() const { return ownUs / bestUs - 1; }
};

struct Results
{
    std::vector<Result> rows;
    int failures = 0; //!< cases that threw an exception
};

} // namespace tune
