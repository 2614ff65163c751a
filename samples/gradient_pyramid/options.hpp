// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_gradient_pyramid.

#pragma once

#include <opencv2/core.hpp>

#include <string>

namespace pyramid {

struct Options
{
    std::string image; //!< a file; empty: a pattern is drawn
    std::string sheet;
    cv::Size size; //!< of the largest image; 0x0: the default, in the aspect ratio of the file's picture
    int ksize = 3;
};

//! @returns false if the help text was requested and printed
//! @throws programs::UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace pyramid
