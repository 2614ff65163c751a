// SPDX-License-Identifier: Apache-2.0
//
// The computation that all steps of a study perform: images, filters, a border.

#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace study {

struct Workload
{
    std::vector<cv::UMat> sources; //!< of one type
    std::vector<cv::Mat> filters;  //!< CV_32F, square, of one size; each gives an output for each source
    int border = cv::BORDER_REPLICATE;
    bool interiorOnly = false; //!< compute only outputs whose input window lies inside the source

    int type() const { return sources.front().type(); }
    int width() const { return filters.front().cols; }
    cv::Point anchor() const { return cv::Point(width() / 2, width() / 2); }
    //! The computed region of an output.
    cv::Rect computed(cv::Size size) const;
    //! The number of computed pixels of all sources.
    double pixels() const;
};

//! Images of random numbers: floats from 0 to 1, else all values.
std::vector<cv::UMat> randomImages(const std::vector<cv::Size>& sizes, int type);

//! "7x7"
std::string filterName(int width);

} // namespace study
