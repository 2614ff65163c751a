// SPDX-License-Identifier: Apache-2.0
//
// The limits of the device (ceilings), measured in the same run as everything else.

#pragma once

#include "../../common/device.hpp"

#include <functional>

namespace bench {

struct Ceilings
{
    double copyGBs = 0;   //!< bytes read and written, the better of copy kernel and clEnqueueCopyBuffer
    double fmaTflops = 0; //!< multiply-adds in float, each counted as two
    std::string copyBy;   //!< the faster of the two
};

//! Raises the ceilings if a higher value is measured.
void measureCeilings(const DeviceInfo& device, Ceilings& ceilings);

//! Fills an image that shares its memory with no other, on the device: random floats from 0 to 1, or random bits.
using Fill = std::function<void(cv::UMat& image, unsigned seed)>;
Fill makeNoise();

//! The same for floats, where some pixels, at random places, are NaN in all channels.
//! @param nans in a megapixel
Fill makeNoiseWithNans(int nans);

//! Fills an image that shares its memory with no other; works for several GiB, which UMat::setTo does not.
void fillBytes(cv::UMat& image, unsigned char value);

} // namespace bench
