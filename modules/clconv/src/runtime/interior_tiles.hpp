// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the host computes once for all work-items of a launch and passes to the kernel as an argument, above all which
// register tiles are interior: their input windows need no border.

#pragma once

#include "problem/plan.hpp"

namespace cv
{
namespace clconv
{

//! TileRange of kernels/common/interface.cl, with the same fields in the same order.
struct TileRange
{
    int firstColumn, firstRow; //!< first interior column and row, in tiles
    int columns, rows;         //!< of interior tiles
    int borderGroupRows; //!< rows of work-groups for border tiles; 0: no tile is interior, the four above cover all
    int filterCols, filterRows; //!< size of the filter in taps
    int prefetchRows;           //!< rows from those that a work-group reads to those that it prefetches
};

//! The tiles are those of a plan with register tiles; for other plans their fields are 0.
//! @param geometry of a source that is read as a buffer, if the plan has register tiles
TileRange tileRange(const Plan& plan, const Problem& problem, const Geometry& geometry);

} // namespace clconv
} // namespace cv
