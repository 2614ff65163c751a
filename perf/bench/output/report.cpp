// SPDX-License-Identifier: Apache-2.0
//
// The table and its summary.

#include "report.hpp"
#include "../../common/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace bench {
namespace {

std::string cell(const Column& column, const Row& row)
{
    return column.number ? numberText(column.number(row), column.decimals, "-") : column.text(row);
}

bool isEmpty(const Column& column, const std::vector<Row>& rows)
{
    return std::all_of(rows.begin(), rows.end(),
                       [&](const Row& row)
                       {
                           const std::string text = cell(column, row);
                           return text.empty() || text == "-";
                       });
}

//! Geometric mean and minimum of one ratio.
struct Ratios
{
    double logs = 0, minimum = std::numeric_limits<double>::infinity();
    int count = 0;

    void add(double ratio)
    {
        if (!(ratio > 0) || !std::isfinite(ratio))
            return;
        logs += std::log(ratio);
        minimum = std::min(minimum, ratio);
        count++;
    }
};

//! The row of the first variant for the same case.
const Row& firstOfCase(const std::vector<Row>& rows, const Row& row)
{
    return *std::find_if(rows.begin(), rows.end(),
                         [&](const Row& other)
                         {
                             return other.c.size == row.c.size && other.c.pixel.name == row.c.pixel.name &&
                                    other.c.ksize == row.c.ksize && other.c.kernel == row.c.kernel &&
                                    other.c.border.name == row.c.border.name && other.c.nans == row.c.nans;
                         });
}

void printRatios(std::ostream& out, const std::string& name, const std::map<std::string, Ratios>& kinds)
{
    size_t width = 0;
    for (const auto& kind : kinds)
        width = std::max(width, kind.first.size() + 2);
    for (const auto& kind : kinds)
        if (kind.second.count)
            out << padded(name, 32, false) << padded(kind.first, width, false)
                << cv::format("geomean %8.3f   min %8.3f   of %d rows\n",
                              std::exp(kind.second.logs / kind.second.count), kind.second.minimum, kind.second.count);
}

} // namespace

void printTable(std::ostream& out, const DeviceInfo& device, const Ceilings& ceilings, const std::vector<Row>& rows)
{
    out << device.name << ", " << device.vendor << ", " << device.version << ", driver " << device.driver << "\n"
        << "OpenCV " << CV_VERSION << cv::format("; ceilings: copy %.1f GB/s (", ceilings.copyGBs) << ceilings.copyBy
        << cv::format("), multiply-add %.3f TFLOP/s\n\n", ceilings.fmaTflops);
    std::vector<Column> shown = columns(ceilings);
    shown.erase(std::remove_if(shown.begin(), shown.end(),
                               [&](const Column& column) { return column.heading.empty() || isEmpty(column, rows); }),
                shown.end());
    std::vector<std::vector<std::string>> lines(1 + rows.size());
    std::vector<bool> right;
    for (const Column& column : shown)
    {
        right.push_back(bool(column.number));
        lines[0].push_back(column.heading);
        for (size_t i = 0; i < rows.size(); i++)
            lines[i + 1].push_back(cell(column, rows[i]));
    }
    printAligned(out, lines, right);
}

void printSummary(std::ostream& out, const Ceilings& ceilings, const std::vector<Row>& rows)
{
    const bool variants =
        std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.variant != rows.front().variant; });
    std::map<std::string, std::map<std::string, Ratios>> ratios; // by what is compared, then by kind of coefficients
    for (const Row& row : rows)
        for (const std::string& kind : {row.c.kernel, std::string("all")})
        {
            const std::string group = variants ? kind + "  " + (row.variant.empty() ? "default" : row.variant) : kind;
            ratios["stock / clconv, back to back"][group].add(row.stockWallUs / row.wallUs);
            ratios["stock / clconv, single"][group].add(row.stockSingleUs / row.singleUs);
            ratios["opencv-cpu / clconv"][group].add(row.opencvCpuUs / row.wallUs);
            if (variants)
                ratios["first variant / this, device"][group].add(firstOfCase(rows, row).bestUs() / row.bestUs());
            ratios["share of the roof"][group].add(row.roofShare(ceilings));
        }
    out << "\n";
    for (const auto& ratio : ratios)
        printRatios(out, ratio.first, ratio.second);
}

} // namespace bench
