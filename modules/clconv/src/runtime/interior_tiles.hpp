// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which strips of a launch lie inside the image. Of kernels/item.cl, which is told.

#pragma once

#include "problem/plan.hpp"

namespace cv
{
namespace clconv
{

//! The strips of one launch: numbered along a row, then from row to row.
struct InteriorTiles
{
    int firstColumn, firstRow; //!< those inside: the first of a row, the first row,
    int items, tiles;          //!< how many of a row, how many rows
    int borderGroups; //!< rows of work-groups for all others; 0: none is inside, and the four above speak of all strips
};

//! @param plan one with strips
//! @param geometry of a source that is read as a buffer
InteriorTiles interiorTiles(const Plan& plan, const Problem& problem, const Geometry& geometry);

} // namespace clconv
} // namespace cv
