// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// When a bank pays, for both implementations of banks.

#pragma once

#include "impl.hpp"

namespace cv
{
namespace clconv
{

//! A reason if a kernel alone runs in a way that saves more than a bank does. A bank multiplies by every tap, as `direct` and
//! `cpu` do, and saves them reading the source again and again; what takes a kernel apart (`separable`, `cpu_separable`), or has
//! matrix units multiply (`mma`), saves more than reads.
std::string betterAlone(const Problem& problem, const DeviceTraits& traits);

//! A reason if FILTERS is not 2 ... what the problem has.
std::string filtersImpossible(const Problem& problem, const Params& params);

//! FILTERS, such that the launches of a bank are alike: 6 kernels of which 4 fit run as 3 and 3.
int evenFilters(const Problem& problem, int most);

} // namespace clconv
} // namespace cv
