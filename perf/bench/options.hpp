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
    std::vector<std::string> forces; //!< variants, as ForceScope takes them; empty: the library's own choice, once
    std::vector<std::shared_ptr<const Tables>> tables; //!< variants; empty: those of library and environment
    bool stock = true;
    bool opencvCpu = false;
    bool check = true;
    bool deviceOnly = false;
    bool inset = false; //!< images are regions of larger ones whose rows begin at odd addresses
    bool firstCalls = false;
    bool tour = false;
    int bank = 0;         //!< number of kernels for filterBank against single calls; 0: off
    int batch = 0;        //!< number of images for filterBatch against single calls; 0: off
    bool regions = false; //!< of that: all sources are regions of one image, all outputs of another
    std::string chain;    //!< name of a usual chain against its stages, all: each; empty: off
    std::string masked;   //!< filter2DMasked against two filters of opencv or clconv; empty: off
    int devices = 0;      //!< number of devices that images on the host are split over; 0: off
    int rounds = 5;
    std::string csv, json; //!< files; empty: none
    std::string program;   //!< path of this program, to start children
    std::string child;     //!< engine, in a child process that times its first calls
};

//! @returns false if the help text was requested and printed
//! @throws UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace bench
