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

//! Scalars in the widest aligned load that PX allows; at most 16 bytes.
int widestLoad(const Problem& problem, int px);

//! A reason if PX and VEC do not go together or the window is too wide.
//! @param taps tap columns that one window serves
std::string windowImpossible(const Problem& problem, const Params& params, int taps);

//! 32-bit registers that a window takes.
int windowRegisters(const Problem& problem, int px, int taps);

//! registers a window may take before the compiler spills it
const int mostWindowRegisters = 96;

//! PX, VEC, PHASE
void defineWindow(const Problem& problem, const Params& params, BuildOptions& options);

} // namespace clconv
} // namespace cv
