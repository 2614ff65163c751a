// SPDX-License-Identifier: Apache-2.0
//
// Parsing and writing tables, and the lookup.

#include "tuning/table.hpp"
#include "clconv_tuning.hpp"

#include <sstream>

namespace cv { namespace clconv {

const std::string formatName = "clconv tuning ", version = "1";

static std::string readHead(const std::string& line)
{
    if (line == formatName + version)
        return "";
    if (line.compare(0, formatName.size(), formatName) == 0)
        return "its format is version '" + line.substr(formatName.size()) + "', not " + version;
    return "no tuning table, which begins with '" + formatName + version + "'";
}

//! Reads a line without the carriage return of files from Windows.
static bool readLine(std::istream& stream, std::string& line)
{
    if (!std::getline(stream, line))
        return false;
    if (!line.empty() && line.back() == '\r')
        line.pop_back();
    return true;
}

static bool deviceLinesUsed()
{
    const bool* const replaced = callSettings().deviceLines;
    return !replaced || *replaced;
}

static std::vector<TuningTable> withoutDeviceLines(std::vector<TuningTable> tables)
{
    for (TuningTable& table : tables)
        table.entries.erase(std::remove_if(table.entries.begin(), table.entries.end(),
                                           [](const TuningEntry& entry)
                                           { return entry.devices.level < DeviceClass::Kind; }),
                            table.entries.end());
    return tables;
}

TuningTable parseTuning(const std::string& text, const std::string& name, const KnownParameters& known)
{
    TuningTable table;
    table.name = name;
    std::istringstream stream(text);
    std::string line;
    readLine(stream, line);
    int number = 1;
    bool ended = false;
    for (table.error = readHead(line); table.error.empty() && readLine(stream, line);)
    {
        ++number;
        const size_t first = line.find_first_not_of(" \t");
        if (first == std::string::npos || line[first] == '#')
            continue;
        if (ended)
            table.error = "something follows its 'end'";
        else if (line == "end")
            ended = true;
        else
        {
            table.entries.push_back(TuningEntry());
            table.error = readEntry(line, known, table.entries.back());
            table.entries.back().source = name + ":" + std::to_string(number);
        }
    }
    if (table.error.empty() && !ended)
        table.error = "it stops without its last line, 'end'";
    if (table.error.empty())
        return table;
    table.entries.clear();
    table.error = name + ":" + std::to_string(number) + ": " + table.error;
    return table;
}

std::string tableText(const std::vector<std::string>& head, const std::vector<TuningEntry>& entries,
                      const std::vector<std::string>& comments)
{
    std::string text = formatName + version + "\n";
    for (const std::string& line : head)
        text += "# " + line + "\n";
    for (size_t i = 0; i < entries.size(); ++i)
        text += toString(entries[i]) + " # " + comments.at(i) + "\n";
    return text + "end\n";
}

void addMatching(const TuningTable* tables, size_t count, const Problem& problem, const DeviceTraits& traits,
                 const std::function<bool(const TuningEntry&)>& wanted, std::vector<const TuningEntry*>& found)
{
    const size_t begin = found.size();
    for (const TuningTable* table = tables; table != tables + count; ++table)
        for (const TuningEntry& entry : table->entries)
            if (wanted(entry) && entry.problems.holds(problem) && entry.devices.holds(traits))
                found.push_back(&entry);
    std::stable_sort(found.begin() + std::ptrdiff_t(begin), found.end(),
                     [](const TuningEntry* a, const TuningEntry* b) { return a->devices.level < b->devices.level; });
}

std::vector<const TuningEntry*> Tuning::entriesFor(const Problem& problem, const DeviceTraits& traits) const
{
    const Quantities quantities = quantitiesOf(problem, traits);
    const auto isDecided = [&](const TuningEntry& entry) { return hold(entry.problems.conditions, quantities); };
    std::vector<const TuningEntry*> found;
    for (const TuningTable& table : tables)
        addMatching(&table, 1, problem, traits, isDecided, found);
    return found;
}

const TuningTable& deviceTable(const KnownParameters& known)
{
    static const TuningTable table = parseTuning(deviceTableTexts[0].text, deviceTableTexts[0].name, known);
    static const TuningTable none;
    return deviceLinesUsed() ? table : none;
}

const std::vector<TuningTable>& kindTables(const KnownParameters& known)
{
    static const std::vector<TuningTable> tables = [&]
    {
        std::vector<TuningTable> all;
        for (const TableText& table : kindTableTexts)
            all.push_back(parseTuning(table.text, table.name, known));
        return all;
    }();
    static const std::vector<TuningTable> withoutVendors = withoutDeviceLines(tables);
    return deviceLinesUsed() ? tables : withoutVendors;
}

}} // namespace cv::clconv
