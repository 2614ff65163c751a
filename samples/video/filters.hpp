// SPDX-License-Identifier: Apache-2.0
//
// The filters of the video programs, by name or from a file, and chains of them.

#ifndef CLCONV_SAMPLES_FILTERS_HPP
#define CLCONV_SAMPLES_FILTERS_HPP

#include <opencv2/core.hpp>

#include <functional>
#include <string>
#include <vector>

namespace samples {

//! A linear filter, the arguments of one call of filter2D; or `edges`, which has no kernel of its own.
struct Filter
{
    std::string title; //!< with the kernel size
    cv::Mat kernel;    //!< empty: half of the magnitude of Scharr's derivatives
    cv::Point anchor = cv::Point(-1, -1);
    double delta = 0;
};

//! Filters that are applied one after the other, each to the result of the one before, rounded to `depth`.
struct FilterChain
{
    std::vector<Filter> filters;
    int border = cv::BORDER_DEFAULT; //!< of each filter
    int depth = CV_8U;               //!< of the images, which `edges` rounds to

    std::string title() const; //!< "blur 15x15, edges 3x3"
};

const std::vector<std::string>& filterNames();
bool contains(const std::vector<std::string>& names, const std::string& name);

//! @param size of the kernel, 0: the filter's default
Filter makeFilter(const std::string& name, int size);

//! @param names with commas between them
//! @param make makes the filter of a name
//! @throws UsageError if a name is empty, and what @p make throws
std::vector<Filter> makeFilters(const std::string& names, const std::function<Filter(const std::string&)>& make);

//! YAML or JSON: `kernel`, a matrix of cv::FileStorage or a list of rows; `anchor` and `delta` are optional.
Filter readKernelFile(const std::string& file);

//! The same from the text of such a file.
//! @throws UsageError for any error in the text
Filter readKernelText(const std::string& text);

} // namespace samples

#endif // CLCONV_SAMPLES_FILTERS_HPP
