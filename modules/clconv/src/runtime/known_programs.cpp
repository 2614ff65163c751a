// SPDX-License-Identifier: Apache-2.0
//
// The file, and the keys of programs.

#include "runtime/known_programs.hpp"
#include "implementations/implementation.hpp"
#include "util/log.hpp"
#include "opencv2/core/utils/filesystem.hpp"

#include <ctime>
#include <fstream>

namespace cv {
namespace utils { namespace fs {

//! OpenCV exports this function, but declares it only for its own modules. It makes the folder if there is none.
CV_EXPORTS String getCacheDirectory(const char* folder, const char* configuration);

}} // namespace utils::fs

namespace clconv {
namespace {

const size_t maxKeys = 4096;          // 70 to 120 KB; a file of as many lines is overwritten
const int64 failureLasts = 24 * 3600; // seconds

//! What a driver's cache distinguishes: source, options, device, and for those that compile at the first launch, the
//! work-group.
std::vector<uint64> keysOf(const Plan& plan, const DeviceTraits& device)
{
    const char* const extra = std::getenv("OPENCV_OPENCL_BUILD_EXTRA_OPTIONS");
    std::vector<uint64> keys;
    for (const Plan& one : launchesOf(plan))
        keys.push_back(fnv1a(std::string(plan.impl->source->programHash) + '\n' + one.kernelName + '\n' +
                             one.options.text() + '\n' + format("%zux%zu\n", one.local[0], one.local[1]) + device.name +
                             '\n' + device.driver + '\n' + (extra ? extra : "")));
    return keys;
}

//! A plan fails as a whole, since it is not known which of its programs was to blame.
uint64 failureKeyOf(const Plan& plan, const DeviceTraits& device)
{
    std::string text;
    for (uint64 key : keysOf(plan, device))
        text += std::to_string(key);
    return fnv1a(text);
}

//! The file in the folder of OpenCV's cache; empty if there is no such folder.
std::string pathInCache()
{
    const char* const enabled = std::getenv("OPENCV_OPENCL_CACHE_ENABLE");
    for (const char* off : {"0", "false", "False", "FALSE"}) // as OpenCV reads it
        if (enabled && std::string(enabled) == off)
            return "";
    const std::string folder = utils::fs::getCacheDirectory("opencl_cache", "OPENCV_OPENCL_CACHE_DIR");
    return folder.empty() || folder == "disabled" ? "" : utils::fs::join(folder, "clconv_known_programs.txt");
}

} // namespace

KnownPrograms& KnownPrograms::instance()
{
    static KnownPrograms* const it = new KnownPrograms(pathInCache()); // never destroyed, as the thread that uses it
    return *it;
}

KnownPrograms::KnownPrograms(const std::string& path) : path_(path)
{
    read();
}

void KnownPrograms::read()
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::ifstream file(path_);
    std::string line;
    size_t lines = 0;
    while (lines < maxKeys && std::getline(file, line))
    {
        ++lines;
        const bool isFailure = line[0] == '-';
        const std::string key = line.substr(isFailure, 16);
        if (key.size() != 16 || !std::all_of(key.begin(), key.end(), [](uchar c) { return std::isxdigit(c); }))
            continue;
        const int64 age = isFailure && line.size() > 17 ? std::time(nullptr) - std::atoll(line.c_str() + 17) : -1;
        if (age >= 0 && age < failureLasts)
            failed_.insert(std::strtoull(key.c_str(), nullptr, 16));
        else if (line.size() == 16)
            keys_.insert(std::strtoull(key.c_str(), nullptr, 16));
    }
    isFull_ = lines >= maxKeys;
}

void KnownPrograms::forget()
{
    std::lock_guard<std::mutex> lock(mutex_);
    keys_.clear();
    failed_.clear();
}

bool KnownPrograms::any()
{
    std::lock_guard<std::mutex> lock(mutex_);
    return !keys_.empty();
}

bool KnownPrograms::have(const Plan& plan, const DeviceTraits& device)
{
    const std::vector<uint64> keys = keysOf(plan, device);
    std::lock_guard<std::mutex> lock(mutex_);
    return std::all_of(keys.begin(), keys.end(), [this](uint64 key) { return keys_.count(key) > 0; });
}

void KnownPrograms::add(const Plan& plan, const DeviceTraits& device)
{
    std::string lines;
    std::lock_guard<std::mutex> lock(mutex_);
    if (path_.empty()) // nothing is on disk
        return;
    const std::vector<uint64> keys = keysOf(plan, device);
    for (uint64 key : keys)
        if (keys_.insert(key).second)
            lines += format("%016llx\n", static_cast<unsigned long long>(key));
    if (!append(lines))
        for (uint64 key : keys) // OpenCV cannot write there either
            keys_.erase(key);
}

bool KnownPrograms::hasFailed(const Plan& plan, const DeviceTraits& device)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return !failed_.empty() && failed_.count(failureKeyOf(plan, device)) > 0;
}

void KnownPrograms::addFailed(const Plan& plan, const DeviceTraits& device)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (notesFailures_)
        append(format("-%016llx %lld\n", static_cast<unsigned long long>(failureKeyOf(plan, device)),
                      static_cast<long long>(std::time(nullptr))));
}

//! Writes all lines at once, because other processes append too. mutex_ must be held.
//! @returns whether the file has them
bool KnownPrograms::append(const std::string& lines)
{
    if (lines.empty())
        return true;
    std::ofstream file(path_, isFull_ ? std::ios::trunc : std::ios::app);
    isFull_ = false;
    if (file << lines << std::flush)
        return true;
    logDebugOnce("the names of programs that were built cannot be written to " + path_);
    return false;
}

} // namespace clconv
} // namespace cv
