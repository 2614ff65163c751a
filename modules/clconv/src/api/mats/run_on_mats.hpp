// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Runs a call on Mats on the device and waits for it.

#pragma once

#include "api/mats/mat_images.hpp"

namespace cv
{
namespace clconv
{

//! dst may share memory with the source. Throws where the device fails; the source is whole then.
//! @param dst of the call's size and type
//! @returns the implementation; null if none runs on the device, and dst is as before
const Implementation* runOnDevice(Dispatcher& dispatcher, MatBuffers& buffers, const MatSource& source, Mat& dst,
                                  SpecializationTable::Use use);

} // namespace clconv
} // namespace cv
