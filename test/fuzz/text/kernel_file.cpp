// SPDX-License-Identifier: Apache-2.0
//
// clconv_fuzz_kernel_file: parses the text of a kernel file, which clconv_video reads with cv::FileStorage. YAML is
// left out: for some texts OpenCV 4.6's parser never returns (docs/security.md).

#include "text_target.hpp"

#include "programs/command_line.hpp"
#include "samples/video/filters.hpp"

#include <opencv2/core/utils/logger.hpp>

using namespace clconv_test;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT); // OpenCV also logs each exception
    const std::string text = Bytes(data, size).rest();
    if (text.compare(0, 5, "%YAML") == 0)
        return 0;
    try
    {
        const samples::Filter filter = samples::readKernelText(text);
        require(!filter.kernel.empty() && filter.kernel.channels() == 1 && filter.kernel.dims == 2, "a matrix");
        require(cv::checkRange(filter.kernel), "finite numbers");
        require(filter.anchor.x >= -1 && filter.anchor.x < filter.kernel.cols && filter.anchor.y >= -1 &&
                    filter.anchor.y < filter.kernel.rows,
                "an anchor inside the kernel");
    }
    catch (const programs::UsageError&) // the only exception that a user sees
    {
    }
    return 0;
}
