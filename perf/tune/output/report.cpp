// SPDX-License-Identifier: Apache-2.0
//
// Prints the table and writes the file.

#include "report.hpp"
#include "../../common/command_line.hpp"
#include "../../common/text.hpp"

#include <opencv2/clconv/version.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace tune {

using namespace cv::clconv;

void printTable(std::ostream& out, const bench::DeviceInfo& device, const Results& results)
{
    out << device.name << ", " << device.vendor << ", " << device.version << ", driver " << device.driver << "\n\n";
    std::vector<std::vector<std::string>> rows = {
        {"type", "K", "kernel", "size", "align", "library us", "best us", "gain %", "library", "best"}};
    for (const TypeResults& type : results.types)
        for (const Result& r : type.cells)
            rows.push_back({r.cell.c.pixel.name, std::to_string(r.cell.c.ksize), r.cell.c.kernel,
                            bench::nameOf(r.cell.c.size), std::to_string(r.cell.problem.rowAlignment),
                            bench::numberText(r.library.us, 1, "-"), bench::numberText(r.best.us, 1, "-"),
                            bench::numberText(100 * (r.library.us / r.best.us - 1), 1, "-"), r.library.implementation,
                            toString(r.best.implementation, r.best.params)});
    bench::printAligned(out, rows, {false, true, false, false, true, true, true, true, false, false});
}

std::vector<std::string> headOf(const bench::DeviceInfo& device, double margin)
{
    return {device.name + ", driver " + device.driver + ", clconv " CLCONV_VERSION ", OpenCV " CV_VERSION,
            std::string(device.cpu ? "wall" : "device") + " times; faster than the library by " +
                cv::format("%.0f %% or more", 100 * margin)};
}

std::string fileText(const std::vector<Line>& lines, const std::vector<std::string>& head)
{
    std::vector<TuningEntry> entries;
    std::vector<std::string> comments;
    for (const Line& line : lines)
    {
        entries.push_back(line.entry);
        comments.push_back(line.measured);
    }
    return tableText(head, entries, comments);
}

void writeFile(const std::string& path, const std::string& text)
{
    const std::string part = path + ".part";
    {
        std::ofstream file(part, std::ios::binary);
        file << text;
        file.flush();
        if (!file)
            throw bench::UsageError("cannot write " + part);
    }
    if (std::rename(part.c_str(), path.c_str()) != 0)
        throw bench::UsageError("cannot write " + path);
}

void installFile(const std::string& path, const std::string& text)
{
    namespace fs = std::filesystem;
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    const std::string fresh = path + ".new";
    writeFile(fresh, text);
    fs::permissions(fresh, fs::perms::group_write | fs::perms::others_write, fs::perm_options::remove, error);
    if (!error && fs::exists(path))
        fs::rename(path, path + ".before", error);
    if (!error)
        fs::rename(fresh, path, error);
    if (error)
        throw bench::UsageError("cannot write " + path + ": " + error.message());
}

} // namespace tune
