// SPDX-License-Identifier: Apache-2.0
//
// Logging through OpenCV's logger, each message once per process: a filter in a video loop must not repeat it for every
// frame.

#pragma once

#include "util/call_settings.hpp"

namespace cv { namespace clconv {

//! Debug level: decisions, such as a call that runs on the CPU.
void logDebugOnce(const std::string& message);

//! Whether logDebugOnce logs anything: for messages that take long to make.
bool isDebugLogged();

//! Warning level: failures from which the library recovered.
void logWarningOnce(const std::string& message);

//! A warning that is logged even after another one (OneWarning): for what also concerns later calls.
void logLastingWarningOnce(const std::string& message);

//! While it lives, the calling thread logs one warning at most, and further ones at debug level: what fails for one
//! reason, such as a full device, fails in several places. Scopes nest; the outer one counts.
class OneWarning
{
public:
    OneWarning() : warned_(false), scope_(callSettings().hasWarned ? callSettings().hasWarned : &warned_) {}

private:
    std::atomic<bool> warned_;
    const PointerScope<std::atomic<bool>, &CallSettings::hasWarned> scope_;
};

//! logWarningOnce without throwing, even if memory runs out. Logs once for each `what`, because OpenCV's error messages
//! contain addresses.
void logWarningOnce(const char* what, const std::exception& why) noexcept;

//! Logs every message once more: for tests that count the warnings of a call.
void forgetLogged();

//! The index of the name in an environment variable; 0 if it is not set or, with a warning, if the name is unknown.
inline int environmentChoice(const char* variable, const std::vector<std::string>& names)
{
    const char* const text = std::getenv(variable);
    const std::string value = text ? text : "";
    const auto found = std::find(names.begin(), names.end(), value);
    if (found != names.end())
        return int(found - names.begin());
    std::string known = names.front();
    for (size_t i = 1; i < names.size(); ++i)
        known += (i + 1 < names.size() ? ", " : " or ") + names[i];
    if (!value.empty())
        logWarningOnce(std::string(variable) + " is " + known + ", not '" + value + "'");
    return 0;
}

//! Runs `work` where nothing may be thrown: in destructors and in callbacks of drivers. A failure is logged.
template<typename Work>
void withoutThrowing(const char* failed, const Work& work) noexcept
{
    try
    {
        work();
    }
    catch (const std::exception& e)
    {
        logWarningOnce(failed, e);
    }
}

}} // namespace cv::clconv
