// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Row windows in registers, for the implementations that use kernels/window.cl.

#pragma once

#include "impl.hpp"

namespace cv
{
namespace clconv
{

//! Scalars in the widest aligned load that PX and the source's rows allow; at most 16 bytes. Where rows of bytes or of 16 bits are
//! not even aligned for words, what makes a word, if PX allows that.
int widestLoad(const Problem& problem, int px);

//! registers a window should take: room for sums and addresses beside them
const int wantedWindowRegisters = 80;

//! Tap columns that keep the window of a piece in registers and its start aligned: all of them, or a power of two.
int pieceTaps(const Problem& problem, int px, int vec);

//! A reason if PX, VEC and TAPS_X do not go together or the window is too wide.
std::string windowImpossible(const Problem& problem, const Params& params);

//! 32-bit registers that a window takes.
int windowRegisters(const Problem& problem, int px, int taps);

//! A reason if a window is more than the compiler keeps in registers.
std::string windowSpills(const Problem& problem, const Params& params);

//! Sizes for work-items of PX scalars by `rows` rows, the groups of edge items behind the image included.
void setWindowGroups(Plan& plan, const Problem& problem, const Params& params, int rows);

//! PX, VEC, TAPS_X, SHIFTED, PHASE
void defineWindow(const Problem& problem, const Params& params, BuildOptions& options);

} // namespace clconv
} // namespace cv
