// SPDX-License-Identifier: Apache-2.0
//
// Filters an image that exceeds the device's memory, checks the result and times it.

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
