// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// What one measurement computes: images, filters, a border. Every step of a ladder computes the same.

#pragma once

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace study
{

struct Workload
{
    std::vector<cv::UMat> sources; //!< of one type
    std::vector<cv::Mat> filters;  //!< CV_32F, square, of one size; each gives an output for each source
    int border = cv::BORDER_REPLICATE;
    bool inside = false; //!< outputs only where the filter lies inside the source

    int type() const { return sources.front().type(); }
    int width() const { return filters.front().cols; }
    cv::Point anchor() const { return cv::Point(width() / 2, width() / 2); }
    //! The pixels of an output that are computed.
    cv::Rect computed(cv::Size size) const;
    //! of all sources, those that are computed
    double pixels() const;
};

//! Images of random numbers: floats from 0 to 1, else all values.
std::vector<cv::UMat> randomImages(const std::vector<cv::Size>& sizes, int type);

//! "7x7"
std::string filterName(int width);

} // namespace study
