// SPDX-License-Identifier: Apache-2.0
//
// The exception of a call.

#pragma once

#include "support/test_precomp.hpp"

#include <opencv2/core/utils/logger.hpp>

#include <functional>

namespace opencv_test {

//! The code of the exception, or 0.
inline int codeOf(const std::function<void()>& call)
{
    const utils::logging::LogLevel level = utils::logging::getLogLevel();
    utils::logging::setLogLevel(utils::logging::LOG_LEVEL_SILENT); // stock logs each error besides throwing it
    int code = 0;
    try
    {
        call();
    }
    catch (const cv::Exception& e)
    {
        code = e.code;
    }
    utils::logging::setLogLevel(level);
    return code;
}

} // namespace opencv_test
