// SPDX-License-Identifier: Apache-2.0
//
// The filters of the video programs: one linear filter each, or two whose results are joined.

#ifndef CLCONV_SAMPLES_FILTERS_HPP
#define CLCONV_SAMPLES_FILTERS_HPP

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace samples {

//! The arguments of one call of filter2D.
struct LinearFilter
{
    cv::Mat kernel;
    int ddepth = -1;
    cv::Point anchor = cv::Point(-1, -1);
    double delta = 0;
};

struct Filter
{
    std::string title;                //!< with the kernel size
    std::vector<LinearFilter> linear; //!< one; or two, whose results are the components of a vector
};

const std::vector<std::string>& filterNames();
bool contains(const std::vector<std::string>& names, const std::string& name);

//! @param size of the kernel, 0: the filter's default
Filter makeFilter(const std::string& name, int size);

//! YAML or JSON: `kernel`, a matrix of cv::FileStorage or a list of rows; `anchor` and `delta` are optional.
Filter readKernelFile(const std::string& file);

//! The same from the text of such a file.
//! @throws UsageError whatever is wrong with it
LinearFilter readKernelText(const std::string& text);

} // namespace samples

#endif // CLCONV_SAMPLES_FILTERS_HPP
