// SPDX-License-Identifier: Apache-2.0
//
// Columns and sums.

#include "table.hpp"

#include <algorithm>

namespace samples {

namespace {

const size_t sourceColumns = 20;

std::string shortened(const std::string& text)
{
    return text.size() <= sourceColumns ? text : text.substr(0, sourceColumns - 3) + "...";
}

std::string numberOrDash(int device)
{
    return device < 0 ? "-" : std::to_string(device);
}

std::string stateOf(const StreamFigures& stream)
{
    if (!stream.error.empty())
        return "failed";
    if (stream.ended)
        return "ended";
    return stream.total ? cv::format("%.0f %%", 100. * double(stream.delivered) / stream.total) : "runs";
}

std::string streamLine(const StreamFigures& stream)
{
    std::string line = cv::format("%6d  %-20s %6s %9lld %7s %9.1f ", stream.index, shortened(stream.source).c_str(),
                                  numberOrDash(stream.device).c_str(), static_cast<long long>(stream.delivered),
                                  stateOf(stream).c_str(), stream.framesPerSecond);
    line += cv::format(" %-14s", stream.limit.text().c_str());
    for (const StageFigures& stage : stream.stages)
        line += stage.frames ? cv::format(" %8.2f", stage.millisecondsPerFrame()) : "        -";
    return line;
}

double shareOf(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

//! Of the run, from 0 to 1; below 0 if it has no known end.
double progressOf(const Figures& figures, double secondsLimit)
{
    double frames = 0, total = 0;
    bool known = true;
    for (const StreamFigures& stream : figures.streams)
    {
        frames += double(stream.delivered);
        total += stream.ended ? double(stream.delivered) : stream.total;
        known = known && (stream.total || stream.ended);
    }
    const double byFrames = known && total > 0 ? frames / total : -1;
    const double byTime = secondsLimit > 0 ? figures.seconds / secondsLimit : -1;
    return std::min(1., std::max(byFrames, byTime));
}

std::string comparisonText(const Difference& difference)
{
    if (!difference.compared)
        return "";
    return cv::format("%lld frames compared: %lld differ, in %lld values, by at most %.0f of 255\n",
                      static_cast<long long>(difference.compared), static_cast<long long>(difference.frames),
                      static_cast<long long>(difference.values), difference.largest);
}

} // namespace

std::vector<std::string> tableLines(const Figures& figures, int maxStreams)
{
    std::string head = "stream  source               device    frames   state  frames/s  limit         ";
    for (int stage = 0; stage < stageCount; stage++)
        head += cv::format(" %8s", nameOf(stage));
    std::vector<std::string> lines = {head + "  (stages: ms a frame)"};
    const int count = int(figures.streams.size()), shown = std::min(count, maxStreams);
    for (int i = 0; i < shown; i++)
        lines.push_back(streamLine(figures.streams[size_t(i)]));
    if (shown < count)
        lines.push_back(cv::format("        and %d more streams", count - shown));
    for (size_t i = 0; i < figures.devices.size(); i++)
        lines.push_back(cv::format("device %d: %s, %d streams, filters %.0f %% of the time", int(i),
                                   figures.devices[i].name.c_str(), figures.devices[i].streams,
                                   shareOf(figures.devices[i].busySeconds, figures.seconds)));
    return lines;
}

std::string progressLine(const Figures& figures, double secondsLimit)
{
    const double progress = progressOf(figures, secondsLimit);
    double rate = 0;
    for (const StreamFigures& stream : figures.streams)
        rate += stream.framesPerSecond;
    return (progress >= 0 ? cv::format("%3.0f %%, ", 100 * progress) : std::string()) +
           cv::format("%.0f s, %lld frames, %.1f frames/s, limit: %s", figures.seconds,
                      static_cast<long long>(figures.delivered()), rate, figures.limit.text().c_str());
}

std::string summaryText(const Figures& figures)
{
    if (figures.delivered() == 0)
        return "\n" + limitSentence(figures) + "\n";
    std::string text = cv::format("\n%-9s %9s %10s %12s   %s\n", "stage", "frames", "ms/frame", "busy share",
                                  "of the time of its threads");
    for (int stage = 0; stage < stageCount; stage++)
        if (figures.stages[stage].frames)
            text += cv::format("%-9s %9lld %10.3f %10.0f %%\n", nameOf(stage),
                               static_cast<long long>(figures.stages[stage].frames),
                               figures.stages[stage].millisecondsPerFrame(), 100 * figures.shares[stage]);
    text += cv::format("\n%lld frames in %.1f s, %.1f frames/s; %lld lost", static_cast<long long>(figures.delivered()),
                       figures.seconds, figures.framesPerSecond(), static_cast<long long>(figures.lost()));
    if (figures.steadySeconds > 0)
        text += cv::format("; %.1f frames/s while all streams ran (%.1f s)", figures.steadyFramesPerSecond(),
                           figures.steadySeconds);
    text +=
        cv::format("\nresident memory %.0f MB early, %.0f MB at the end, %.0f MB at most\n", figures.earlyMegabytes(),
                   figures.samples.empty() ? 0 : figures.samples.back().megabytes, figures.maxMegabytes());
    return text + comparisonText(figures.difference()) + limitSentence(figures) + "\n";
}

} // namespace samples
