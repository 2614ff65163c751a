// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The 8-bit slices of coefficients in fixed point, as operands of matrix instructions in the layout of the kernels.

#pragma once

#include "coefficients/matrix/fixed_point.hpp"

namespace cv
{
namespace clconv
{

//! How the taps of a row map to the pixels of a lane (kernels/nvidia/mma.cl).
struct SliceLayout
{
    int lead;    //!< pixels from the aligned address before a centred anchor's first tap to the tap
    int words;   //!< words of four pixels a lane, a quarter of a block's window: 2 ... 4
    bool paired; //!< blocks are 8 pixels of two rows, else 16 pixels of one
    int chunks;  //!< that a row of taps is taken in; each has a window, 16 * (words - 1) pixels after the one before
};

//! @param columns of the filter
SliceLayout sliceLayout(int columns);

//! Whether A can be a sparse matrix of two rows of taps (SPARSE in kernels/nvidia/mma_operand.cl): of windows of 32
//! pixels no output takes both pixel j and j + 16.
bool canBeSparse(int columns);

//! Operands of more bytes are not planned: they are computed and uploaded for each new set of coefficients.
const size_t maxSliceOperandBytes = 4 << 20;

//! The A operands: the scale of each slice as a float, padding, then for each chunk, step, slice, pair of words and
//! lane four words; two for an unpaired word.
std::vector<uchar> sliceOperands(const FixedPoint& fixed, Size filterSize, bool sparse);

//! Steps per block and chunk: rows of taps; if paired or sparse, pairs of rows.
int sliceSteps(Size filterSize, bool sparse);

//! Size of the operands.
size_t sliceOperandBytes(Size filterSize, int slices, bool sparse);

} // namespace clconv
} // namespace cv
