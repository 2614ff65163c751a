// SPDX-License-Identifier: Apache-2.0
//
// The program clconv-builder, which builds what a call requested in a process of its own: the calling process then
// loads the result from the caches on disk. No lock of a driver or of OpenCV is held in the calling process while a
// compiler runs, and its end is not delayed.

#pragma once

#include "dispatch/rehearsal.hpp"

namespace cv { namespace clconv {

enum class BuilderResult
{
    Built,      //!< or found built by another process: the caches have it
    Stopped,    //!< this process ends; the builder goes on, for the next one
    Died,       //!< of this request, without an answer: a crash of the compiler, or its time was over
    Unavailable //!< there is no such program, no cache, or it cannot use the device
};

//! Has the program build for the calling thread's device, starts it before if it does not run, and waits for its answer
//! or for the end of this process. For the background thread alone, as stopBuilder().
BuilderResult buildInBuilder(const Rehearsal& rehearsal);

//! Ends the program, if it runs. Starting it for each request anew would cost as long as some builds.
void stopBuilder();

//! The program's main(): reads requests from its standard input until it ends; one build at a time for all processes
//! that have the same folder of caches.
//! @returns the exit code
int runBuilder();

}} // namespace cv::clconv
