// SPDX-License-Identifier: Apache-2.0
//
// What the properties of the element `clconv` describe: a filter by its name, from text or from a file; no GStreamer
// here.

#pragma once

#include "samples/video/filters.hpp"

#include <string>
#include <vector>

namespace samples {

//! A filter that has a name.
struct NamedFilter
{
    std::string name;
    std::string about; //!< in one line: its size, or the formula of its coefficients
};

//! Those of clconv_video, then the kinds of coefficients that have no such name.
const std::vector<NamedFilter>& namedFilters();

//! Side of the kernels of coefficients where no size is given; the filters of clconv_video have sizes of their own.
constexpr int defaultCoefficientSide = 9;

struct FilterSettings
{
    enum class From
    {
        Name,
        Text,
        File
    };
    From from = From::Name;
    std::string name = "sharpen";
    int size = 0; //!< of a filter by name; 0: its default
    std::string text;
    std::string file;
};

//! Numbers in rows: `;` or a line break between rows, blanks or commas between numbers.
//! @returns CV_64F
//! @throws UsageError whatever is wrong with it
cv::Mat kernelFromText(const std::string& text);

//! @throws UsageError
Filter filterFrom(const FilterSettings& settings);

} // namespace samples
