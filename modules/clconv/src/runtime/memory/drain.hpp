// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Waiting before memory on the host is freed that commands use: a transfer holds a reference to its buffer, none to the
// host's memory. A wait that fails is no reason to free it.

#pragma once

#include "util/opencl.hpp"

namespace cv
{
namespace clconv
{

//! Waits until the commands of an in-order queue are complete; by a marker's event where clFinish fails. Failures are
//! logged.
//! @returns whether they are; if not, what they use must stay
bool drain(const cl::CommandQueue& queue) noexcept;

} // namespace clconv
} // namespace cv
