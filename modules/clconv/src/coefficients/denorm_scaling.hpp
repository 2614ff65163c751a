// SPDX-License-Identifier: Apache-2.0
//
// Scaled taps for kernels that use the bits of integers as floats without conversion (DENORM_OPERANDS in kernels/).

#pragma once

#include "util/precomp.hpp"

namespace cv { namespace clconv {

//! Taps for integer sources that are reinterpreted as floats: n in the upper bits of the low 24 is exactly n * 2^-133
//! (8 bits) or n * 2^-141 (16 bits), denormal or not. Taps are multiplied by a power of two that brings the largest
//! near the top of the range, so that sums are normal numbers; the last element is the factor that scales sums back.
//!
//! Sums equal those of unscaled taps bit by bit unless a tap is 2^118 times another, or exceeds 2^120 (8 bits) or 2^112
//! (16 bits), to which taps are clamped. The former has no effect on sums that are rounded to integers.
//! @param bits 8 or 16
std::vector<float> denormTaps(std::vector<float> taps, int bits);

//! denormTaps for a separable filter whose column pass runs first: column taps are scaled, row taps scale sums back.
//! @param factors the row's taps, then the column's
//! @param columns number of the row's taps
std::vector<float> denormFactors(std::vector<float> factors, int columns, int bits);

}} // namespace cv::clconv
