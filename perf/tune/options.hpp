// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What clconv_tune was asked for on its command line.

#pragma once

#include "../common/command_line.hpp"

namespace tune
{

struct Options
{
    std::vector<cv::Size> sizes; //!< parameters must do well on all of them
    std::vector<bench::PixelType> types;
    std::vector<int> ksizes;
    std::vector<std::string> kernels;
    std::vector<std::string> impls; //!< names, beside the one that the library takes
    bool slowToo = false;           //!< those that take twice as long, too
    bool descendOnce = false;       //!< each parameter is varied once
    bool everything = false;        //!< all combinations, where time is left
    bool untuned = false;           //!< the table that is compiled in does not count
    double seconds = 0;             //!< to spend; 0: no limit
    double margin = 0;              //!< by how much an entry must be faster: 0.03 is 3 %
    std::string output;             //!< file; empty: not wanted
};

//! @returns false where the help text was asked for and printed
//! @throws bench::UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace tune
