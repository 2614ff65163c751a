// SPDX-License-Identifier: Apache-2.0
//
// Build options of a program: defines, sorted by name and unique, and compiler flags.

#pragma once

#include "util/precomp.hpp"

namespace cv { namespace clconv {

class BuildOptions
{
public:
    //! -D NAME=value; throws if the name is already defined
    BuildOptions& define(const std::string& name, int value);
    BuildOptions& define(const std::string& name, const std::string& value);

    //! a compiler flag, verbatim
    BuildOptions& flag(const std::string& option);

    //! the option string; equal sets of options give equal strings
    std::string text() const;

private:
    std::map<std::string, std::string> defines_;
    std::set<std::string> flags_;
};

struct Problem;

//! Options common to all kernels: types, width of offsets.
BuildOptions commonOptions(const Problem& problem);

//! Options for what is data in the general program: channels and their filters, rounding.
void defineCall(const Problem& problem, BuildOptions& options);

//! "uchar" for CV_8U, ...; empty for an unknown depth
std::string typeName(int depth);

}} // namespace cv::clconv
