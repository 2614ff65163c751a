// SPDX-License-Identifier: Apache-2.0
//
// Writes result files: CSV, JSON.

#include "../options.hpp"
#include "report.hpp"

#include <opencv2/clconv/version.hpp>
#include <opencv2/core/persistence.hpp>

#include <cmath>
#include <ctime>
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

std::string today()
{
    char text[32];
    const std::time_t now = std::time(nullptr);
    std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", std::gmtime(&now));
    return text;
}

void writeRows(cv::FileStorage& file, const Ceilings& ceilings, const std::vector<Row>& rows)
{
    const std::vector<Column> list = columns(ceilings);
    file << "rows"
         << "[";
    for (const Row& row : rows)
    {
        file << "{";
        for (const Column& column : list)
        {
            if (column.name.empty())
                continue;
            if (!column.number)
                file << column.name << column.text(row);
            else if (std::isfinite(column.number(row)))
                file << column.name << column.number(row);
        }
        file << "}";
    }
    file << "]";
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

void writeJson(const std::string& file, const DeviceInfo& device, const Ceilings& ceilings,
               const std::vector<Row>& rows)
{
    cv::FileStorage out(file, cv::FileStorage::WRITE | cv::FileStorage::FORMAT_JSON);
    if (!out.isOpened())
        throw UsageError("cannot write " + file);
    out << "device" << device.name << "vendor" << device.vendor << "opencl" << device.version << "driver"
        << device.driver << "opencv" << CV_VERSION << "clconv" << CLCONV_VERSION << "date" << today();
    out << "ceilings"
        << "{"
        << "copy_gbps" << ceilings.copyGBs << "copy_by" << ceilings.copyBy << "fma_tflops" << ceilings.fmaTflops << "}";
    writeRows(out, ceilings, rows);
}

} // namespace bench
