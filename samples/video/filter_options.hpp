// SPDX-License-Identifier: Apache-2.0
//
// The options --filter, --kernel, --size and --border, which the video programs share.

#ifndef CLCONV_SAMPLES_FILTER_OPTIONS_HPP
#define CLCONV_SAMPLES_FILTER_OPTIONS_HPP

#include "filters.hpp"

#include <opencv2/core/utility.hpp>

#include <string>
#include <vector>

namespace samples {

struct FilterChoice
{
    std::vector<std::string> names; //!< empty with a kernel file
    std::string kernelFile;         //!< or empty
    int kernelSize = 0;             //!< 0: the filter's default
    int border = cv::BORDER_DEFAULT;
};

//! What the parser declares for --kernel, --size and --border.
extern const char* const filterKeys;

//! @param names those that --filter stands for; ignored with --kernel
//! @throws UsageError
FilterChoice readFilterChoice(const cv::CommandLineParser& parser, const std::vector<std::string>& names);

//! @throws UsageError if the kernel file cannot be read
std::vector<Filter> makeFilters(const FilterChoice& choice);

} // namespace samples

#endif // CLCONV_SAMPLES_FILTER_OPTIONS_HPP
