// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_bench.

#pragma once

#include "../common/command_line.hpp"
#include "subject.hpp"

namespace bench {

struct Options
{
    std::vector<Case> cases;         //!< the selected points of the grid, grouped by image size and type
    std::vector<std::string> forces; //!< variants, in the form of ForceScope; empty: one, the library's own choice
    std::vector<std::shared_ptr<const Tables>> tables; //!< variants; empty: the tables of library and environment
    bool stock = true;
    bool opencvCpu = false;
    bool check = true;
    bool deviceOnly = false;
    bool inset = false; //!< images are regions of larger ones whose rows begin at odd addresses
    bool firstCalls = false;
    bool tour = false;
    int bank = 0;         //!< number of kernels to compare filterBank with single calls; 0: off
    int batch = 0;        //!< number of images to compare filterBatch with single calls; 0: off
    bool regions = false; //!< for batch: all sources are regions of one image, all outputs of another
    std::string chain;    //!< usual chain to compare with its stages; all: each of them; empty: off
    std::string masked;   //!< library whose two filters filter2DMasked is compared with: opencv or clconv; empty: off
    int devices = 0;      //!< number of devices over which host images are split; 0: off
    int rounds = 5;
    std::string csv;     //!< a file; empty: none
    std::string program; //!< path of this program, to start children
    std::string child;   //!< in a child process: the engine whose first calls it times
};

//! @returns false if the help text was requested and printed
//! @throws UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace bench
