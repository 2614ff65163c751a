// SPDX-License-Identifier: Apache-2.0
//
// Measures the limits of the device (ceilings), in the same run as everything else.

#pragma once

#include "../../common/device.hpp"

#include <functional>

namespace bench {

struct Ceilings
{
    double copyGBs = 0;   //!< bytes read and written, the better of copy kernel and clEnqueueCopyBuffer
    double fmaTflops = 0; //!< multiply-adds in float, each counted as two
    std::string copyBy;   //!< which of the two was faster
};

//! Measures again and keeps the higher values.
void measureCeilings(const DeviceInfo& device, Ceilings& ceilings);

//! Fills an image, which must not share its memory, on the device: with random floats from 0 to 1, or random bits.
using Fill = std::function<void(cv::UMat& image, unsigned seed)>;
Fill makeNoise();

//! Fills images of floats likewise, and makes some pixels, at random places, NaN in all channels.
//! @param nans per megapixel
Fill makeNoiseWithNans(int nans);

//! Fills an image, which must not share its memory; unlike UMat::setTo this works for several GiB.
void fillBytes(cv::UMat& image, unsigned char value);

} // namespace bench
