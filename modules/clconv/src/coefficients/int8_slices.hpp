// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Coefficients in fixed point, for matrix units that multiply 8-bit integers: each tap a whole multiple of one unit, cut into
// digits to the base 256 ("limbs"), and these laid out as the kernels' operands.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

//! tap = unit * (limb[0] * 65536 + limb[1] * 256 + limb[2]), each limb in -128 ... 127
const int sliceCount = 3;

struct FixedPoint
{
    double scale; //!< a power of two, as small as the largest tap allows: it has 22 or 23 bits
    std::vector<int>
        taps;     //!< in units, row by row; empty where no unit serves: a tap is not finite, too large, too small
    double error; //!< sum of |tap - its value in fixed point|; infinity where no unit serves
};

//! @param kernel CV_64F, one channel
FixedPoint toFixedPoint(const Mat& kernel);

//! Where the taps of a row lie among the pixels that a lane holds; see kernels/mma.cl.
struct SliceLayout
{
    int lead;    //!< pixels from the aligned address before a centred anchor's first tap to the tap
    int words;   //!< words of four pixels a lane, a quarter of a block's window
    bool paired; //!< blocks are 8 pixels of two rows, else 16 pixels of one
};

const int maxSliceColumns = 49; //!< tap columns that a layout of four words holds

//! @param columns of the kernel, at most maxSliceColumns
SliceLayout sliceLayout(int columns);

//! The A operands: the limbs' units as floats, a filler, and for each step, limb, pair of words and lane four words; a word
//! without a partner has two.
std::vector<uchar> sliceOperands(const FixedPoint& fixed, Size kernel);

//! Steps that a block takes: rows of taps, or, paired, of both its rows together.
int sliceSteps(Size kernel);

//! Their size; 0 where no layout holds the rows.
size_t sliceOperandBytes(Size kernel);

} // namespace clconv
} // namespace cv
