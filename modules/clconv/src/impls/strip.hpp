// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Strips of outputs in registers, for the implementations that use kernels/strip.cl.

#pragma once

#include "window.hpp"

namespace cv
{
namespace clconv
{

//! WG_X and WG_Y: so much, or what the device has.
Size stripGroup(const DeviceTraits& traits, size_t mostWidth, size_t mostHeight);

//! A reason if ROWS, UNROLL, PREFETCH, WG_X, WG_Y or what windowImpossible looks at is not possible.
std::string stripImpossible(const Problem& problem, const DeviceTraits& traits, const Params& params);

//! These parameters, the window's, and the sizes.
void configureStrip(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan);

} // namespace clconv
} // namespace cv
