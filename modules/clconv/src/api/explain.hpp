// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// explain() as values, for programs that measure.

#pragma once

#include "problem/plan.hpp"

namespace cv
{
namespace clconv
{

//! The verdicts that explain() prints for these arguments, the CPU fallback's last.
std::vector<Verdict> verdictsOf(InputArray src, int ddepth, InputArray kernel, Point anchor, int borderType);

} // namespace clconv
} // namespace cv
