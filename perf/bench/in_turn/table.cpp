// SPDX-License-Identifier: Apache-2.0
//
// Prints columns and loops over cases.

#include "table.hpp"
#include "../../common/statistics.hpp"
#include "../../common/text.hpp"

#include <cmath>
#include <iostream>

namespace bench {
namespace {

typedef std::vector<std::string> Cells;

void printCells(std::ostream& out, const Cells& cells, const char* separator, const char* widths)
{
    for (size_t i = 0; i < cells.size(); i++)
        out << (i ? separator : "") << (*widths ? cv::format(widths, cells[i].c_str()) : quoted(cells[i]));
    out << std::endl;
}

void printTo(std::ostream& csv, const Cells& inFile, const Cells& inTerminal)
{
    printCells(std::cout, inTerminal, " ", "%10s");
    printCells(csv, inFile, ",", "");
}

Cells joined(std::initializer_list<Cells> parts)
{
    Cells all;
    for (const Cells& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

std::string inMicroseconds(const std::vector<double>& times)
{
    const double value = median(times);
    return std::isfinite(value) ? cv::format("%.1f", value) : std::string();
}

} // namespace

Table::Table(const Options& options, const Comparison& compared) :
    compared_(compared), csv_(options.csv.empty() ? "/dev/null" : options.csv)
{
    const std::string &one = compared.one, &other = compared.other;
    const bool both = compared.namesBoth;
    std::cout << compared.title << ", medians of " << options.rounds << " rounds\n";
    printTo(csv_,
            joined({{"size", "type", "ksize", "kernel", compared.counted, "variant", "implementation"},
                    both ? Cells{other + "_implementation"} : Cells(),
                    {one + "_us", other + "_us", "ratio", one + "_device_us", other + "_device_us", "check"}}),
            joined({{"size", "type", "K", "kernel", compared.counted, "variant"},
                    both ? Cells{one + " by", other + " by"} : Cells{"ran"},
                    {one + " us", other + " us", "ratio", "device us", "device us", "check"}}));
}

void Table::addRow(const Case& c, const Method& one, const Method& other, bool correct)
{
    const Cells row = joined(
        {{nameOf(c.size), c.pixel.name, nameOf(c.ksize), c.kernel, std::to_string(compared_.count), one.force, one.ran},
         compared_.namesBoth ? Cells{other.ran} : Cells(),
         {inMicroseconds(one.wall), inMicroseconds(other.wall),
          cv::format("%.3f", median(one.wall) / median(other.wall)), inMicroseconds(one.device),
          inMicroseconds(other.device), correct ? "ok" : "bad"}});
    printTo(csv_, row, row);
    correct_ = correct_ && correct;
}

int measureTable(const Options& options, const Comparison& compared, const MeasureCase& measure)
{
    Table table(options, compared);
    for (const Case& c : options.cases)
        for (const std::string& force : options.forces.empty() ? std::vector<std::string>{""} : options.forces)
            measure(c, force, table);
    return table.isCorrect() ? 0 : 1;
}

} // namespace bench
