// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which register tiles of a launch are interior: their input windows need no border. Passed to the kernel as an
// argument.

#pragma once

#include "problem/plan.hpp"

namespace cv
{
namespace clconv
{

//! The interior tiles of one launch, in units of tiles.
struct InteriorTiles
{
    int firstColumn, firstRow; //!< first interior column and row
    int items, tiles;          //!< interior columns and rows
    int borderGroups; //!< rows of work-groups for border tiles; 0: no tile is interior, and the four above cover all
};

//! @param plan of a kernel with register tiles
//! @param geometry of a source that is read as a buffer
InteriorTiles interiorTiles(const Plan& plan, const Problem& problem, const Geometry& geometry);

} // namespace clconv
} // namespace cv
