// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Specialization: the non-zero taps of a filter as constants in the program text. Only filters that were prepared, that
// are hot, or for which such an implementation is forced are specialized; the taps of all others are data.

#pragma once

#include "problem/plan.hpp"

namespace cv
{
namespace clconv
{

//! Maximum of taps in a program. Each is unrolled into up to sixteen multiply-adds for the outputs of a work-item, and
//! the instruction cache of a GPU holds about 2,000; beyond this compilers take many seconds as well.
const int maxSpecializedTaps = 400;

//! @param full all taps in the type of the sums
SpecializedTaps specializedTapsOf(const Mat& full);

//! Whether the filter is sparse enough that a specialized program pays off if the filter is hot.
bool specializationPays(const Problem& problem, size_t nonZero);

//! Why the problem cannot run specialized; empty: it can.
std::string specializationUnsupported(const Problem& problem);

//! One for each tap of a specialized filter that is not zero.
MultiplyAdds everyNonZeroTap(const Problem& problem, const Params&);

//! TAPS_<row> for each row with taps, and TILE_ROWS, for register tiles of this many output rows.
void defineSpecializedTaps(const Problem& problem, int rows, BuildOptions& options);

} // namespace clconv
} // namespace cv
