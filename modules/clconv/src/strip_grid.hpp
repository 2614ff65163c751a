// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which strips of a launch lie inside the image. Of kernels/item.cl, which is told.

#pragma once

#include "problem.hpp"

namespace cv
{
namespace clconv
{

//! A work-item's outputs and what it loads of a source row for them (kernels/window.cl).
struct StripShape
{
    int px = 0;              //!< scalars along the row; 0: the plan has no strips
    int rows = 0;            //!< rows
    int phase = 0;           //!< scalars that are loaded before the first tap's
    int cover = 0;           //!< scalars that are loaded, all in all
    int vec = 1;             //!< scalars, to whose multiples the loads have to be aligned
    size_t groupItems = 1;   //!< work-items in a group
    size_t groupsInARow = 1; //!< groups side by side
};

//! The strips of one launch: numbered along a row, then from row to row.
struct StripGrid
{
    int firstItem, firstStrip; //!< those inside: the first of a row, the first row,
    int items, strips;         //!< how many of a row, how many rows
    int edgeGroups; //!< rows of work-groups for all others; 0: none is inside, and the four above speak of all strips
};

//! @param geometry of a source that is read as a buffer
CV_EXPORTS StripGrid stripGrid(const StripShape& shape, const Problem& problem, const Geometry& geometry);

} // namespace clconv
} // namespace cv
