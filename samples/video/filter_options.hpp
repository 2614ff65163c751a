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

//! What the parser declares for --kernel, --size and --border.
extern const char* const filterKeys;

//! @param lists of names as for --filter, one for each chain; ignored with --kernel, which is a chain of one filter
//! @throws UsageError
std::vector<FilterChain> readChains(const cv::CommandLineParser& parser, const std::vector<std::string>& lists);

//! @throws UsageError for BORDER_WRAP, which cv::filter2D does not support on a Mat
void refuseWrapOnMats(const FilterChain& chain);

} // namespace samples

#endif // CLCONV_SAMPLES_FILTER_OPTIONS_HPP
