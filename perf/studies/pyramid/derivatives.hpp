// SPDX-License-Identifier: Apache-2.0
//
// The computation of Sellner's study: cv::clconv::filterBank computes both derivatives of a pyramid of images, measured
// octave by octave. A cv::clconv::Chain computes the gradients' magnitudes without storing derivatives.

#pragma once

#include <opencv2/clconv/chain.hpp>

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
    void computeMagnitudes();

    //! Number of pixels of an octave, or of all images.
    double pixels(int octave) const;
    double pixels() const;

    //! Computes all derivatives and compares them with cv::filter2D on Mat, then the magnitudes with cv::magnitude.
    //! @returns the error, or an empty string
    std::string check();

private:
    std::string checkMagnitudes(double tolerance);

    std::vector<cv::UMat> images_;
    std::vector<cv::Mat> filters_;
    std::vector<std::vector<cv::UMat>> derivatives_; //!< of each image: along x, along y
    cv::clconv::Chain magnitude_;
    std::vector<cv::UMat> magnitudes_;
};

//! Medians, in milliseconds.
struct PyramidTimes
{
    std::vector<double> octaves; //!< device time of each octave; NAN if nothing ran on the device
    double device;               //!< device time of all octaves
    double wall;                 //!< wall time of all octaves, back-to-back calls
    double magnitudes;           //!< wall time of all magnitudes
};

PyramidTimes measure(PyramidDerivatives& derivatives, int repetitions);

} // namespace study
