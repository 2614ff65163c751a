// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Logging through OpenCV's logger, each message once a process: a filter in a video loop must not say the same thing
// at every frame.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

//! at debug level: what was decided (a call that runs on the CPU, say)
void logDebugOnce(const std::string& message);

//! at warning level: what went wrong and was survived
void logWarningOnce(const std::string& message);

//! The same where nothing may be thrown, for want of memory neither; once for each `what`, as OpenCV's reasons hold addresses.
void logWarningOnce(const char* what, const std::exception& why) noexcept;

//! Does what may fail where nothing may be thrown: in destructors and in callbacks of drivers. A failure is logged.
//! @param failed what is said of it
template<typename Work>
void withoutThrowing(const char* failed, const Work& work) noexcept
{
    try
    {
        work();
    }
    catch (const std::exception& e)
    {
        logWarningOnce(failed, e);
    }
}

} // namespace clconv
} // namespace cv
