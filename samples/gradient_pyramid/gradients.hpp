// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The application itself: a pyramid of images, their derivatives, their gradients' magnitudes, all on the device.

#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace pyramid
{

struct Image
{
    cv::UMat pixels, magnitude;        //!< 32FC1
    std::vector<cv::UMat> derivatives; //!< along x, along y
};

class Gradients
{
public:
    //! @param first the largest image of the first octave
    Gradients(const cv::UMat& first, int ksize);

    //! Each image is the one before it, smoothed; at the begin of an octave, halved.
    void build();
    void differentiate(int octave);
    void differentiate();
    void takeMagnitudes();

    //! Octave by octave.
    const std::vector<Image>& images() const { return images_; }
    int ksize() const { return filters_.front().cols; }
    //! of the images of an octave, of all
    double pixels(int octave) const;
    double pixels() const;

    //! Differentiates anew and compares with cv::filter2D on Mat.
    //! @returns what is wrong; empty where nothing is
    std::string check();

private:
    std::vector<Image> images_;
    std::vector<cv::Mat> filters_;
    std::vector<cv::Mat> smoothings_; //!< of the second image of an octave, and on
};

} // namespace pyramid
