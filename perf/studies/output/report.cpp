// SPDX-License-Identifier: Apache-2.0
//
// Prints rows on the terminal and writes CSV.

#include "report.hpp"
#include "programs/command_line.hpp"
#include "../../common/text.hpp"

#include <fstream>

namespace study {
namespace {

using bench::numberText;
using bench::padded;

std::string line(const std::vector<std::pair<std::string, int>>& cells)
{
    std::string text;
    for (const auto& cell : cells)
        text += padded(cell.first, size_t(std::abs(cell.second)), cell.second > 0) + "  ";
    return text.erase(text.find_last_not_of(' ') + 1);
}

std::string oneLine(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string checkText(const Row& row)
{
    return row.reason.empty() ? row.check : row.check + ": " + oneLine(row.reason);
}

} // namespace

void printHeading(std::ostream& out, const Study& study)
{
    out << "\n"
        << study.name << ": " << study.title << "\n"
        << line({{"study", -11},
                 {"step", -26},
                 {"size", -20},
                 {"filter", -15},
                 {"ms", 10},
                 {"quartiles", 19},
                 {"Gpixel/s", 8},
                 {"x base", 7},
                 {"check", -5},
                 {"the study's claim", -1}})
        << std::endl;
}

void printRows(std::ostream& out, const std::vector<Row>& rows)
{
    for (const Row& row : rows)
    {
        std::vector<std::pair<std::string, int>> cells = {
            {row.study, -11}, {row.step, -26}, {row.size, -20}, {row.filter, -15}};
        if (!row.times.empty())
        {
            const double q1 = bench::quantile(row.times, 0.25), q3 = bench::quantile(row.times, 0.75);
            cells.insert(cells.end(), {{numberText(row.ms(), 4, "-"), 10},
                                       {cv::format("%.4f %.4f", q1, q3), 19},
                                       {numberText(row.gpixels(), 3, "-"), 8},
                                       {numberText(row.ratio(), 2, "-"), 7}});
        }
        cells.push_back({checkText(row), -5});
        cells.push_back({row.claim, -1});
        out << line(cells) << "\n";
    }
    out << std::flush;
}

void printVerdicts(std::ostream& out, const std::vector<Verdict>& verdicts)
{
    for (const Verdict& verdict : verdicts)
        out << "verdict: " << padded(textOf(verdict.answer), 13, false) << "  " << verdict.claim
            << (verdict.numbers.empty() ? "" : ": " + verdict.numbers) << "\n";
    out << std::flush;
}

void writeCsv(const std::string& file, const std::vector<Result>& results)
{
    std::ofstream out(file);
    out << "study,step,size,filter,clock,median_ms,q1_ms,q3_ms,min_ms,max_ms,repetitions,gpixels,base_ratio,check,"
           "reason,"
           "claim,how\n";
    const auto number = [](double value) { return std::isfinite(value) ? cv::format("%.6g", value) : std::string(); };
    for (const Result& result : results)
        for (const Row& row : result.rows.list())
        {
            out << row.study;
            for (const std::string& text : {row.step, row.size, row.filter})
                out << "," << bench::quoted(text);
            out << "," << (row.clock == Clock::Device ? "device" : "wall");
            for (double share : {0.5, 0.25, 0.75, 0., 1.})
                out << "," << number(bench::quantile(row.times, share));
            out << "," << row.times.size() << "," << number(row.gpixels()) << "," << number(row.ratio());
            for (const std::string& text : {row.check, oneLine(row.reason), row.claim, row.how})
                out << "," << bench::quoted(text);
            out << "\n";
        }
    out.close();
    if (!out)
        throw programs::UsageError("cannot write " + file);
}

} // namespace study
