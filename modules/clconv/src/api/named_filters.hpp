// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's filters by name as calls with checked arguments: coefficients, rounding, and OpenCV's own function.

#pragma once

#include "api/arguments.hpp"

namespace cv { namespace clconv {

//! @param dst null where there is none
//! @returns null where the result is the source: a filter of one tap
std::unique_ptr<Call> gaussianCall(InputArray src, const _OutputArray* dst, Size ksize, double sigmaX, double sigmaY,
                                   int borderType);

Call boxCall(InputArray src, const _OutputArray* dst, int ddepth, Size ksize, Point anchor, bool normalize,
             int borderType);

//! @param ksize as for cv::getDerivKernels: FILTER_SCHARR is Scharr's filter
Call derivativeCall(InputArray src, const _OutputArray* dst, int ddepth, int dx, int dy, int ksize, double scale,
                    double delta, int borderType);

Call laplacianCall(InputArray src, const _OutputArray* dst, int ddepth, int ksize, double scale, double delta,
                   int borderType);

}} // namespace cv::clconv
