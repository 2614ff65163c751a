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

//! The messages of the process.
struct Logged
{
    std::mutex mutex;
    std::set<std::string> messages;
};

Logged& logged()
{
    static Logged all;
    return all;
}

thread_local int warningScopes = 0;
thread_local bool hasWarned = false;

//! Whether a new warning of this thread is to be logged as one.
bool mayWarn()
{
    if (warningScopes == 0)
        return true;
    const bool first = !hasWarned;
    hasWarned = true;
    return first;
}

//! true for the first caller with this message; a full set is cleared, which bounds it
bool isNew(const std::string& message)
{
    const size_t maximum = 1024;
    Logged& all = logged();
    std::lock_guard<std::mutex> lock(all.mutex);
    if (all.messages.size() >= maximum)
        all.messages.clear();
    return all.messages.insert(message).second;
}

} // namespace

void forgetLogged()
{
    Logged& all = logged();
    std::lock_guard<std::mutex> lock(all.mutex);
    all.messages.clear();
}

void logDebugOnce(const std::string& message)
{
    if (utils::logging::getLogLevel() >= utils::logging::LOG_LEVEL_DEBUG && isNew(message))
        CV_LOG_DEBUG(NULL, "clconv: " << message);
}

OneWarning::OneWarning()
{
    if (warningScopes++ == 0)
        hasWarned = false;
}

OneWarning::~OneWarning()
{
    --warningScopes;
}

void logWarningOnce(const std::string& message)
{
    if (mayWarn())
        logLastingWarningOnce(message);
    else
        logDebugOnce(message);
}

void logLastingWarningOnce(const std::string& message)
{
    if (isNew(message))
        CV_LOG_WARNING(NULL, "clconv: " << message);
}

void logWarningOnce(const char* what, const std::exception& why) noexcept
{
    try
    {
        if (!mayWarn())
            logDebugOnce(std::string(what) + ": " + why.what());
        else if (isNew(what))
            CV_LOG_WARNING(NULL, "clconv: " << what << ": " << why.what());
    }
    catch (const std::exception&)
    {
    }
}

} // namespace clconv
} // namespace cv
