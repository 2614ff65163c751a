// SPDX-License-Identifier: Apache-2.0
//
// The application: a pyramid of images and their gradients' magnitudes, all on the device.

#pragma once

#include <opencv2/core.hpp>

#include <vector>

namespace pyramid {

const int octaves = 4, imagesPerOctave = 4;
const std::vector<int> filterSizes = {3, 5, 7, 9};

//! The sizes of the pyramid's images, octave by octave: each octave has half the width and height of the one before.
std::vector<cv::Size> sizes(cv::Size largest);

//! The images and the magnitudes of their gradients, octave by octave.
struct Pyramid
{
    std::vector<cv::UMat> images, magnitudes; //!< 32FC1
};

//! @param first the largest image, 32FC1
//! @param ksize size of the Scharr filters, one of filterSizes
Pyramid computeGradients(const cv::UMat& first, int ksize);

} // namespace pyramid
