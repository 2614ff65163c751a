// SPDX-License-Identifier: Apache-2.0
//
// Each figure has a panel for each image size (columns) and kind of coefficients (rows), and in each panel a line for
// each pixel type over the kernel size. Of several variants or borders the first is drawn.

#include "plot.hpp"
#include "../options.hpp"
#include "../../common/gnuplot.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace bench {
namespace {

struct Figure
{
    std::string name, title, label;
    bool logarithmic;
    double line; //!< a horizontal line, for comparison
    std::function<double(const Row&)> value;
};

//! The data of a figure: the axes in the order of the grid, and the values.
struct Content
{
    std::vector<std::string> sizes, kinds, types;
    std::vector<int> ksizes;
    std::map<std::string, std::map<int, double>> lines; //!< by "size kind type", over the kernel's size
    double minValue = 1e30, maxValue = 0;

    //! In pixels; a single column is as wide as the title needs.
    cv::Size pictureSize() const
    {
        const int columns = int(sizes.size()), panel = columns == 1 ? 640 : 350;
        return cv::Size(100 + panel * columns, 130 + 290 * int(kinds.size()));
    }
};

//! A type has the same colour in every figure.
size_t styleOf(const std::string& type)
{
    size_t i = 0;
    while (i < gridTypes().size() && gridTypes()[i].name != type)
        i++;
    return i + 1;
}

//! The measured points of an axis of the grid.
template<typename T>
std::vector<std::string> measured(const std::vector<T>& axis, const std::set<std::string>& names)
{
    std::vector<std::string> kept;
    for (const T& point : axis)
        if (names.count(nameOf(point)))
            kept.push_back(nameOf(point));
    return kept;
}

Content collect(const Figure& figure, const std::vector<Row>& rows)
{
    Content content;
    std::set<std::string> kinds, types;
    std::set<std::pair<int, std::string>> sizes; // by area
    std::set<int> ksizes;
    for (const Row& row : rows)
    {
        const double value = figure.value(row);
        if (!std::isfinite(value))
            continue;
        const std::string size = nameOf(row.c.size), kind = row.c.kernel, type = row.c.pixel.name;
        content.lines[size + " " + kind + " " + type].emplace(row.c.ksize, value);
        content.minValue = std::min(content.minValue, value);
        content.maxValue = std::max(content.maxValue, value);
        sizes.insert({row.c.size.area(), size});
        kinds.insert(kind);
        types.insert(type);
        ksizes.insert(row.c.ksize);
    }
    for (const auto& size : sizes)
        content.sizes.push_back(size.second);
    content.kinds = measured(gridKernels(), kinds);
    content.types = measured(gridTypes(), types);
    content.ksizes.assign(ksizes.begin(), ksizes.end());
    return content;
}

//! Blocks separated by two empty lines, as gnuplot's `index` counts them.
void writeData(const std::string& file, const Content& content)
{
    std::ofstream out(file);
    for (const auto& line : content.lines)
    {
        out << "# " << line.first << "\n";
        for (const auto& point : line.second)
            out << point.first << " " << point.second << "\n";
        out << "\n\n";
    }
    if (!out)
        throw UsageError("cannot write " + file);
}

void writeStyle(std::ostream& out, const Figure& figure, const Content& content)
{
    const int points[] = {7, 5, 9, 6, 4, 11, 13};
    for (int i = 0; i < 7; i++)
        out << cv::format("set style line %d lc rgb '%s' lw 2 pt %d ps 0.8\n", i + 1, colours[size_t(i)].c_str(),
                          points[i]);
    out << "unset key\nset border 3 lc rgb '#666666'\nset grid ytics lc rgb '#dddddd' lw 1 lt 1\nset tics nomirror out "
           "scale 0.5\n"
        << "set logscale x 2\nset xrange [" << 0.88 * content.ksizes.front() << ":" << 1.13 * content.ksizes.back()
        << "]\nset xtics (";
    for (size_t i = 0; i < content.ksizes.size(); i++)
        out << (i ? ", " : "") << "'" << content.ksizes[i] << "' " << content.ksizes[i];
    out << ")\n";
    const double top = std::max(content.maxValue, figure.line);
    if (figure.logarithmic)
    {
        const double low = std::pow(2., std::floor(std::log2(std::min(content.minValue, figure.line)) - 0.1));
        out << "set logscale y 2\nset yrange [" << low << ":" << 1.2 * top << "]\nset ytics format '%g'\n";
    }
    else
        out << "set yrange [0:" << 1.05 * top << "]\n";
}

//! Labels, since gnuplot's own legend is never wider than one panel.
void writeLegend(std::ostream& out, const Content& content)
{
    const double width = content.pictureSize().width, height = content.pictureSize().height, step = 90;
    double x = width / 2 - step * double(content.types.size()) / 2 + 12;
    for (size_t type = 0; type < content.types.size(); type++, x += step)
        out << "set label " << 11 + type << " '" << content.types[type] << "' at screen " << x / width << ", screen "
            << 22 / height << " left point ls " << styleOf(content.types[type]) << " offset 1.2,0\n";
}

//! The curves of one panel.
void writePanel(std::ostream& out, const Figure& figure, const Content& content, const std::string& size,
                const std::string& kind)
{
    out << "set title '" << size << (content.kinds.size() > 1 ? ", " + kind : "") << "' font ',11'\n"
        << "plot " << figure.line << " with lines lc rgb '#888888' dt 2 lw 1.5";
    for (size_t type = 0; type < content.types.size(); type++)
    {
        const auto found = content.lines.find(size + " " + kind + " " + content.types[type]);
        if (found != content.lines.end())
            out << cv::format(", '%s.dat' index %d using 1:2 with linespoints ls %zu", figure.name.c_str(),
                              int(std::distance(content.lines.begin(), found)), styleOf(content.types[type]));
    }
    out << "\n";
}

void writePanels(std::ostream& out, const Figure& figure, const Content& content, const std::string& subtitle)
{
    const double width = content.pictureSize().width, height = content.pictureSize().height;
    out << "set multiplot layout " << content.kinds.size() << "," << content.sizes.size() << " margins screen "
        << 75 / width << "," << 1 - 25 / width << "," << 100 / height << "," << 1 - 105 / height << " spacing screen "
        << 60 / width << "," << 80 / height << "\n"
        << "set label 1 '" << figure.title << "' at screen 0.5, screen " << 1 - 24 / height
        << " center font ',15'\nset label 2 '" << subtitle << "' at screen 0.5, screen " << 1 - 50 / height
        << " center font ',10' tc rgb '#555555'\n";
    writeLegend(out, content);
    for (const std::string& kind : content.kinds)
        for (const std::string& size : content.sizes)
        {
            out << "set xlabel '" << (kind == content.kinds.back() ? "kernel size K (K×K taps)" : "") << "'\n"
                << "set ylabel '" << (size == content.sizes.front() ? figure.label : "") << "'\n";
            writePanel(out, figure, content, size, kind);
            out << "unset label\n"; // title and legend are drawn once
        }
    out << "unset multiplot\n";
}

Script makeScript(const Figure& figure, const Content& content, const std::string& subtitle)
{
    std::ostringstream settings, drawing;
    writeStyle(settings, figure, content);
    writePanels(drawing, figure, content, subtitle);
    return {figure.name, content.pictureSize(), settings.str(), drawing.str()};
}

std::vector<Figure> figures(const Ceilings& ceilings)
{
    return {{"speedup", "Speed-up over cv::filter2D on UMat", "stock time ÷ clconv time", true, 1,
             [](const Row& r) { return r.stockWallUs / r.wallUs; }},
            {"roof", "Share of the limits of memory and multiply-adds", "% of the nearer roof", false, 100,
             [=](const Row& r) { return 100 * r.roofShare(ceilings); }}};
}

} // namespace

void plot(const std::string& folder, const DeviceInfo& device, const Ceilings& ceilings, const std::vector<Row>& rows)
{
    const std::string subtitle = device.name + ", OpenCV " + CV_VERSION +
                                 cv::format("; measured ceilings: copy %.0f GB/s, multiply-add %.3g TFLOP/s",
                                            ceilings.copyGBs, ceilings.fmaTflops);
    std::vector<Script> scripts;
    for (const Figure& figure : figures(ceilings))
    {
        const Content content = collect(figure, rows);
        if (content.lines.empty())
            continue;
        writeData(folder + "/" + figure.name + ".dat", content);
        scripts.push_back(makeScript(figure, content, subtitle));
    }
    draw(folder, scripts);
}

} // namespace bench
