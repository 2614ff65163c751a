// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Logging through OpenCV's logger, each message once per process.

// Without this OpenCV's header compiles debug messages out of release builds.
#define CV_LOG_STRIP_LEVEL (CV_LOG_LEVEL_VERBOSE + 1)

#include "util/log.hpp"
#include "opencv2/core/utils/logger.hpp"

#include <mutex>
#include <set>

namespace cv
{
namespace clconv
{
namespace
{

//! true for the first caller with this message; a full set is cleared, which bounds it
bool isNew(const std::string& message)
{
    static std::mutex mutex;
    static std::set<std::string> logged;
    const size_t maximum = 1024;
    std::lock_guard<std::mutex> lock(mutex);
    if (logged.size() >= maximum)
        logged.clear();
    return logged.insert(message).second;
}

} // namespace

void logDebugOnce(const std::string& message)
{
    if (utils::logging::getLogLevel() >= utils::logging::LOG_LEVEL_DEBUG && isNew(message))
        CV_LOG_DEBUG(NULL, "clconv: " << message);
}

void logWarningOnce(const std::string& message)
{
    if (isNew(message))
        CV_LOG_WARNING(NULL, "clconv: " << message);
}

void logWarningOnce(const char* what, const std::exception& why) noexcept
{
    try
    {
        if (isNew(what))
            CV_LOG_WARNING(NULL, "clconv: " << what << ": " << why.what());
    }
    catch (const std::exception&)
    {
    }
}

} // namespace clconv
} // namespace cv
