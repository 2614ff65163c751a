// SPDX-License-Identifier: Apache-2.0
//
// An image that exceeds the device's memory: right, and how long it takes.

#pragma once

#include <string>

namespace clconv_faults {

struct LargeImage
{
    std::string size, type; //!< "32768x32768", "32FC1"
    int ksize, rounds;
};

//! @returns the exit code
int runLargeImage(const LargeImage& image);

} // namespace clconv_faults
