// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_fuzz_filter2d.

#pragma once

#include <string>

namespace clconv_test {

struct FuzzOptions
{
    int count = 0, first = 0, perProgram = 1, threads = 1, contexts = 1;
    int longest = 0; //!< taps of a kernel along an axis; 0: 17, and in one of ten programs 45
    unsigned seed = 1;
    bool simple = false, onHost = false;
    bool named = false;        //!< all calls are of filters by name, none forced
    bool print = false;        //!< prints each call before it is made
    std::string must, mustNot; //!< implementation that must run every call, or no call
    std::string calls;         //!< a file of calls, or empty
};

//! @returns false if the help text was requested and printed
bool readFuzzOptions(int argc, char** argv, FuzzOptions& options);

} // namespace clconv_test
