// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What was found for one implementation on one class of problems.

#pragma once

#include "../common/grid.hpp"

#include "tuning/table.hpp"

namespace tune
{

//! All parameters on each image size: those that nobody chose may differ.
using Sets = std::vector<cv::clconv::Params>;

struct Result
{
    bench::Case c;                             //!< on the first image size
    std::vector<cv::clconv::Problem> problems; //!< one for each image size
    std::string implementation;
    bool taken = false;             //!< the library takes it by itself
    bool forSeparableOnly = false;  //!< it runs no other kernels
    Sets own, best;                 //!< what it runs with by itself; the fastest found
    cv::clconv::Params ownFew, few; //!< the fewest of these from which the others follow
    cv::clconv::Params one;         //!< of the best, likewise, but one at least where one is the same on every size
    double ownUs = 0, bestUs = 0;   //!< geometric means over the image sizes, measured in turns
    int tried = 0, refused = 0;
    std::vector<std::string> wrong; //!< parameter sets with a wrong output

    //! how much faster the best set is: 0.1 is 10 %
    double gain() const { return ownUs / bestUs - 1; }
};

struct Results
{
    std::vector<Result> rows;
    int failures = 0; //!< cases that ended in an exception
};

} // namespace tune
