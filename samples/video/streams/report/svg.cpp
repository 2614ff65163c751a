// SPDX-License-Identifier: Apache-2.0
//
// Drawing charts.

#include "svg.hpp"

#include <algorithm>
#include <cmath>

namespace samples {

namespace {

// Sizes in units of the view box.
const int width = 900, lineHeight = 160, left = 64, right = 16, top = 14, bottom = 34;
const int barHeight = 22, barDistance = 32, barLeft = 110, barRight = 190;
const int colours = 6; // classes c0 to c5

std::string svgHead(const std::string& title, int height)
{
    return cv::format("<svg viewBox=\"0 0 %d %d\" role=\"img\"><title>%s</title>\n", width, height,
                      escaped(title).c_str());
}

std::string textAt(double x, double y, const std::string& anchor, const std::string& text)
{
    return cv::format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor.c_str(),
                      escaped(text).c_str());
}

//! Maps values to the area of a line chart.
struct Axes
{
    double xEnd, yEnd;

    double x(double value) const { return left + value / xEnd * (width - left - right); }
    double y(double value) const { return lineHeight - bottom - value / yEnd * (lineHeight - top - bottom); }
};

std::string grid(const Axes& axes)
{
    std::string text;
    const double yStep = tickDistance(axes.yEnd), xStep = tickDistance(axes.xEnd);
    for (int i = 0; i * yStep <= axes.yEnd * 1.0001; i++)
    {
        const double y = axes.y(i * yStep);
        text += cv::format("<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>\n", left, y,
                           width - right, y);
        text += textAt(left - 8, y + 4, "end", cv::format("%g", i * yStep));
    }
    for (int i = 0; i * xStep <= axes.xEnd * 1.0001; i++)
        text += textAt(axes.x(i * xStep), lineHeight - bottom + 18, "middle", cv::format("%g s", i * xStep));
    return text;
}

std::string legend(const std::vector<Line>& lines)
{
    if (lines.size() < 2)
        return "";
    std::string text = "<p class=\"legend\">";
    for (size_t i = 0; i < lines.size(); i++)
        text += cv::format("<span><svg class=\"key\" viewBox=\"0 0 20 8\"><line class=\"c%d\" x1=\"0\" y1=\"4\" "
                           "x2=\"20\" y2=\"4\"/></svg> %s</span>\n",
                           int(i) % colours, escaped(lines[i].name).c_str());
    return text + "</p>\n";
}

} // namespace

std::string escaped(const std::string& text)
{
    std::string result;
    for (char c : text)
        switch (c)
        {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default: result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
        }
    return result;
}

double tickDistance(double value)
{
    const double rough = std::max(value, 1e-9) / 5, power = std::pow(10, std::floor(std::log10(rough)));
    for (double factor : {1., 2., 5.})
        if (rough <= factor * power)
            return factor * power;
    return 10 * power;
}

std::string lineChart(const std::string& title, const std::string& unit, const std::vector<Line>& lines, double yTop)
{
    Axes axes{1e-3, yTop};
    for (const Line& line : lines)
        for (const cv::Point2d& point : line.points)
        {
            axes.xEnd = std::max(axes.xEnd, point.x);
            axes.yEnd = std::max(axes.yEnd, point.y);
        }
    const double step = tickDistance(axes.yEnd);
    axes.yEnd = std::ceil(axes.yEnd / step - 1e-9) * step;
    std::string text = "<figure><figcaption>" + escaped(title) + ", " + escaped(unit) + "</figcaption>\n" +
                       svgHead(title, lineHeight) + grid(axes);
    for (size_t i = 0; i < lines.size(); i++)
    {
        text += cv::format("<polyline class=\"c%d\" points=\"", int(i) % colours);
        for (const cv::Point2d& point : lines[i].points)
            text += cv::format("%.1f,%.1f ", axes.x(point.x), axes.y(point.y));
        text += "\"/>\n";
    }
    return text + "</svg>\n" + legend(lines) + "</figure>\n";
}

std::string barChart(const std::string& title, const std::vector<Bar>& bars)
{
    std::string text = "<figure><figcaption>" + escaped(title) + "</figcaption>\n" +
                       svgHead(title, int(bars.size()) * barDistance + 8);
    const int full = width - barLeft - barRight;
    for (size_t i = 0; i < bars.size(); i++)
    {
        const double y = 4 + double(i) * barDistance, share = std::min(std::max(bars[i].share, 0.), 1.);
        text += textAt(barLeft - 10, y + 16, "end", bars[i].name);
        text += cv::format("<rect class=\"track\" x=\"%d\" y=\"%.0f\" width=\"%d\" height=\"%d\"/>\n", barLeft, y, full,
                           barHeight);
        text += cv::format("<rect class=\"bar\" x=\"%d\" y=\"%.0f\" width=\"%.1f\" height=\"%d\"/>\n", barLeft, y,
                           share * full, barHeight);
        text += textAt(barLeft + full + 10, y + 16, "start", bars[i].text);
    }
    return text + "</svg></figure>\n";
}

} // namespace samples
