// SPDX-License-Identifier: Apache-2.0
//
// What the properties of the element `clconv`, and the parameters of the frei0r plugin, describe: filters by their
// names, or one from text or from a file; no GStreamer here.

#pragma once

#include "samples/video/filters.hpp"

#include <string>
#include <vector>

namespace samples {

//! The names of filters: those of clconv_video, then the kinds of coefficients that have no such name.
std::vector<std::string> settingsNames();

//! Side of the kernels of coefficients where no size is given; the filters of clconv_video have sizes of their own.
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

//! Numbers in rows: `;` or a line break between rows, blanks or commas between numbers.
//! @returns CV_64F
//! @throws UsageError whatever is wrong with it
cv::Mat kernelFromText(const std::string& text);

//! @throws UsageError
FilterChain chainFrom(const FilterSettings& settings);

} // namespace samples
