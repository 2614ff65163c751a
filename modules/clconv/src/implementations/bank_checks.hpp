// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// When a bank pays, for both implementations of banks.

#pragma once

#include "implementations/checks.hpp"

namespace cv
{
namespace clconv
{

//! A reason if FILTERS is not 2 ... what the problem has.
std::string filterCountUnsupported(const Problem& problem, const Params& params);

//! FILTERS, such that the launches of a bank are alike: 6 kernels of which 4 fit run as 3 and 3.
int evenFilters(const Problem& problem, int maximum);

} // namespace clconv
} // namespace cv
