// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// How many filters a launch takes, for both implementations of banks.

#pragma once

#include "implementations/checks.hpp"

namespace cv
{
namespace clconv
{

//! A reason if FILTERS is not between 2 and what the problem has.
std::string filterCountUnsupported(const Problem& problem, const Params& params);

//! FILTERS, such that the launches of a bank have about as many each: 6 filters, of which 4 fit, run as 3 and 3.
int evenFilters(const Problem& problem, int maximum);

} // namespace clconv
} // namespace cv
