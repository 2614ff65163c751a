// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What clconv_study was asked for on its command line.

#pragma once

#include "list/study.hpp"

namespace study
{

struct Options
{
    std::vector<const Study*> studies;
    Scale scale = Scale::Full;
    int repetitions = 20;
    std::string csv, markdown, plot; //!< files and a folder; empty: not wanted
};

//! @returns false where the help text was asked for and printed
//! @throws samples::UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace study
