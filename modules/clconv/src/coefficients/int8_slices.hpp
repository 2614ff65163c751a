// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Fixed-point coefficients for matrix units that multiply 8-bit integers: each tap is an integer multiple of one scale,
// split into three 8-bit slices (digits in base 256), in the operand layout of the kernels.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

//! tap = scale * (slice[0] * 65536 + slice[1] * 256 + slice[2]), each slice in -128 ... 127
const int sliceCount = 3;

struct FixedPoint
{
    double scale; //!< the smallest power of two for which the largest tap fits in 23 bits
    //! in multiples of scale, row by row; empty if not representable: not all taps are finite, or the largest is out of
    //! range
    std::vector<int> taps;
    double error; //!< sum of |tap - its value in fixed point|; infinity if not representable
};

//! @param filter CV_64F, one channel
FixedPoint toFixedPoint(const Mat& filter);

//! How the taps of a row map to the pixels of a lane (kernels/nvidia/mma.cl).
struct SliceLayout
{
    int lead;    //!< pixels from the aligned address before a centred anchor's first tap to the tap
    int words;   //!< words of four pixels a lane, a quarter of a block's window
    bool paired; //!< blocks are 8 pixels of two rows, else 16 pixels of one
};

const int maxSliceColumns = 49; //!< tap columns that a layout of four words holds

//! @param columns of the filter, at most maxSliceColumns
SliceLayout sliceLayout(int columns);

//! The A operands: the scale of each slice as a float, padding, then for each step, slice, pair of words and lane four
//! words; two for an unpaired word.
std::vector<uchar> sliceOperands(const FixedPoint& fixed, Size filterSize);

//! Steps per block: rows of taps; if paired, pairs of rows.
int sliceSteps(Size filterSize);

//! Size of the operands; 0 if the rows are too long for any layout.
size_t sliceOperandBytes(Size filterSize);

} // namespace clconv
} // namespace cv
