// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The tile of a work-item of `direct`: by the tables, and smaller for images too small to fill the device.

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

//! The tile for this problem on this device. Conditions of later lookups can use it, and `waves`.
DirectShape shapeOf(const Problem& problem, const DeviceTraits& traits, Lookup& lookup);

} // namespace clconv
} // namespace cv
