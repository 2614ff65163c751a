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

//! One line, without a newline, that states what a call, or a launch for several calls, computes.
std::string lineOf(const Problem& problem);

//! The verdicts as explain() returns them, a line each, the taken one first, with the expected multiply-adds where they
//! are known.
std::string toText(const std::vector<Verdict>& verdicts);

//! The number of buffers, with sources or with outputs, that the launches of a batch have arguments for. NVIDIA's
//! driver takes 0.56 us for each argument at every launch (H200, driver 580), used or not, so that few buffers get few
//! arguments; each number needs a program of its own. The largest numbers of both kinds, and the coefficients of small
//! filters, fit the arguments that a device allows: at least 4352 bytes on NVIDIA's, 1024 on any.
//! @param count buffers that the batch has
int batchBuffers(int count, const DeviceTraits& traits);

}} // namespace cv::clconv
