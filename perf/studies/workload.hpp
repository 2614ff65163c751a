// SPDX-License-Identifier: Apache-2.0
//
// What all steps of a study compute: images, filters, a border.

#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace study {

struct Workload
{
    std::vector<cv::UMat> sources; //!< all of one type
    std::vector<cv::Mat> filters;  //!< CV_32F, square, all of one size; each gives an output for each source
    int border = cv::BORDER_REPLICATE;
    bool interiorOnly = false; //!< compute only outputs whose input window lies inside the source

    int type() const { return sources.front().type(); }
    int width() const { return filters.front().cols; }
    cv::Point anchor() const { return cv::Point(width() / 2, width() / 2); }
    //! The region of an output that is computed.
    cv::Rect computed(cv::Size size) const;
    //! The number of pixels computed of all sources.
    double pixels() const;
};

//! Random images: floats from 0 to 1, or integers of the whole range.
std::vector<cv::UMat> randomImages(const std::vector<cv::Size>& sizes, int type);

//! "7x7"
//! One random image and one filter, without outputs whose input window reaches beyond the image.
Workload interiorOf(cv::Size size, int type, const cv::Mat& filter);

std::string filterName(int width);

} // namespace study
