// SPDX-License-Identifier: Apache-2.0
//
// Finding and reading tuning files.

#include "planner/current_tuning.hpp"
#include "implementations/parameters.hpp"
#include "util/log.hpp"
#include "util/opencl.hpp"

#include <fstream>
#include <sys/stat.h>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace cv { namespace clconv {

//! Opening a FIFO blocks until another process writes to it, and a device file may have no end.
static bool isRegularFile(const std::string& path)
{
    struct stat info;
    return stat(path.c_str(), &info) == 0 && (info.st_mode & S_IFMT) == S_IFREG;
}

//! Nobody names the user's files: what others could have put there is not read.
static bool isWrittenByUserAlone(const std::string& path)
{
#ifdef _WIN32
    return isRegularFile(path);
#else
    struct stat info;
    if (stat(path.c_str(), &info) != 0)
        return false;
    const bool isUsers = info.st_uid == geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    if (!isUsers)
        logLastingWarningOnce("tuning file " + path + ": others can write it; it is left out");
    return isUsers;
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

static Tuning loadTuningOf(const std::vector<std::string>& paths)
{
    static std::atomic<int> count(0);
    Tuning tuning;
    tuning.id = ++count;
    for (const std::string& path : paths)
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

Tuning loadTuning(const std::string& path)
{
    return loadTuningOf(path.empty() ? std::vector<std::string>() : std::vector<std::string>{path});
}

std::string userTuningFile(const std::string& device, const std::string& driver)
{
    const char *const config = std::getenv("XDG_CONFIG_HOME"), *const home = std::getenv("HOME");
    const bool isSet = config && config[0] == '/'; // as the XDG base directory specification has it
    if (!isSet && (!home || !*home))
        return "";
    std::string name = device + "-" + driver;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '.')
            c = '_';
    return (isSet ? std::string(config) : std::string(home) + "/.config") + "/clconv/tuning/" + name + ".txt";
}

std::vector<std::string> userTuningFiles()
{
    std::vector<std::string> files;
    try
    {
        std::vector<cl::Platform> platforms;
        cl::Platform::get(&platforms);
        for (const cl::Platform& platform : platforms)
        {
            cl_uint count = 0; // getDevices throws where a platform has none
            if (clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0)
                continue;
            std::vector<cl::Device> devices;
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
            for (const cl::Device& device : devices)
            {
                const std::string path =
                    userTuningFile(device.getInfo<CL_DEVICE_NAME>(), device.getInfo<CL_DRIVER_VERSION>());
                if (std::find(files.begin(), files.end(), path) == files.end() && isRegularFile(path) &&
                    isWrittenByUserAlone(path))
                    files.push_back(path);
            }
        }
    }
    catch (const cl::Error&) // there is no device
    {
    }
    for (const std::string& file : files)
        logDebugOnce("tuning file " + file + " is read: clconv_tune wrote it for a device of this machine");
    return files;
}

const Tuning& currentTuning()
{
    if (const Tuning* replaced = callSettings().tuning)
        return *replaced;
    if (repeatable())
    {
        static const Tuning compiledIn = loadTuning("");
        return compiledIn;
    }
    static const char* const named = std::getenv("OPENCV_CLCONV_TUNING_FILE");
    static const Tuning ofProcess = named ? loadTuning(named) : loadTuningOf(userTuningFiles());
    return ofProcess;
}

}} // namespace cv::clconv
