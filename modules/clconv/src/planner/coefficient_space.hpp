// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Where a planned kernel reads its coefficients from.

#pragma once

#include "problem/plan.hpp"

namespace cv
{
namespace clconv
{

//! Sets plan.space and its build options; for a plan that its implementation has configured.
void decideCoefficientSpace(const Problem& problem, const DeviceTraits& traits, Plan& plan);

} // namespace clconv
} // namespace cv
