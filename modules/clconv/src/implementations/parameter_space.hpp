// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What can be tried of an implementation.

#pragma once

#include "implementations/implementation.hpp"

namespace cv
{
namespace clconv
{

//! The values that the implementation lists, or, where it lists none, a quarter to four times its defaults (0, 1, 2 and
//! 4 where that is 0 or 1).
Space spaceOf(const Implementation& impl, const Problem& problem, const DeviceTraits& traits);

} // namespace clconv
} // namespace cv
