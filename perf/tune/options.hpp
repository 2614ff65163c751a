// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_tune.

#pragma once

#include "../common/command_line.hpp"

namespace tune
{

struct Options
{
    std::vector<cv::Size> sizes; //!< parameters are tuned for all of them together
    std::vector<bench::PixelType> types;
    std::vector<int> ksizes;
    std::vector<std::string> kernels;
    std::vector<std::string> impls; //!< names, in addition to the library's own choice
    bool includeSlow = false;       //!< also those that take more than twice as long
    bool singlePass = false;        //!< vary each parameter once
    bool exhaustive = false;        //!< try all combinations, as far as time allows
    bool untuned = false;           //!< ignore the built-in tuning table
    double seconds = 0;             //!< time limit; 0: none
    double margin = 0;              //!< required speed-up of an entry: 0.03 is 3 %
    std::string output;             //!< file; empty: none
};

//! @returns false if the help text was requested and printed
//! @throws bench::UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace tune
