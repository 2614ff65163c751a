// SPDX-License-Identifier: Apache-2.0
//
// Masked filtering by filters without masks.

#pragma once

#include "api/arguments.hpp"

namespace cv { namespace clconv {

//! Filters the pixels times their weights, and the weights, and divides the former by the latter.
//! @param mask empty where NaN is missing
//! @param dst of the result's size and type; may be one of the others
void divideFiltered(const UMat& src, const UMat& mask, UMat& dst, const Call& call);
void divideFiltered(const Mat& src, const Mat& mask, Mat& dst, const Call& call);

}} // namespace cv::clconv
