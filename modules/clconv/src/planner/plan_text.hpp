// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Plans and verdicts in words, as explain() returns them.

#pragma once

#include "implementations/implementation.hpp"

namespace cv
{
namespace clconv
{

//! Parameters, each with the line that decided it, and sizes.
std::string describePlan(const Plan& plan, const Decisions& decisions);

//! The verdicts as lines of text, each with the multiply-adds that are expected where they are known.
std::string toText(const std::vector<Verdict>& verdicts);

} // namespace clconv
} // namespace cv
