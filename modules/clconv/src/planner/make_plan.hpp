// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Planning: which implementation runs a problem on a device, with which parameters. A pure function of plain values, so
// that tests can plan for devices that are not present.

#pragma once

#include "problem/plan.hpp"
#include "tuning/table.hpp"

namespace cv
{
namespace clconv
{

//! Plans a problem.
//! @param failed names of implementations whose program could not be built or launched for it
//! @param tuning its parameters replace those of the implementations; forced ones replace both
Plan makePlan(const Problem& problem, const DeviceTraits& traits, const Force& force,
              const std::map<std::string, std::string>& failed = std::map<std::string, std::string>(),
              const Tuning& tuning = Tuning());

//! The verdicts as lines of text, as in explain().
std::string toText(const std::vector<Verdict>& verdicts);

} // namespace clconv
} // namespace cv
