// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Lines in private memory, for the implementations that use kernels/line.cl.

#pragma once

#include "impl.hpp"

namespace cv
{
namespace clconv
{

//! PX, BLOCK, ROWS, STEPS for the device's vectors.
Params lineDefaults(const Problem& problem, const DeviceTraits& traits);

//! A reason if a parameter is out of its range or the lines do not fit a thread's stack.
//! @param lineScalars scalars in a line of the ring
std::string lineImpossible(const Problem& problem, const Params& params, size_t lineScalars);

//! The parameters, and the bounds of small integer outputs.
void defineLine(const Problem& problem, const Params& params, Plan& plan);

} // namespace clconv
} // namespace cv
