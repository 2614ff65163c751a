// SPDX-License-Identifier: Apache-2.0
//
// Both derivatives of a pyramid of images by cv::clconv::filterBank: the computation of Sellner's study, measured
// octave by octave. And the gradients' magnitudes by a cv::clconv::Chain, whose derivatives are no outputs.

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

    //! of the images of an octave, of all images
    double pixels(int octave) const;
    double pixels() const;

    //! Computes all derivatives and compares them with cv::filter2D on Mat; then the magnitudes, with cv::magnitude.
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
    double wall;                 //!< wall time of all octaves, calls back to back
    double magnitudes;           //!< the same of all magnitudes
};

PyramidTimes measure(PyramidDerivatives& derivatives, int repetitions);

} // namespace study
