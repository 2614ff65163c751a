// SPDX-License-Identifier: Apache-2.0
//
// Writes the rows as CSV.

#include "../options.hpp"
#include "report.hpp"

#include <cmath>
#include <fstream>

namespace bench {
namespace {

std::string fileCell(const Column& column, const Row& row)
{
    if (!column.number)
        return quoted(column.text(row));
    const double value = column.number(row);
    return std::isfinite(value) ? cv::format("%.6g", value) : "";
}

} // namespace

void writeCsv(const std::string& file, const Ceilings& ceilings, const std::vector<Row>& rows)
{
    std::ofstream out(file);
    const std::vector<Column> list = columns(ceilings);
    std::string line;
    for (const Column& column : list)
        line += column.name.empty() ? "" : (line.empty() ? "" : ",") + column.name;
    out << line << "\n";
    for (const Row& row : rows)
    {
        line.clear();
        for (const Column& column : list)
            line += column.name.empty() ? "" : (line.empty() ? "" : ",") + fileCell(column, row);
        out << line << "\n";
    }
    out.close();
    if (!out)
        throw UsageError("cannot write " + file);
}

} // namespace bench
