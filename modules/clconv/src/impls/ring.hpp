// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Tiles of outputs from a ring of lines, for the implementations that use kernels/ring.cl.

#pragma once

#include "line.hpp"

namespace cv
{
namespace clconv
{

//! Those of lineDefaults, VECTORS and IN_PLACE.
Params ringDefaults(const Problem& problem, const DeviceTraits& traits, int mostBlock, int vectors);

//! A reason if VECTORS or IN_PLACE is out of its range, or what lineImpossible finds.
std::string ringImpossible(const Problem& problem, const Params& params);

} // namespace clconv
} // namespace cv
