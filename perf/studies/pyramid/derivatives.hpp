// SPDX-License-Identifier: Apache-2.0
//
// Both derivatives of a pyramid of images by cv::clconv::filterBank: the computation of Sellner's study, measured
// octave by octave.

#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace study {

class PyramidDerivatives
{
public:
    //! @param largest size of the largest image; images hold random floats
    //! @param width of the Scharr filters
    PyramidDerivatives(cv::Size largest, int width);

    void compute(int octave);
    void computeAll();

    //! of the images of an octave, of all images
    double pixels(int octave) const;
    double pixels() const;

    //! Computes all derivatives and compares them with cv::filter2D on Mat.
    //! @returns the error, or an empty string
    std::string check();

private:
    std::vector<cv::UMat> images_;
    std::vector<cv::Mat> filters_;
    std::vector<std::vector<cv::UMat>> derivatives_; //!< of each image: along x, along y
};

//! Medians, in milliseconds.
struct PyramidTimes
{
    std::vector<double> octaves; //!< device time of each octave; NAN if nothing ran on the device
    double device;               //!< device time of all octaves
    double wall;                 //!< wall time of all octaves, calls back to back
};

PyramidTimes measure(PyramidDerivatives& derivatives, int repetitions);

} // namespace study
