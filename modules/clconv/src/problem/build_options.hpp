// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The options a program is compiled with: defines, typed, sorted by name, each name once; and the compiler's own.

#pragma once

#include "util/precomp.hpp"

namespace cv
{
namespace clconv
{

class BuildOptions
{
public:
    //! -D NAME=value; a name that is already there must not come again
    BuildOptions& define(const std::string& name, int value);
    BuildOptions& define(const std::string& name, const std::string& value);

    //! an option of the compiler's own, as it is
    BuildOptions& flag(const std::string& option);

    //! all of them in order, defines by their names: equal sets give equal texts
    std::string text() const;

private:
    std::map<std::string, std::string> defines_;
    std::set<std::string> flags_;
};

struct Problem;

//! What every kernel is told of the problem: types, channels, border, width of offsets.
BuildOptions commonOptions(const Problem& problem);

//! "uchar" for CV_8U, ...; empty for a depth that no kernel takes
std::string typeName(int depth);

//! "REFLECT_101" for BORDER_REFLECT_101, ...; empty for a border that no kernel takes
std::string borderName(int border);

} // namespace clconv
} // namespace cv
