// SPDX-License-Identifier: Apache-2.0
//
// Writes gnuplot scripts that contain the data.

#include "chart.hpp"

#include <set>
#include <sstream>

namespace study {
namespace {

const int left = 75, panelHeight = 320, headHeight = 95; // of a figure, in pixels

//! Panels side by side, with space for a legend on the right or for long labels below.
struct Sheet
{
    int panels, panelWidth, below, right;

    cv::Size size() const { return cv::Size(left + panels * panelWidth + right, headHeight + panelHeight + below); }
    std::string open(const ChartText& text) const;
};

//! A single-quoted gnuplot string.
std::string gnuplotString(const std::string& text)
{
    std::string doubled;
    for (char c : text)
        doubled += c == '\'' ? std::string("''") : std::string(1, c);
    return "'" + doubled + "'";
}

std::string Sheet::open(const ChartText& text) const
{
    const double width = size().width, height = size().height;
    return cv::format("set multiplot layout 1,%d margins screen %g,%g,%g,%g spacing screen %g,0\n", panels,
                      left / width, 1 - right / width, below / height, 1 - headHeight / height, 45 / width) +
           "set label 1 " + gnuplotString(text.title) +
           cv::format(" at screen 0.5, screen %g center font ',15'\n", 1 - 22 / height) + "set label 2 " +
           gnuplotString(text.subtitle) +
           cv::format(" at screen 0.5, screen %g center font ',10' tc rgb '#555555'\n", 1 - 46 / height) +
           "set ylabel " + gnuplotString(text.y) + "\n";
}

const char* const closing = "unset multiplot\nunset label\n";
const char* const afterFirstPanel = "unset label\nunset ylabel\n"; // title, legend and y axis are drawn once

const char* const style = "unset key\nset border 3 lc rgb '#666666'\nset grid ytics lc rgb '#dddddd' lw 1 lt 1\n"
                          "set tics nomirror out scale 0.5\n";

//! 1, 2 and 5 times each power of ten in the range: powers alone would leave most short axes with one label.
std::string logarithmicTics(double minimum, double maximum)
{
    std::string tics;
    for (double power = std::pow(10, std::floor(std::log10(minimum))); power <= maximum; power *= 10)
        for (double step : {1., 2., 5.})
            if (power * step >= minimum && power * step <= maximum)
                tics += (tics.empty() ? "" : ",") + cv::format("%g", power * step);
    return "set ytics (" + tics + ")\n";
}

//! One for all panels, so that they can be compared.
std::string yAxis(const std::vector<double>& values, bool logarithmic)
{
    const double minimum = bench::quantile(values, 0) / 1.2, maximum = bench::quantile(values, 1) * 1.2;
    return logarithmic ? "set logscale y\n" + logarithmicTics(minimum, maximum) +
                             cv::format("set yrange [%g:%g]\n", minimum, maximum)
                       : cv::format("set yrange [0:%g]\n", maximum * 0.9);
}

std::string colourOf(size_t i)
{
    return "lc rgb '" + bench::colours[i % bench::colours.size()] + "'";
}

std::string pointOf(size_t i)
{
    const int points[] = {7, 5, 9, 6, 4, 11, 13, 8, 10, 12};
    return colourOf(i) + cv::format(" pt %d ps 0.8", points[i % 10]);
}

//! A step has the same colour and point in every panel; gnuplot's own legend would be no wider than one panel.
std::string legend(const std::vector<std::string>& steps, const Sheet& sheet)
{
    const double width = sheet.size().width, height = sheet.size().height;
    std::string text;
    for (size_t i = 0; i < steps.size(); i++)
        text += cv::format("set label %zu %s at screen %g, screen %g left point %s offset 1.2,0\n", 11 + i,
                           gnuplotString(steps[i]).c_str(), 1 - (sheet.right - 25) / width,
                           1 - (headHeight + 8 + 22 * double(i)) / height, pointOf(i).c_str());
    return text;
}

//! Labels the measured widths if there are few.
std::string widthAxis(const Rows& rows)
{
    std::set<int> widths;
    for (const Row& row : rows.list())
        widths.insert(row.width);
    std::string tics;
    for (int width : widths)
        tics += (tics.empty() ? "" : ",") + std::to_string(width);
    return cv::format("set xlabel 'filter width'\nset xrange [%d:%d]\n", *widths.begin() - 1, *widths.rbegin() + 1) +
           (widths.size() <= 10 ? "set xtics (" + tics + ")\n" : "");
}

//! Boxes side by side, with space at both ends.
std::string itemAxis(size_t items)
{
    return cv::format("set boxwidth 0.6\nset xrange [-0.7:%g]\n", double(items) - 0.3);
}

//! Width and value of a step's rows, one line each; also appends the values to `values`.
std::string pointsOf(const Rows& rows, const std::string& step, const std::string& size,
                     const std::function<double(const Row&)>& value, std::vector<double>& values)
{
    std::string points;
    for (const Row& row : rows.list())
        if (row.step == step && row.size == size && std::isfinite(value(row)))
        {
            points += cv::format("%d %g\n", row.width, value(row));
            values.push_back(value(row));
        }
    return points;
}

//! The name of a data block in the script.
std::string blockName(size_t panel, size_t series)
{
    return cv::format("$panel%zu_series%zu", panel, series);
}

} // namespace

std::function<double(const Row&)> percentOf(const Rows& rows, const std::string& step)
{
    return [&rows, step](const Row& row)
    {
        const Row* other = rows.find(step, row.size, row.filter);
        return other ? 100 * row.ms() / other->ms() : NAN;
    };
}

bench::Script lineChart(const ChartText& text, const Rows& rows, const std::vector<std::string>& steps,
                        const std::function<double(const Row&)>& value, bool logarithmic, double level)
{
    const std::vector<std::string> sizes = rows.sizes();
    const Sheet sheet = {int(sizes.size()), sizes.size() > 1 ? 320 : 560, 55, 230};
    std::ostringstream data, drawing;
    std::vector<double> values;
    drawing << sheet.open(text) << legend(steps, sheet);
    for (size_t p = 0; p < sizes.size(); p++)
    {
        std::string curves = std::isnan(level) ? "" : cv::format("%g with lines lc rgb '#888888' dt 2 lw 1.5", level);
        for (size_t s = 0; s < steps.size(); s++)
        {
            const std::string points = pointsOf(rows, steps[s], sizes[p], value, values);
            if (points.empty())
                continue;
            data << blockName(p, s) << " << EOD\n" << points << "EOD\n";
            curves += (curves.empty() ? "" : ", ") + blockName(p, s) + " using 1:2 with linespoints lw 2 " +
                      (s < bench::colours.size() ? "" : "dt 2 ") + pointOf(s);
        }
        drawing << "set title " << gnuplotString(sizes[p]) << " font ',11'\nplot " << curves << "\n" << afterFirstPanel;
    }
    drawing << closing;
    return {text.name, sheet.size(), style + yAxis(values, logarithmic) + widthAxis(rows) + data.str(), drawing.str()};
}

bench::Script barChart(const ChartText& text, const Rows& rows)
{
    const Sheet sheet = {1, 560, 130, 70};
    std::ostringstream data, drawing;
    std::vector<double> values;
    for (const Row& row : rows.list())
        if (row.ms() > 0)
        {
            data << "\"" << row.step << "\" " << row.gpixels() << "\n";
            values.push_back(row.gpixels());
        }
    drawing << sheet.open(text) << "plot $bars using 0:2:xtic(1) with boxes " << colourOf(0)
            << ", '' using 0:2:(sprintf('%.3g', $2)) with labels offset 0,0.7 font ',9'\n"
            << closing;
    return {text.name, sheet.size(),
            style + yAxis(values, false) + itemAxis(values.size()) +
                "set style fill solid 0.8\nset xtics rotate by -35\n$bars << EOD\n" + data.str() + "EOD\n",
            drawing.str()};
}

bench::Script boxChart(const ChartText& text, const Rows& rows)
{
    const std::vector<std::string> filters = rows.filters();
    const Sheet sheet = {int(filters.size()), 330, 190, 60};
    std::ostringstream data, drawing;
    std::vector<double> values;
    drawing << sheet.open(text);
    for (size_t p = 0; p < filters.size(); p++)
    {
        data << blockName(p, 0) << " << EOD\n";
        for (const Row& row : rows.list())
        {
            if (row.filter != filters[p] || row.times.empty())
                continue;
            data << "\"" << row.step << "\"";
            for (double share : {0., 0.25, 0.5, 0.75, 1.})
                data << " " << bench::quantile(row.times, share);
            data << "\n";
            values.insert(values.end(), row.times.begin(), row.times.end());
        }
        data << "EOD\n";
        drawing << "set title " << gnuplotString(filters[p]) << " font ',11'\nplot " << blockName(p, 0)
                << " using 0:3:2:6:5:xtic(1) with candlesticks whiskerbars " << colourOf(0)
                << ", '' using 0:4:4:4:4 with candlesticks lw 2 " << colourOf(1) << "\n"
                << afterFirstPanel;
    }
    drawing << closing;
    return {text.name, sheet.size(),
            style + yAxis(values, true) + itemAxis(rows.steps().size()) + "set xtics rotate by -60 font ',9'\n" +
                data.str(),
            drawing.str()};
}

} // namespace study
