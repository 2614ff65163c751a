// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_tune.

#pragma once

#include "../common/command_line.hpp"

#include <chrono>

namespace tune {

struct Options
{
    std::vector<cv::Size> sizes;
    std::vector<int> alignments; //!< bytes
    std::vector<bench::PixelType> types;
    std::vector<int> ksizes;
    std::vector<std::string> kernels;
    std::vector<std::string> impls; //!< names, in addition to the library's own choice
    std::vector<int> banks;         //!< numbers of filters, ascending
    std::vector<std::string> chains;
    bool mats = false;          //!< measures calls on Mats instead of implementations
    bool withoutTables = false; //!< ignores the compiled-in lines for this device and its vendor
    int jobs = 0;               //!< number of processes that build programs
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    double seconds = 0;    //!< time limit, from the start; 0: none
    double margin = 0;     //!< required speed-up of an entry: 0.03 is 3 %
    std::string output;    //!< path; empty only if calls on Mats are measured
    bool installs = false; //!< whether `output` is the file that the library finds by itself
};

//! The implementations that --impls names.
//! @param list names separated by commas. On a CPU "all" leaves out those whose kernels have barriers: with PoCL one
//! gave wrong sums in a few of many processes (docs/install/portability.md), which no comparison here would find
//! @throws bench::UsageError
std::vector<std::string> implementationsToTry(const std::string& list, bool cpu);

//! @returns false if the help text was requested and printed
//! @throws bench::UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace tune
