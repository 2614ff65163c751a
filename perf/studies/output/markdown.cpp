// SPDX-License-Identifier: Apache-2.0
//
// Writes tables in markdown, as in docs/studies.md: steps by filters, or filters by steps if there are many filters.

#include "report.hpp"
#include "programs/command_line.hpp"

#include <algorithm>
#include <fstream>

namespace study {
namespace {

std::string cell(const Row* row)
{
    if (!row)
        return "";
    return row->times.empty() ? row->check : cv::format("%.3g (%.2f)", row->ms(), row->ratio());
}

void writeLine(std::ostream& out, const std::vector<std::string>& cells)
{
    for (const std::string& text : cells)
        out << "| " << text << " ";
    out << "|\n";
}

void writeTable(std::ostream& out, const Rows& rows, const std::string& size)
{
    const std::vector<std::string> steps = rows.steps(), filters = rows.filters();
    const bool byFilter = filters.size() > 12; // a line per filter
    const std::vector<std::string>&lines = byFilter ? filters : steps, &columns = byFilter ? steps : filters;
    std::vector<std::string> heading = {size};
    heading.insert(heading.end(), columns.begin(), columns.end());
    if (!byFilter)
        heading.push_back("the study's claim");
    writeLine(out, heading);
    writeLine(out, std::vector<std::string>(heading.size(), "---"));
    for (const std::string& name : lines)
    {
        std::vector<std::string> cells = {name};
        for (const std::string& column : columns)
            cells.push_back(cell(byFilter ? rows.find(column, size, name) : rows.find(name, size, column)));
        if (!byFilter)
            cells.push_back(rows.find(name, size, columns.front())->claim);
        writeLine(out, cells);
    }
    out << "\n";
}

//! Writes each reason only once.
void writeReasons(std::ostream& out, const Rows& rows)
{
    std::vector<std::string> written;
    for (const Row& row : rows.list())
    {
        const std::string text = "- " + row.step + ", " + row.check + ": " + row.reason;
        if (row.reason.empty() || std::find(written.begin(), written.end(), text) != written.end())
            continue;
        out << text << "\n";
        written.push_back(text);
    }
    if (!written.empty())
        out << "\n";
}

} // namespace

void writeMarkdown(const std::string& file, const std::string& device, const std::vector<Result>& results)
{
    std::ofstream out(file);
    out << "Measured on " << device
        << ". Median ms of a step, and in brackets its speed-up over the study's base step. `cv::` rows are wall times "
           "of "
        << "calls, all others device times.\n\n";
    for (const Result& result : results)
    {
        out << "## " << result.study->name << "\n\n"
            << result.study->title << ". Base: " << result.study->base << ".\n\n";
        for (const std::string& size : result.rows.sizes())
            writeTable(out, result.rows, size);
        writeReasons(out, result.rows);
        out << "| claim | here | measured |\n| --- | --- | --- |\n";
        for (const Verdict& verdict : result.verdicts)
            writeLine(out, {verdict.claim, textOf(verdict.answer), verdict.numbers});
        out << "\n";
    }
    out.close();
    if (!out)
        throw programs::UsageError("cannot write " + file);
}

} // namespace study
