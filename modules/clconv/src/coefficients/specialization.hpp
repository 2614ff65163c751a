// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Coefficients as a program's text: the taps of a kernel that are not zero, written as literals. Only kernels that were prepared,
// that came often, or for which such an implementation is forced have them; those of all other calls stay data.

#pragma once

#include "problem/build_options.hpp"
#include "problem/problem.hpp"

namespace cv
{
namespace clconv
{

//! Taps that a program may hold. Unrolled over the outputs of a work-item they are sixteen times as many multiply-adds, and a
//! GPU's instruction cache holds some 2,000 (perf/README.md); beyond this compilers take many seconds too.
const int maxSpecializedTaps = 400;

//! Non-zero numbers among packed coefficients.
size_t countNonZero(const std::vector<uchar>& packed, int accDepth);

//! @param full all taps in the type of the sums, row by row
SpecializedTaps specializedTapsOf(const std::vector<uchar>& full, int columns, int accDepth);

//! Whether so few taps are not zero that a program without the others is worth building without being asked.
bool specializationPays(const Problem& problem, size_t nonZero);

//! Why the problem has no literals that a program could hold; empty: it has.
std::string specializationUnsupported(const Problem& problem);

//! TAPS_<row> for each row with taps, and TILE_ROWS, for strips of so many rows of outputs (kernels/literals.cl).
void defineSpecializedTaps(const Problem& problem, int rows, BuildOptions& options);

} // namespace clconv
} // namespace cv
