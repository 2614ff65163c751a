// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What clconv_gradient_pyramid was asked for on its command line.

#pragma once

#include <opencv2/core.hpp>

#include <string>

namespace pyramid
{

struct Options
{
    std::string image; //!< a file; empty: the pattern
    std::string sheet;
    cv::Size size; //!< of the largest image; 0x0: the study's, or as many pixels in the shape of the file's picture
    int ksize = 3;
    int repetitions = 20;
};

//! @returns false where the help text was asked for and printed
//! @throws samples::UsageError
bool parseOptions(int argc, char** argv, Options& options);

} // namespace pyramid
