// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_study.

#pragma once

#include "list/study.hpp"

namespace study {

struct Options
{
    std::vector<const Study*> studies;
    Scale scale = Scale::Full;
    int repetitions = 20;
    bool pyramid = false;      //!< measurePyramid() instead of the studies
    std::string csv, markdown; //!< files; empty: none
};

//! @returns false if the help text was requested and printed
//! @throws programs::UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace study
