// SPDX-License-Identifier: Apache-2.0
//
// The factors of outer products for matrix units that multiply floats of 11 bits: each tap as the sum of an upper and
// a lower part (kernels/nvidia/separable_mma.cl).

#pragma once

#include "problem/plan.hpp"

namespace cv { namespace clconv {

//! Zeros on each side of a table of parts: PADDING of kernels/nvidia/toeplitz.cl.
const int partPadding = 32;

//! The largest error of a sum of products with 8-bit unsigned pixels by half floats, before rounding; 0: such sums are
//! exact; infinity: a factor is not finite, or out of range.
//! @param factors for each outer product the row's taps, then the column's, float
//! @param size of the filter
double halfPartsError(const std::vector<float>& factors, Size size);

//! Two factors of sums, two words of padding; for each outer product and its column and row a table of upper and one of
//! lower parts; then the factors. All columns have one scale, and all rows: matrix units add the products.
//! @param type HalfParts: half floats, for 8-bit unsigned sources, whose bytes are half floats times 2^24; Tf32Parts:
//! floats of which a matrix unit takes 11 bits
std::vector<uchar> factorParts(const std::vector<float>& factors, Size size, CoefficientKind type);

}} // namespace cv::clconv
