// SPDX-License-Identifier: Apache-2.0
//
// The parts of the page.

#include "dashboard.hpp"
#include "style.hpp"
#include "svg.hpp"
#include "../../io/media.hpp"

#include <algorithm>
#include <ctime>

namespace samples {

namespace {

const size_t maxPictures = 16; // streams

std::string base64(const std::vector<uchar>& bytes)
{
    static const char* const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (size_t i = 0; i < bytes.size(); i += 3)
    {
        unsigned group = 0;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (i + k < bytes.size() ? bytes[i + k] : 0u);
        for (size_t k = 0; k < 4; k++)
            text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::string tile(const std::string& value, const std::string& name)
{
    return "<div><b>" + escaped(value) + "</b><span>" + escaped(name) + "</span></div>\n";
}

std::string number(int64 value)
{
    return cv::format("%lld", static_cast<long long>(value));
}

std::string tiles(const Figures& figures)
{
    const bool steady = figures.steadySeconds > 0;
    std::string text = "<div class=\"tiles\">\n";
    text += tile(cv::format("%.1f", steady ? figures.steadyFramesPerSecond() : figures.framesPerSecond()),
                 steady ? "frames/s while all streams ran" : "frames/s");
    text += tile(number(figures.delivered()), cv::format("frames in %.1f s", figures.seconds));
    text += tile(number(figures.lost()), "frames lost");
    text += tile(number(int64(figures.streams.size())), cv::format("streams, %d workers", figures.workers));
    text += tile(nameOf(figures.limit.stage), cv::format("busiest, %.0f %% of the time", 100 * figures.limit.share));
    text += tile(cv::format("%.0f MB", figures.maxMegabytes()), "resident memory at most");
    return text + "</div>\n";
}

//! Frames per second over the last samples, about a second.
Line throughput(const std::vector<Sample>& samples)
{
    const size_t span = 4;
    Line line{"all streams", {}};
    for (size_t i = 1; i < samples.size(); i++)
    {
        const Sample &from = samples[i - std::min(i, span)], &to = samples[i];
        if (to.seconds > from.seconds)
            line.points.push_back({to.seconds, double(to.frames - from.frames) / (to.seconds - from.seconds)});
    }
    return line;
}

std::vector<Line> busyLines(const Figures& figures)
{
    std::vector<Line> lines;
    for (size_t device = 0; device < figures.devices.size(); device++)
    {
        lines.push_back({cv::format("%d: %s", int(device), figures.devices[device].name.c_str()), {}});
        for (size_t i = 1; i < figures.samples.size(); i++)
        {
            const Sample &from = figures.samples[i - 1], &to = figures.samples[i];
            const double busy = to.deviceBusySeconds[device] - from.deviceBusySeconds[device];
            const double seconds = std::max(to.seconds - from.seconds, 1e-9);
            lines.back().points.push_back({to.seconds, std::min(100., 100 * busy / seconds)});
        }
    }
    return lines;
}

Line memory(const std::vector<Sample>& samples)
{
    Line line{"resident memory", {}};
    for (const Sample& sample : samples)
        line.points.push_back({sample.seconds, sample.megabytes});
    return line;
}

std::string stageChart(const Figures& figures)
{
    std::vector<Bar> bars;
    for (int stage = 0; stage < stageCount; stage++)
        if (figures.stages[stage].frames)
            bars.push_back({nameOf(stage), figures.shares[stage],
                            cv::format("%.0f %%, %.2f ms a frame", 100 * figures.shares[stage],
                                       figures.stages[stage].millisecondsPerFrame())});
    return barChart("Share of the time in which the threads of a stage are busy", bars);
}

std::string deviceTable(const Figures& figures)
{
    std::string text = "<div class=\"wide\"><table><tr><th>device</th><th class=\"name\">name</th><th>streams</th>"
                       "<th>filters, share of the time</th></tr>\n";
    for (size_t i = 0; i < figures.devices.size(); i++)
        text += cv::format("<tr><td>%d</td><td class=\"name\">%s</td><td>%d</td><td>%.0f %%</td></tr>\n", int(i),
                           escaped(figures.devices[i].name).c_str(), figures.devices[i].streams,
                           100 * figures.devices[i].busySeconds / std::max(figures.seconds, 1e-9));
    return text + "</table></div>\n";
}

std::string streamRow(const StreamFigures& stream)
{
    std::string text = cv::format("<tr><td>%d</td><td class=\"name\">%s</td><td>%s</td><td>%dx%d</td><td>%s</td>"
                                  "<td>%.1f</td><td class=\"name\">%s</td>",
                                  stream.index, escaped(stream.source).c_str(),
                                  stream.device < 0 ? "-" : std::to_string(stream.device).c_str(), stream.size.width,
                                  stream.size.height, number(stream.delivered).c_str(), stream.framesPerSecond,
                                  escaped(stream.limit.text()).c_str());
    for (const StageFigures& stage : stream.stages)
        text += stage.frames ? cv::format("<td>%.2f</td>", stage.millisecondsPerFrame()) : "<td>-</td>";
    text += "</tr>\n";
    if (!stream.error.empty())
        text += cv::format("<tr><td></td><td class=\"name bad\" colspan=\"%d\">%s</td></tr>\n", 6 + stageCount,
                           escaped(stream.error).c_str());
    return text;
}

std::string streamTable(const Figures& figures)
{
    std::string text = "<div class=\"wide\"><table><tr><th>stream</th><th class=\"name\">source</th><th>device</th>"
                       "<th>size</th><th>frames</th><th>frames/s</th><th class=\"name\">limit</th>";
    for (int stage = 0; stage < stageCount; stage++)
        text += cv::format("<th>%s</th>", nameOf(stage));
    text += "</tr>\n";
    for (const StreamFigures& stream : figures.streams)
        text += streamRow(stream);
    return text + "</table></div>\n<p class=\"muted\">Stages in ms a frame.</p>\n";
}

std::string image(const cv::Mat& picture, const std::string& text)
{
    return cv::format("<img alt=\"%s\" src=\"data:image/jpeg;base64,%s\"/>", escaped(text).c_str(),
                      base64(encodedPicture(picture)).c_str());
}

std::string pictures(const Figures& figures)
{
    std::string text;
    for (size_t i = 0; hasMedia() && i < std::min(figures.streams.size(), maxPictures); i++)
    {
        const StreamFigures& stream = figures.streams[i];
        if (stream.before.empty())
            continue;
        const std::string name = cv::format("stream %d, %s", stream.index, stream.source.c_str());
        text += "<figure><div class=\"pair\">" + image(stream.before, name + ", before") +
                image(stream.after, name + ", after") + "</div><span class=\"muted\">" + escaped(name) +
                "</span></figure>\n";
    }
    return text.empty() ? "" : "<h2>Before and after</h2>\n<div class=\"pictures\">\n" + text + "</div>\n";
}

//! When, with what and how.
std::string about(const Figures& figures)
{
    const std::time_t now = std::time(nullptr);
    char date[32] = "";
    std::strftime(date, sizeof(date), "%Y-%m-%d %H:%M", std::localtime(&now));
    return cv::format("<p class=\"muted\">%s; engine %s; sink %s<br/>%s, OpenCV %s: <code>%s</code></p>\n",
                      escaped(figures.filter).c_str(), escaped(figures.engine).c_str(), escaped(figures.sink).c_str(),
                      date, CV_VERSION, escaped(figures.command).c_str());
}

std::string comparison(const Difference& difference)
{
    if (!difference.compared)
        return "";
    return cv::format("<p>%s frames compared: %s differ, in %s values, by at most %.0f of 255.</p>\n",
                      number(difference.compared).c_str(), number(difference.frames).c_str(),
                      number(difference.values).c_str(), difference.largest);
}

} // namespace

std::string dashboard(const Figures& figures)
{
    return std::string("<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"><head>"
                       "<meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width\"/>"
                       "<title>clconv streams</title>\n<style>") +
           dashboardStyle() + "</style></head>\n<body>\n<h1>clconv streams</h1>\n" + about(figures) + tiles(figures) +
           "<p>" + escaped(limitSentence(figures)) + ".</p>\n" + comparison(figures.difference()) + pictures(figures) +
           "<h2>Over time</h2>\n<div class=\"charts\">\n" +
           lineChart("Throughput", "frames/s", {throughput(figures.samples)}, 1) +
           lineChart("Filters on each device", "% of the time", busyLines(figures), 100) +
           lineChart("Resident memory", "MB", {memory(figures.samples)}, 1) + stageChart(figures) +
           "</div>\n<h2>Devices</h2>\n" + deviceTable(figures) + "<h2>Streams</h2>\n" + streamTable(figures) +
           "</body></html>\n";
}

} // namespace samples
