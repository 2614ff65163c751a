// SPDX-License-Identifier: Apache-2.0
//
// A launch like that of a call, on images of its own: some drivers compile a program at its first launch. It is made of
// values alone, so that another process can do it.

#pragma once

#include "runtime/context_cache.hpp"

namespace cv { namespace clconv {

struct Rehearsal
{
    Problem problem;
    Problem image;           //!< of a batch: of one of its images
    Geometry geometry;       //!< of the images; of a batch, of that one; steps of 0: unknown, nothing is launched
    std::vector<Mat> filter; //!< one matrix, or two factors; none of a bank, for which zeros serve
};

//! Launches a plan of the problem and waits. Throws as launchPlan does. Does nothing on GPUs: their drivers build
//! programs at once, and their memory may be needed.
void rehearse(const Rehearsal& rehearsal, const CompiledPlan& compiled);

//! As JSON.
std::string toText(const Rehearsal& rehearsal);

//! Throws cv::Exception for a text that toText() would not write.
Rehearsal rehearsalFromText(const std::string& text);

//! The file that OPENCV_CLCONV_RECORD names, to which record() appends a rehearsal as a line of text, once: what
//! clconv-warm builds ahead. Calls wait for their programs then, so that none is missing. Rehearsals without geometry
//! are left out: a driver that compiles at the first launch would not have compiled them.
inline const std::string& recordPath()
{
    static const char* const variable = std::getenv("OPENCV_CLCONV_RECORD");
    static const std::string path = variable ? variable : "";
    return path;
}
inline bool isRecording()
{
    return !recordPath().empty();
}
void record(const Rehearsal& rehearsal);

}} // namespace cv::clconv
