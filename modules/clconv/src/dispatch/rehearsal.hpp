// SPDX-License-Identifier: Apache-2.0
//
// A launch like that of a call, but on images of its own: some drivers compile a program at its first launch. It
// consists of plain values, so that another process can do it.

#pragma once

#include "runtime/context_cache.hpp"

namespace cv { namespace clconv {

struct Rehearsal
{
    Problem problem;
    Problem image;           //!< of a batch: of one of its images
    Geometry geometry;       //!< of the images; of a batch, of that one; steps of 0: unknown, nothing is launched
    std::vector<Mat> filter; //!< one matrix, or two factors; none for a bank, which is launched with zeros
};

//! Launches a plan of the problem and waits. Throws as launchPlan does. Does nothing on GPUs: their drivers build
//! programs at once, and their memory may be needed.
void rehearse(const Rehearsal& rehearsal, const CompiledPlan& compiled);

//! The rehearsal as JSON.
std::string toText(const Rehearsal& rehearsal);

//! Throws cv::Exception for a text that toText() would not write.
Rehearsal rehearsalFromText(const std::string& text);

//! The file named by OPENCV_CLCONV_RECORD, to which record() appends each rehearsal once, as a line of text, for
//! clconv-warm to build ahead. While it is set, calls wait for their programs, so that none is missing. Rehearsals
//! without geometry are left out, except general ones: a driver that compiles at the first launch would not have
//! compiled them.
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
