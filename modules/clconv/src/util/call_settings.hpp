// SPDX-License-Identifier: Apache-2.0
//
// What the calls of a thread depend on besides their arguments: settings of the process that the thread replaces, and
// the scopes that it is in. Threads that work for a call take them over as one value.

#pragma once

#include "util/precomp.hpp"

namespace cv {
namespace ocl {
class OpenCLExecutionContext;
}

namespace clconv {

class Inquiry;
class ProfilingScope;
enum class MatsMode;
enum class MatTransfer;
struct Force;
struct SpecializationPolicy;
struct Tuning;

typedef std::vector<ocl::OpenCLExecutionContext> SplitContexts;

//! A null pointer stands for the process's own setting, or for no scope.
struct CallSettings
{
    const Force* force = nullptr;
    const Tuning* tuning = nullptr;
    const bool* deviceLines = nullptr; //!< whether compiled-in lines for single devices are used
    const SpecializationPolicy* specialization = nullptr;
    const MatsMode* matsMode = nullptr;
    const MatTransfer* matTransfer = nullptr;
    const SplitContexts* split = nullptr;
    const bool* deviceOnly = nullptr; //!< DeviceOnlyScope
    const bool* doubleSums = nullptr; //!< DoubleSumsScope
    const ColdCalls* coldCalls = nullptr;
    ProfilingScope* profiling = nullptr;
    Inquiry* inquiry = nullptr;             //!< calls are planned instead of run
    bool* allOnDevice = nullptr;            //!< calls prepare for later ones; becomes false where one runs on the CPU
    std::atomic<bool>* hasWarned = nullptr; //!< OneWarning
};

//! The settings of the calling thread.
inline CallSettings& callSettings()
{
    static thread_local CallSettings settings;
    return settings;
}

//! Sets a pointer of the calling thread while it lives. Scopes nest; the innermost one is in effect.
template<typename T, T* CallSettings::*setting>
class PointerScope
{
public:
    explicit PointerScope(T* pointer) : outer_(callSettings().*setting) { callSettings().*setting = pointer; }
    ~PointerScope() { callSettings().*setting = outer_; }
    PointerScope(const PointerScope&) = delete;
    PointerScope& operator=(const PointerScope&) = delete;

private:
    T* const outer_;
};

//! Replaces a setting for the calling thread while it lives.
template<typename T, const T* CallSettings::*setting>
class SettingScope
{
public:
    explicit SettingScope(const T& value) : value_(value), scope_(&value_) {}

private:
    const T value_;
    const PointerScope<const T, setting> scope_;
};

//! The setting in effect for the calling thread: the innermost scope's, else that of an environment variable as it was
//! at the first call.
//! @param parse gets an empty text where the variable is not set
template<typename T, const T* CallSettings::*setting>
const T& currentSetting(const char* variable, T (*parse)(const std::string&))
{
    if (const T* replaced = callSettings().*setting)
        return *replaced;
    static const char* const text = std::getenv(variable);
    static const T environment = parse(text ? text : "");
    return environment;
}

//! Whether a call gives the same bits each time, in the whole process: OPENCV_CLCONV_REPEATABLE and setRepeatable().
//! What decides by time, by counts or by a user's files depends on it.
inline std::atomic<bool>& repeatable()
{
    static const char* const text = std::getenv("OPENCV_CLCONV_REPEATABLE");
    static std::atomic<bool> on(text && text == std::string("1"));
    return on;
}

} // namespace clconv
} // namespace cv
