// SPDX-License-Identifier: Apache-2.0
//
// The program clconv-builder, which builds what a call requested in a separate process; the calling process then loads
// the result from the caches on disk. So no lock of a driver or of OpenCV is held in the calling process while a
// compiler runs, and the compiler does not delay that process's end.

#pragma once

#include "dispatch/rehearsal.hpp"

namespace cv { namespace clconv {

enum class BuilderResult
{
    Built,      //!< by this or another process: the caches have it
    Stopped,    //!< this process ends; the builder goes on for later ones
    Died,       //!< without an answer: the compiler crashed, or took too long
    Unavailable //!< there is no such program, no cache, or it cannot use the device
};

//! Lets the builder, which is started if it does not run, build for the calling thread's device, and waits for its
//! answer or for the end of this process. For the background thread alone, as stopBuilder().
BuilderResult buildInBuilder(const Rehearsal& rehearsal);

//! Ends the builder, if it runs. Starting one for each request would take as long as some builds.
void stopBuilder();

//! The builder's main(): reads requests from its standard input until that ends; one build at a time for all processes
//! with the same folder of caches.
//! @returns the exit code
int runBuilder();

}} // namespace cv::clconv
