// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What clconv_bench was asked for on its command line.

#pragma once

#include "../common/command_line.hpp"

namespace bench
{

struct Options
{
    std::vector<Case> cases;         //!< the selection of the grid, images of one kind together
    std::vector<std::string> forces; //!< variants, as ForceScope takes them; empty: the library's own choice, once
    bool stock = true;
    bool native = false;
    bool check = true;
    bool deviceOnly = false;
    bool inset = false; //!< images are regions of others, their rows begin at odd addresses
    bool firstCalls = false;
    int bank = 0; //!< kernels of filterBank against as many calls; 0: not wanted
    int rounds = 5;
    std::string csv, json, plot, join; //!< files and a folder; empty: not wanted
    std::string program;               //!< how this program was called
    std::string child;                 //!< set where this process was started by another to time its first calls
};

//! @returns false where the help text was asked for and printed
//! @throws UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace bench
