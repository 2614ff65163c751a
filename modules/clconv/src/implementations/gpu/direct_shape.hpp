// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// How much a work-item of `direct` computes: a line of the tables, made smaller for images too small to fill the device.

#pragma once

#include "implementations/table_lookup.hpp"

namespace cv
{
namespace clconv
{

struct DirectShape
{
    int px, rows; //!< scalars along a row, rows
    bool unroll, doubleBuffer;
};

//! The tile for this problem on this device. What was decided is known to the lookup's conditions afterwards, and so are waves.
DirectShape shapeOf(const Problem& problem, const DeviceTraits& traits, Lookup& lookup);

} // namespace clconv
} // namespace cv
