// SPDX-License-Identifier: Apache-2.0
//
// The filters that the properties of the element `clconv`, or the parameters of the frei0r plugin, describe: filters by
// name, or one from text or from a file; does not depend on GStreamer.

#pragma once

#include "samples/video/filters.hpp"

#include <string>
#include <vector>

namespace samples {

//! The names of filters: those of clconv_video, then the kinds of coefficients that are not among them.
std::vector<std::string> settingsNames();

//! Side of the kernels of coefficients if no size is given; the filters of clconv_video have their own defaults.
constexpr int defaultCoefficientSide = 9;

struct FilterSettings
{
    enum class From
    {
        Names,
        Text,
        File
    };
    From from = From::Names;
    std::string names = "sharpen"; //!< with commas between them
    int size = 0;                  //!< of filters by name; 0: their defaults
    std::string text;
    std::string file;
    int border = cv::BORDER_REFLECT_101;
};

//! Parses numbers in rows: `;` or a line break between rows, blanks or commas between numbers.
//! @returns CV_64F
//! @throws UsageError for any error in the text
cv::Mat kernelFromText(const std::string& text);

//! @throws UsageError
FilterChain chainFrom(const FilterSettings& settings);

} // namespace samples
