// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Images on the host that are split over several devices: what SplitScope sets, and a call that it concerns.

#pragma once

#include "api/device_call.hpp"

namespace cv
{
namespace clconv
{

//! Whether there is a scope that concerns calls on this source, those whose output is on the host.
bool isSplit(InputArray src);

//! Runs a call in bands over those contexts. An output that is to be made is made on the host.
//! @returns the implementation; null where there is no scope, an image is on a device, or no device filters it
const Implementation* runSplit(InputArray src, OutputArray dst, const Call& call);

} // namespace clconv
} // namespace cv
