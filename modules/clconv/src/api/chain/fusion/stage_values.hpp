// SPDX-License-Identifier: Apache-2.0
//
// What the values of a chain are: their ranges, how they are rounded, and the numbers of stages.

#pragma once

#include "api/chain/stage.hpp"
#include "coefficients/factors/outer_products.hpp"

namespace cv { namespace clconv {

struct Limits
{
    double least, most;
};

//! The least and the largest number of a depth.
Limits limitsOf(int depth);

inline bool isWhole(double number)
{
    return number == std::floor(number);
}

//! The product of a filter's factors as integers.
IntegerTaps integersOf(const Call& call);

//! The largest magnitude of a filter's sums, in units of its taps; infinity where they are not exact.
double largestSum(const Call& call);

const double exactFloats = 1 << 24, exactDoubles = 9007199254740992.; //!< up to which a type has all integers

//! Whether a stage's result depends on the type in which it is computed.
bool rounds(const ChainStage& stage);

//! Appends the numbers of a stage that is no filter.
void addNumbers(const std::vector<Value>& values, const Value& value, std::vector<double>& numbers);

//! The flags of kernels/common/pixel_stages.cl for a stage's results, and its limits.
//! @param doubles whether values are numbers in double
//! @param exact of a filter: its sums are; others may leave their range
std::string roundingOf(const std::vector<Value>& values, const Value& value, bool doubles, bool exact = true);

//! The macro of kernels/common/pixel_stages.cl for a stage that is no filter.
std::string operationOf(const ChainStage& stage);

}} // namespace cv::clconv
