// SPDX-License-Identifier: Apache-2.0
//
// The 8-bit slices of coefficients in fixed point, as operands of matrix instructions in the layout of the kernels.

#pragma once

#include "coefficients/matrix/fixed_point.hpp"
#include "problem/plan.hpp"

namespace cv { namespace clconv {

//! How the taps of a row map to the pixels of a lane (kernels/nvidia/mma.cl). Blocks and windows are for DenseSlices of
//! 16x1 pixels, or PAIRED ones of 8x2 with windows of two rows, as the columns of taps allow; for SparseSlices (SPARSE)
//! of two rows of taps; for BlockSlices (BLOCKS) of 8x2 pixels with windows of one row.
struct SliceLayout
{
    int lead;    //!< pixels from the aligned address before a centred anchor's first tap to the tap
    int words;   //!< words of four pixels a lane, a quarter of a block's window: 2 ... 4
    bool paired; //!< windows are 16 pixels of two rows, else 16 * words pixels of one
    int chunks;  //!< of a row of taps; each has a window, 16 * (words - 1) pixels after the one before
    int rows;    //!< of a block's 16 pixels: 1 or 2
};

SliceLayout sliceLayout(int columns, CoefficientKind form = CoefficientKind::DenseSlices);

//! Whether A can be a sparse matrix of two rows of taps (SPARSE in kernels/nvidia/mma_operand.cl): of windows of 32
//! pixels no output takes both pixel j and j + 16.
bool canBeSparse(int columns);

//! Whether blocks can have two rows and windows one.
bool canBeBlocks(int columns);

//! Operands of more bytes are not planned: they are computed and uploaded for each new set of coefficients.
const size_t maxSliceOperandBytes = 4 << 20;

//! The A operands: the scale of each slice as a float, padding, then for each chunk, step, slice, pair of words and
//! lane four words; two for an unpaired word.
std::vector<uchar> sliceOperands(const FixedPoint& fixed, Size filterSize, CoefficientKind form);

//! Steps per block and chunk: rows of taps; if paired or sparse, pairs of rows; of blocks of two rows one more.
int sliceSteps(Size filterSize, CoefficientKind form);

size_t sliceOperandBytes(Size filterSize, int slices, CoefficientKind form);
size_t sliceOperandBytes(Size filterSize, int slices); //!< of the largest form

}} // namespace cv::clconv
