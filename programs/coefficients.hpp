// SPDX-License-Identifier: Apache-2.0
//
// Kinds of coefficients by name, for the samples and the measuring programs: the same name is the same filter in all
// of them.

#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace programs {

struct CoefficientKind
{
    std::string name;
    int minSide;         //!< of width and height
    std::string rank;    //!< what an implementation can use: separable, rank 2, rank 3, sparse, dense
    std::string formula; //!< in one line, with its source
    cv::Mat (*make)(cv::Size size, int seed);
};

//! All kinds; the first four are those of earlier results.
const std::vector<CoefficientKind>& coefficientKinds();

//! "random, gaussian, ..."
std::string coefficientNames();

//! A line for each kind, for help texts.
std::string coefficientFormulas();

//! @param kind one of coefficientKinds(); others, and sizes below the smallest of the kind, throw UsageError
//! @param seed of the kinds with random numbers
//! @returns CV_32F
cv::Mat coefficientsOf(const std::string& kind, cv::Size size, int seed = 1);

} // namespace programs
