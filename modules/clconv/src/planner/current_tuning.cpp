// SPDX-License-Identifier: Apache-2.0
//
// Reading the tuning file that the environment names.

#include "planner/current_tuning.hpp"
#include "implementations/parameters.hpp"
#include "util/log.hpp"

#include <fstream>
#include <sys/stat.h>

namespace cv { namespace clconv {

//! Opening a FIFO blocks until another process writes to it, and a device file may have no end.
static bool isRegularFile(const std::string& path)
{
    struct stat info;
    return stat(path.c_str(), &info) == 0 && (info.st_mode & S_IFMT) == S_IFREG;
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

}} // namespace cv::clconv
