// SPDX-License-Identifier: Apache-2.0
//
// Borders with a value other than 0. Kernels have none: they filter a copy with such pixels around it, which they read
// like the pixels around any region.

#pragma once

#include "api/arguments.hpp"

namespace cv { namespace clconv {

inline bool hasBorderValue(const Call& call)
{
    return (call.border & ~BORDER_ISOLATED) == BORDER_CONSTANT && call.borderValue != Scalar();
}

//! Makes the copy that calls of an image read together, with the pixels that any of them reads outside, and gives the
//! calls its border. A region reads its parent first, as in cv::copyMakeBorder.
//! @returns the part of the copy that is the image
UMat withBorderValue(const UMat& src, std::vector<Call>& calls);
Mat withBorderValue(const Mat& src, std::vector<Call>& calls);

}} // namespace cv::clconv
