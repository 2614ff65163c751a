// SPDX-License-Identifier: Apache-2.0
//
// Writes result files (CSV, JSON) and reads the CSV of peers.

#include "../options.hpp"
#include "report.hpp"

#include <opencv2/core/persistence.hpp>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>

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
    const std::vector<Column> list = columns(ceilings, rows);
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

bool matches(const Row& row, const std::vector<std::string>& cells)
{
    return row.c.border.type == cv::BORDER_REPLICATE && !row.c.nans && nameOf(row.c.size) == cells[1] &&
           row.c.pixel.name == cells[2] && std::to_string(row.c.ksize) == cells[3];
}

} // namespace

void joinPeers(const std::string& file, std::vector<Row>& rows)
{
    std::ifstream in(file);
    if (!in)
        throw UsageError("--join: cannot read " + file);
    int joined = 0;
    for (std::string line; std::getline(in, line);)
    {
        std::vector<std::string> cells;
        std::istringstream stream(line);
        for (std::string part; std::getline(stream, part, ',');)
            cells.push_back(part);
        const double us = cells.size() == 5 ? std::atof(cells[4].c_str()) : 0;
        if (!(us > 0))
            continue; // the heading, or a comment
        for (Row& row : rows)
            if (matches(row, cells))
            {
                row.peers[cells[0]] = us;
                joined++;
            }
    }
    if (!joined)
        std::cerr << "--join: no row of " << file
                  << " matches a measured one; peers are compared with border replicate\n";
}

void writeCsv(const std::string& file, const Ceilings& ceilings, const std::vector<Row>& rows)
{
    std::ofstream out(file);
    const std::vector<Column> list = columns(ceilings, rows);
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
