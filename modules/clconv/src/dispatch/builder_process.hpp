// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The program clconv-builder, which builds what a call requested in a process of its own: the calling process then
// loads the result from the caches on disk. It holds no lock of a driver or of OpenCV while a compiler runs, has the
// lowest priority, and ends at once.

#pragma once

#include "dispatch/rehearsal.hpp"

namespace cv
{
namespace clconv
{

enum class BuilderResult
{
    Built,      //!< or found built by another process: the caches have it
    Stopped,    //!< this process ends; the builder goes on, for the next one
    Unavailable //!< there is no such program, no cache, or it failed
};

//! Starts the program for the calling thread's device, and waits for it, or for the end of this process.
BuilderResult buildInProcess(const Rehearsal& rehearsal);

//! The program's main(): reads a request from its standard input, one at a time for all processes of the user.
//! @returns the exit code
int runBuilder();

} // namespace clconv
} // namespace cv
