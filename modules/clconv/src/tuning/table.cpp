// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Parsing and writing tables, and the lookup.

#include "tuning/table.hpp"
#include "clconv_tuning.hpp"

#include <algorithm>
#include <sstream>

namespace cv
{
namespace clconv
{
namespace
{

const std::string formatName = "clconv tuning ", version = "1";

std::string readHead(const std::string& line)
{
    if (line == formatName + version)
        return "";
    if (line.compare(0, formatName.size(), formatName) == 0)
        return "its format is version '" + line.substr(formatName.size()) + "', not " + version;
    return "no tuning table, which begins with '" + formatName + version + "'";
}

//! Kinds of lines.
enum class Line
{
    Nothing,
    Entry,
    End
};

Line kindOf(const std::string& line)
{
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line[first] == '#')
        return Line::Nothing;
    return line == "end" ? Line::End : Line::Entry;
}

bool deviceLinesUsed()
{
    const bool* const replaced = callSettings().deviceLines;
    return !replaced || *replaced;
}

std::vector<TuningTable> withoutDeviceLines(std::vector<TuningTable> tables)
{
    for (TuningTable& table : tables)
        table.entries.erase(std::remove_if(table.entries.begin(), table.entries.end(),
                                           [](const TuningEntry& entry)
                                           { return entry.devices.level < DeviceClass::Kind; }),
                            table.entries.end());
    return tables;
}

} // namespace

TuningTable parseTuning(const std::string& text, const std::string& name, const KnownParameters& known)
{
    TuningTable table;
    table.name = name;
    std::istringstream stream(text);
    std::string line, error;
    int number = 0;
    bool ended = false;
    while (error.empty() && std::getline(stream, line))
    {
        ++number;
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        const Line kind = number == 1 ? Line::Nothing : kindOf(line);
        TuningEntry entry = TuningEntry();
        if (number == 1)
            error = readHead(line);
        else if (kind != Line::Nothing && ended)
            error = "something follows its 'end'";
        else if (kind == Line::Entry)
            error = readEntry(line, known, entry);
        if (kind == Line::Entry)
        {
            entry.source = name + ":" + std::to_string(number);
            table.entries.push_back(entry);
        }
        ended = ended || kind == Line::End;
    }
    if (number == 0)
        error = readHead("");
    else if (error.empty() && !ended)
        error = "it stops without its last line, 'end'";
    if (error.empty())
        return table;
    table.entries.clear();
    table.error = name + ":" + std::to_string(std::max(number, 1)) + ": " + error;
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

std::vector<const TuningEntry*> Tuning::entriesFor(const Problem& problem, const DeviceTraits& traits) const
{
    std::vector<const TuningEntry*> found;
    const Quantities quantities = quantitiesOf(problem, traits);
    for (const TuningTable& table : tables)
    {
        const size_t begin = found.size();
        for (const TuningEntry& entry : table.entries)
            if (entry.problems.holds(problem) && entry.devices.holds(traits) &&
                hold(entry.problems.conditions, quantities))
                found.push_back(&entry);
        std::stable_sort(found.begin() + std::ptrdiff_t(begin), found.end(),
                         [](const TuningEntry* a, const TuningEntry* b)
                         { return a->devices.level < b->devices.level; });
    }
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

} // namespace clconv
} // namespace cv
