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
    int filters; //!< of a bank
};

//! The tile for this problem on this device. Conditions of later lookups can use it, and `waves`.
DirectShape shapeOf(const Problem& problem, const DeviceTraits& traits, Lookup& lookup);

//! The same for a bank, and how many of its filters a launch takes; `budget` can be used too.
DirectShape bankShapeOf(const Problem& problem, const Params& given, Lookup& lookup);

//! 32-bit registers of a bank's sums and input window.
int bankRegisters(const Problem& problem, const Params& params);

} // namespace clconv
} // namespace cv
