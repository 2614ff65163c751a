// SPDX-License-Identifier: Apache-2.0
//
// Finding and reading tuning files.

#include "planner/current_tuning.hpp"
#include "implementations/parameters.hpp"
#include "util/log.hpp"

#include <fstream>
#include <sys/stat.h>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace cv { namespace clconv {

//! Excludes FIFOs, whose opening blocks until another process writes, and device files, which may have no end.
static bool isRegularFile(const std::string& path)
{
    struct stat info;
    return stat(path.c_str(), &info) == 0 && (info.st_mode & S_IFMT) == S_IFREG;
}

//! The user's file is found without being named, so it is not read if others could have written it.
static bool isUsersOwn(const std::string& path)
{
    if (!isRegularFile(path))
        return false;
#ifndef _WIN32
    struct stat info;
    const bool is = stat(path.c_str(), &info) == 0 && (info.st_uid == geteuid() || info.st_uid == 0) &&
                    (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    if (!is)
        logLastingWarningOnce("tuning file " + path + ": it is not the user's, or others can write it; it is left out");
    return is;
#else
    return true;
#endif
}

//! The table in a file; a failure is in its `error`.
static TuningTable readFile(const std::string& path)
{
    TuningTable table;
    if (!isRegularFile(path))
    {
        table.error = path + ": it cannot be read, or is not a regular file";
        return table;
    }
    const size_t maximum = 1 << 20; // far more than any table has
    std::ifstream file(path, std::ios::binary);
    std::string text(maximum + 1, '\0');
    file.read(&text[0], std::streamsize(text.size()));
    text.resize(size_t(file.gcount()));
    if (file.bad() || (text.empty() && !file.eof()))
        table.error = path + ": it cannot be read";
    else
        table = parseTuning(text, path, knownParameters());
    if (table.error.empty() && text.size() > maximum)
    {
        table.entries.clear();
        table.error = path + ": it is larger than any tuning table";
    }
    return table;
}

std::vector<std::string> unusableLines(const TuningTable& table)
{
    std::vector<std::string> lines;
    for (const TuningEntry& entry : table.entries)
    {
        const std::string reason = specsOf(entry.implementation).refusal(entry.params);
        if (!reason.empty())
            lines.push_back(entry.source + ": " + reason);
    }
    return lines;
}

Tuning loadTuning(const std::string& path)
{
    static std::atomic<int> count(0);
    Tuning tuning;
    tuning.id = ++count;
    if (!path.empty())
    {
        tuning.tables.push_back(readFile(path));
        for (const std::string& line : unusableLines(tuning.tables.back()))
            logLastingWarningOnce("tuning file " + line + "; no problem supports this line, it is left out");
    }
    tuning.tables.push_back(deviceTable(knownParameters()));
    for (const TuningTable& table : tuning.tables)
        if (!table.error.empty())
            logLastingWarningOnce("tuning file " + table.error + "; it is left out");
    return tuning;
}

std::string userTuningFile(const std::string& device, const std::string& driver)
{
    const auto folderOf = [](const char* variable) // a relative path would depend on the current folder
    {
        const char* const text = std::getenv(variable);
        return text && text[0] == '/' ? std::string(text) : "";
    };
    const std::string config = folderOf("XDG_CONFIG_HOME"), home = folderOf("HOME");
    if (config.empty() && home.empty())
        return "";
    std::string name = device + "-" + driver;
    for (char& c : name) // std::isalnum depends on the locale
        if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '.'))
            c = '_';
    return (config.empty() ? home + "/.config" : config) + "/clconv/tuning/" + name + ".txt";
}

Tuning userTuning(const std::string& device, const std::string& driver)
{
    const std::string path = userTuningFile(device, driver);
    if (std::getenv("OPENCV_CLCONV_TUNING_FILE") || path.empty() || !isUsersOwn(path))
        return Tuning();
    logDebugOnce("tuning file " + path + " is read: clconv_tune wrote it for this device");
    return loadTuning(path);
}

}} // namespace cv::clconv
