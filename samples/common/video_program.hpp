// SPDX-License-Identifier: Apache-2.0
//
// The frame of a program that filters videos until they end, or until Ctrl-C.

#ifndef CLCONV_SAMPLES_VIDEO_PROGRAM_HPP
#define CLCONV_SAMPLES_VIDEO_PROGRAM_HPP

#include "quiet.hpp"
#include "programs/command_line.hpp"

#include <opencv2/clconv.hpp>

#include <csignal>
#include <cstdlib>

namespace samples {

const int codeOfInterrupt = 130;

//! Whether SIGINT or SIGTERM has come.
inline volatile std::sig_atomic_t interrupted = 0;

inline void interrupt(int signal)
{
    interrupted = 1;
    std::signal(signal, SIG_DFL); // a second signal ends the program at once
}

//! As programs::runProgram.
inline int runVideoProgram(const std::string& name, const std::function<int()>& body)
{
    quietFFmpeg();
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
    if (!std::getenv("OPENCV_CLCONV_COLD")) // what is measured is the device, from the first frame on
        cv::clconv::setColdCalls(cv::clconv::COLD_WAIT);
    return programs::runProgram(name, body);
}

} // namespace samples

#endif // CLCONV_SAMPLES_VIDEO_PROGRAM_HPP
