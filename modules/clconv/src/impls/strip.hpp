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

//! A reason if UNROLL is out of its range, or what windowImpossible and registersImpossible find.
std::string stripImpossible(const Problem& problem, const DeviceTraits& traits, const Params& params);

//! What configureWindow and limitRegisters do, UNROLL and EDGES_AHEAD.
void configureStrip(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan);

} // namespace clconv
} // namespace cv
