// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What the device can do at most, measured in the same run as everything else.

#pragma once

#include "../../common/device.hpp"

#include <functional>

namespace bench
{

struct Ceilings
{
    double copyGBs = 0;   //!< bytes read and written, the better of copy kernel and clEnqueueCopyBuffer
    double fmaTflops = 0; //!< multiply-adds in float, each counted as two
    std::string copyBy;   //!< which of the two it was
};

//! Adds to what is known: the highest ever seen counts.
void measureCeilings(const DeviceInfo& device, Ceilings& ceilings);

//! Fills an image that has its memory for itself with random numbers, on the device: floats from 0 to 1, else all bits.
using Fill = std::function<void(cv::UMat& image, unsigned seed)>;
Fill makeNoise();

//! Fills an image that has its memory for itself, also one of several GiB, which UMat::setTo does not.
void fillBytes(cv::UMat& image, unsigned char value);

} // namespace bench
