// SPDX-License-Identifier: Apache-2.0
//
// A checked call of filter2D, for the named filters, filterBank and prepare too.

#pragma once

#include "api/device_call.hpp"

namespace cv { namespace clconv {

//! Runs a checked call: on the device, or, if no implementation runs there, on the CPU.
//! @returns the implementation that ran; null: the CPU fallback
const Implementation* run(InputArray src, OutputArray dst, const Call& call);

//! Runs a checked call whose source was made of another one.
//! @param original that one, for bands and the CPU: the device may have no memory for src
const Implementation* run(InputArray src, OutputArray dst, const Call& call, InputArray original);

//! A public function with one output, after its arguments are checked: warns about padding, runs the call, and sets
//! what lastImplementation() reports.
void filter(InputArray src, OutputArray dst, const Call& call);

//! Copies the source to the output, where that is the result, and sets what lastImplementation() reports.
void copy(InputArray src, OutputArray dst);

//! Sets what lastImplementation() and lastRanTogether() report for the calling thread.
//! @param impl null: the CPU fallback
//! @param together whether one launch took several filters
void setLastImplementation(const Implementation* impl, bool together = false);

//! Name of the implementation that the calling thread's last filter call ran; "opencv-cpu" for the CPU fallback.
std::string lastImplementation();

//! Whether the last launch that lastImplementation() names took several filters of a bank.
bool lastRanTogether();

//! The verdicts that explain() prints for a call, the CPU fallback's last.
std::vector<Verdict> verdictsOf(InputArray src, const Call& call);

//! Adds a call to the Inquiry that is in effect.
void lookAt(InputArray src, const Call& call);

//! How many calls of the thread passed the checks of their arguments: later exceptions have other reasons.
unsigned long acceptedCalls();

}} // namespace cv::clconv
