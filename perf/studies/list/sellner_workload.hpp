// SPDX-License-Identifier: Apache-2.0
//
// Sellner's workload (both derivatives of a pyramid of images) and his times, for his study and for --pyramid.

#pragma once

#include "../../common/grid.hpp"

#include <algorithm>

namespace study { namespace sellner_workload {

const cv::Size base(3866, 4320);
const int octaves = 4, imagesPerOctave = 4;

//! The sizes of a pyramid's images, octave by octave.
inline std::vector<cv::Size> pyramid(cv::Size largest)
{
    std::vector<cv::Size> sizes;
    for (int octave = 0; octave < octaves; octave++)
        sizes.insert(sizes.end(), imagesPerOctave, cv::Size(largest.width >> octave, largest.height >> octave));
    return sizes;
}

//! The filters along x and along y.
inline std::vector<cv::Mat> derivatives(int width)
{
    const cv::Mat kernel = bench::makeKernel("scharr", width);
    return {kernel, kernel.t()};
}

const char* const device = "Radeon R9 290";
const std::vector<int> widths = {3, 5, 7, 9}; //!< of the filters

//! Milliseconds for both derivatives of the whole pyramid, by filter width, in the second part of the study.
struct Times
{
    std::vector<double> ms;
};

const Times driversGroups = {{108.7, 279.7, 530.4, 819.4}}, buffer = {{19.2, 45.6, 86.9, 141}};
const Times bufferLocal = {{14.9, 14.8, 16.0, 24.1}}, arrayLocal = {{14.2, 15.6, 15.1, 21.0}};
const Times image1DLocal = {{14.0, 15.7, 15.4, 24.0}};

inline std::string nameOf(const Times& times)
{
    std::string name;
    for (double ms : times.ms)
        name += cv::format(name.empty() ? "%.1f" : "/%.1f", ms);
    return name;
}

//! The fastest of all variants of the study.
inline double bestMs(int width)
{
    const size_t i = size_t(std::find(widths.begin(), widths.end(), width) - widths.begin());
    return std::min({bufferLocal.ms.at(i), arrayLocal.ms.at(i), image1DLocal.ms.at(i)});
}

}} // namespace study::sellner_workload
