// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which tables hold: the file of the environment, the table that is compiled in.

#include "table.hpp"
#include "../log.hpp"
#include "clconv_tuning.hpp"

#include <atomic>
#include <cstdlib>
#include <fstream>

namespace cv
{
namespace clconv
{
namespace
{

thread_local const TuningScope* innermost = NULL;

//! A table of a file; the error is in it.
TuningTable readFile(const std::string& path)
{
    const size_t most = 1 << 20; // far more than any table has
    std::ifstream file(path, std::ios::binary);
    std::string text(most + 1, '\0');
    file.read(&text[0], std::streamsize(text.size()));
    text.resize(size_t(file.gcount()));
    TuningTable table;
    if (file.bad() || (text.empty() && !file.eof()))
        table.error = path + ": it cannot be read";
    else
        table = parseTuning(text, path);
    if (table.error.empty() && text.size() > most)
    {
        table.entries.clear();
        table.error = path + ": it is larger than any tuning table";
    }
    return table;
}

Tuning load(const std::string& path)
{
    static std::atomic<int> count(0);
    Tuning tuning;
    tuning.id = ++count;
    if (!path.empty())
        tuning.tables.push_back(readFile(path));
    tuning.tables.push_back(builtInTable());
    for (const TuningTable& table : tuning.tables)
        if (!table.error.empty())
            logWarningOnce("tuning file " + table.error + "; it is left out");
    return tuning;
}

} // namespace

const TuningTable& builtInTable()
{
    static const TuningTable table = parseTuning(tuningText, "built-in table");
    return table;
}

const Tuning& currentTuning()
{
    if (innermost)
        return innermost->tuning_;
    static const Tuning environment = []
    {
        const char* path = std::getenv("OPENCV_CLCONV_TUNING_FILE");
        return load(path ? path : "");
    }();
    return environment;
}

TuningScope::TuningScope(const std::string& file) : tuning_(load(file)), outer_(innermost)
{
    innermost = this;
}

TuningScope::~TuningScope()
{
    innermost = outer_;
}

} // namespace clconv
} // namespace cv
