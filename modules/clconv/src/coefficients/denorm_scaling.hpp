// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Taps for kernels that take the bits of integers as floats (DENORM_OPERANDS of kernels/pixel.cl).

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

//! Taps for sources whose integers n are taken as the floats that have n in the upper ones of their lower 24 bits: n * 2^-133 for 8 bits,
//! n * 2^-141 for 16, exactly, subnormal or not. Taps are multiplied by a power of two that brings the largest to the top of the
//! type's range, so that sums are normal numbers; behind them comes the factor that takes a sum back.
//!
//! Sums are those of the plain taps and integers to the last bit as long as no tap is 2^118 times another, nor as large as 2^120 (8
//! bits) or 2^112 (16 bits): taps beyond that are cut off there. Sums that become integers do not show the first.
//! @param taps floats, row by row
//! @param bits 8 or 16
std::vector<uchar> denormTaps(const std::vector<uchar>& taps, int bits);

//! The same of an outer product that is filtered column by column first: the column's taps are scaled, and the row's take its sums back.
//! @param factors floats, the row's taps, then the column's
//! @param columns number of the row's taps
std::vector<uchar> denormFactors(const std::vector<uchar>& factors, int columns, int bits);

} // namespace clconv
} // namespace cv
