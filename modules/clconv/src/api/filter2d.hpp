// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A checked call of filter2D, for filterBank and prepare too.

#pragma once

#include "api/device_call.hpp"

namespace cv
{
namespace clconv
{

//! Runs a checked call: on the device, or, if no implementation runs there, on the CPU.
//! @returns the implementation that ran; null: the CPU fallback
const Implementation* run(InputArray src, OutputArray dst, const Call& call);

//! What lastImplementation() reports for the calling thread.
//! @param impl null: the CPU fallback
void setLastImplementation(const Implementation* impl);

} // namespace clconv
} // namespace cv
