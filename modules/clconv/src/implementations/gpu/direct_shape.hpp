// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// How much a work-item of `direct` does.

#pragma once

#include "problem/device_traits.hpp"
#include "problem/problem.hpp"

namespace cv
{
namespace clconv
{

struct DirectShape
{
    int px, rows;
    bool unroll, doubleBuffer;
};

//! Whether an image gives so many work-items with this much done by each. 0 items: how many it would take is not known.
bool fillsWaves(const Problem& problem, int64 items, int px, int rows);

//! Little is done with each byte.
bool fewTapsOfBytes(const Problem& problem);

//! The fastest found; less a work-item where the image is too small to fill the device.
DirectShape shapeOf(const Problem& problem, const DeviceTraits& traits);

} // namespace clconv
} // namespace cv
