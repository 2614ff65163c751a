// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The values that the tuner tries for the parameters of an implementation.

#pragma once

#include "implementations/implementation.hpp"

namespace cv
{
namespace clconv
{

//! The values that the implementation lists for the tuner, of the parameters that it decides for the problem. If it
//! lists none: a quarter to four times its defaults (0, 1, 2 and 4 for a default of 0 or 1). Those that the parameter
//! cannot have on any problem are left out.
//! @param validOnly false: with them, to try refusals
Space spaceOf(const Implementation& impl, const Problem& problem, const DeviceTraits& traits, bool validOnly = true);

} // namespace clconv
} // namespace cv
