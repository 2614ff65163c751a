// SPDX-License-Identifier: Apache-2.0
//
// Logging through OpenCV's logger, each message once per process.

// Without this OpenCV's header compiles debug messages out of release builds.
#define CV_LOG_STRIP_LEVEL (CV_LOG_LEVEL_VERBOSE + 1)

#include "util/log.hpp"
#include "util/process.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace clconv {
namespace {

//! The messages of the process. Never destroyed: messages may come while it ends. At a fork() no other thread holds the
//! mutex, because the child logs too.
struct Logged
{
    std::mutex mutex;
    std::set<std::string> messages;

    Logged()
    {
        const auto unlock = [] { logged().mutex.unlock(); };
        atFork([] { logged().mutex.lock(); }, unlock, unlock);
    }

    static Logged& logged()
    {
        static Logged* const all = new Logged;
        return *all;
    }
};

//! Made while the library is loaded: a child of fork() would wait for ever for a static object that another thread was
//! making.
const Logged& loadedWithLibrary = Logged::logged();

//! Whether a new warning of this thread is to be logged as one.
bool mayWarn()
{
    std::atomic<bool>* const hasWarned = callSettings().hasWarned;
    return !hasWarned || !hasWarned->exchange(true);
}

//! true for the first caller with this message; a full set is cleared, which bounds it
bool isNew(const std::string& message)
{
    const size_t maximum = 1024;
    Logged& all = Logged::logged();
    std::lock_guard<std::mutex> lock(all.mutex);
    if (all.messages.size() >= maximum)
        all.messages.clear();
    return all.messages.insert(message).second;
}

} // namespace

void forgetLogged()
{
    Logged& all = Logged::logged();
    std::lock_guard<std::mutex> lock(all.mutex);
    all.messages.clear();
}

bool isDebugLogged()
{
    return utils::logging::getLogLevel() >= utils::logging::LOG_LEVEL_DEBUG;
}

void logDebugOnce(const std::string& message)
{
    if (isDebugLogged() && isNew(message))
        CV_LOG_DEBUG(NULL, "clconv: " << message);
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

}} // namespace cv::clconv
