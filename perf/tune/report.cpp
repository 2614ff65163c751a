// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Prints the table and writes the file.

#include "report.hpp"
#include "../common/command_line.hpp"
#include "../common/text.hpp"
#include "../bench/output/row.hpp"

#include <algorithm>
#include <fstream>

namespace tune
{
namespace
{

bool isEntry(const Result& result, const std::vector<Entry>& entries)
{
    for (const Entry& entry : entries)
        for (const auto& covered : entry.covers)
            if (covered.first == &result)
                return true;
    return false;
}

std::string us(double value)
{
    return bench::numberText(value > 0 ? value : std::nan(""), 1, "-");
}

} // namespace

void printTable(std::ostream& out, const bench::DeviceInfo& device, const std::vector<Result>& results,
                const std::vector<Entry>& entries)
{
    out << device.name << ", " << device.vendor << ", " << device.version << ", driver " << device.driver << "\n\n";
    std::vector<std::vector<std::string>> lines = {
        {"type", "K", "kernel", "implementation", "default us", "best us", "gain %", "sets", "entry", "best"}};
    for (const Result& r : results)
        lines.push_back({r.c.pixel.name, std::to_string(r.c.ksize), r.c.kernel,
                         r.implementation + (r.taken ? " *" : ""), us(r.ownUs), us(r.bestUs),
                         bench::numberText(r.ownUs > 0 ? 100 * r.gain() : std::nan(""), 1, "-"),
                         std::to_string(r.tried), isEntry(r, entries) ? "yes" : "",
                         r.wrong.empty() ? cv::clconv::toString(r.minimal) : "WRONG outputs"});
    bench::printAligned(out, lines, {false, true, false, false, true, true, true, true, false, false});
    out << "* the library's own choice\n";
}

std::vector<std::string> headOf(const bench::DeviceInfo& device, const std::vector<cv::Size>& sizes, double margin)
{
    std::string images;
    for (const cv::Size& size : sizes)
        images += (images.empty() ? "" : " ") + bench::nameOf(size);
    return {device.name + ", driver " + device.driver + ", clconv " CLCONV_VERSION ", OpenCV " CV_VERSION,
            std::string(device.cpu ? "wall" : "device") + " times, geometric means over " + images +
                cv::format("; faster by %.0f %% or more", 100 * margin)};
}

void writeFile(const std::string& path, const std::string& text)
{
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.flush();
    if (!file)
        throw bench::UsageError("cannot write " + path);
}

} // namespace tune
