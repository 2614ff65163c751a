// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Logging through OpenCV's logger, each message once a process: a filter in a video loop must not say the same thing
// at every frame.

#pragma once

#include "precomp.hpp"

namespace cv
{
namespace clconv
{

//! at debug level: what was decided (a call that runs on the CPU, say)
void logDebugOnce(const std::string& message);

//! at warning level: what went wrong and was survived
void logWarningOnce(const std::string& message);

} // namespace clconv
} // namespace cv
