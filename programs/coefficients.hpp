// SPDX-License-Identifier: Apache-2.0
//
// Kinds of coefficients by name, for the samples and the measuring programs: a name is the same filter in all of them.

#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace programs {

struct CoefficientKind
{
    std::string name;
    int minSide;         //!< of width and height
    std::string rank;    //!< the property that an implementation can use: separable, rank 2, rank 3, sparse, dense
    std::string formula; //!< in one line, with its source
    cv::Mat (*make)(cv::Size size, int seed);
};

//! All kinds.
const std::vector<CoefficientKind>& coefficientKinds();

//! "random, gaussian, ..."
std::string coefficientNames();

//! A line for each kind, for help texts.
std::string coefficientFormulas();

//! @param kind one of coefficientKinds(); other kinds, and sizes below the kind's minimum, throw UsageError
//! @param seed of the kinds with random numbers
//! @returns CV_32F
cv::Mat coefficientsOf(const std::string& kind, cv::Size size, int seed = 1);

} // namespace programs
