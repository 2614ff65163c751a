// SPDX-License-Identifier: Apache-2.0
//
// Planning: which implementation runs a problem on a device, with which parameters. A pure function of plain values, so
// that tests can plan for devices that are not present.

#pragma once

#include "problem/plan.hpp"
#include "tuning/table.hpp"

namespace cv { namespace clconv {

//! Plans a problem.
//! @param failed names of implementations whose program could not be built or launched for it
//! @param tuning its parameters replace those of the implementations; forced ones replace both
Plan makePlan(const Problem& problem, const DeviceTraits& traits, const Force& force,
              const std::map<std::string, std::string>& failed = std::map<std::string, std::string>(),
              const Tuning& tuning = Tuning());

//! What a call, or a launch for several, computes: on one line, without its end.
std::string lineOf(const Problem& problem);

//! The verdicts as explain() returns them, a line each, what is taken first, with the multiply-adds that are expected
//! where they are known.
std::string toText(const std::vector<Verdict>& verdicts);

//! For how many buffers, with sources or with outputs, the launches of a batch have arguments. NVIDIA's driver takes
//! 0.56 us for each of them at every launch (H200, driver 580), whatever it is set to, so that few buffers get few; a
//! number is a program. The most of both kinds, and the coefficients of small filters, fit the arguments that the
//! device has: 4352 bytes or more on NVIDIA's, at least 1024 on any.
//! @param count buffers that there are
int batchBuffers(int count, const DeviceTraits& traits);

}} // namespace cv::clconv
