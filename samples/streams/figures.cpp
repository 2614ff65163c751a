// SPDX-License-Identifier: Apache-2.0
//
// Sums, shares and limits.

#include "figures.hpp"

#include <algorithm>

namespace samples {

namespace {

//! Whether the stage belongs to a worker; the others have a thread for each stream.
bool isWorkers(int stage)
{
    return stage == uploadStage || stage == filterStage || stage == downloadStage;
}

std::string stateOf(const StreamFigures& stream)
{
    return !stream.error.empty() ? "failed" : stream.ended ? "ended" : "runs";
}

double millisecondsPerFrame(const StreamFigures& stream, int stage)
{
    return 1000 * stream.seconds[size_t(stage)] / double(std::max<int64>(stream.delivered, 1));
}

size_t limitOf(const StageValues& shares)
{
    return size_t(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

//! The end of the text, where names of files differ.
std::string shortened(const std::string& text, size_t length)
{
    return text.size() <= length ? text : "..." + text.substr(text.size() - (length - 3));
}

std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (char c : text)
        result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

} // namespace

int64 Figures::delivered() const
{
    int64 sum = 0;
    for (const StreamFigures& stream : streams)
        sum += stream.delivered;
    return sum;
}

int64 Figures::lost() const
{
    int64 sum = 0;
    for (const StreamFigures& stream : streams)
        if (stream.error.empty() && stream.ended)
            sum += stream.decoded - stream.delivered;
    return sum;
}

StageValues Figures::shares() const
{
    StageValues shares{};
    for (size_t stage = 0; stage < stageCount; stage++)
    {
        for (const StreamFigures& stream : streams)
            shares[stage] += stream.seconds[stage];
        const double threads = isWorkers(int(stage)) ? workers : double(streams.size());
        shares[stage] /= std::max(seconds * threads, 1e-9);
    }
    return shares;
}

std::string limitText(const Figures& figures)
{
    const StageValues shares = figures.shares();
    const size_t limit = limitOf(shares);
    return cv::format("%s %.0f %%", nameOf(int(limit)), 100 * shares[limit]);
}

std::string limitSentence(const Figures& figures)
{
    if (figures.delivered() == 0)
        return "no frame came to its end";
    const StageValues shares = figures.shares();
    const int limit = int(limitOf(shares));
    const double percent = 100 * shares[size_t(limit)];
    if (percent < 50)
        return cv::format("no stage limits: the busiest is %s, %.0f %% of the time", nameOf(limit), percent);
    std::string text = cv::format("%s limits: its threads are busy %.0f %% of the time", nameOf(limit), percent);
    if (limit != filterStage)
        text += cv::format(", those of the filter %.0f %%", 100 * shares[filterStage]);
    if (limit == decodeStage || limit == encodeStage)
        text += "; --source=synthetic --sink=none shows the filter without both";
    return text;
}

std::string summaryText(const Figures& figures)
{
    std::string text = cv::format("%6s  %-24s %-6s %9s", "stream", "source", "state", "frames");
    for (int stage = 0; stage < stageCount; stage++)
        text += cv::format(" %8s", nameOf(stage));
    text += "  ms a frame, device\n";
    for (size_t i = 0; i < figures.streams.size(); i++)
    {
        const StreamFigures& stream = figures.streams[i];
        text += cv::format("%6d  %-24s %-6s %9lld", int(i), shortened(stream.source, 24).c_str(),
                           stateOf(stream).c_str(), static_cast<long long>(stream.delivered));
        for (int stage = 0; stage < stageCount; stage++)
            text += cv::format(" %8.2f", millisecondsPerFrame(stream, stage));
        text += "  " + stream.device + "\n";
    }
    text += cv::format("%-48s", "        busy, of the time of the stage's threads");
    for (double share : figures.shares())
        text += cv::format(" %6.0f %%", 100 * share);
    return text +
           cv::format("\n\n%lld frames in %.1f s, %.1f frames/s; %lld lost\n",
                      static_cast<long long>(figures.delivered()), figures.seconds,
                      double(figures.delivered()) / std::max(figures.seconds, 1e-9),
                      static_cast<long long>(figures.lost())) +
           limitSentence(figures) + "\n";
}

std::string csvHead()
{
    std::string text = "seconds,workers,stream,source,device,error,decoded,delivered";
    for (int stage = 0; stage < stageCount; stage++)
        text += cv::format(",%s_seconds", nameOf(stage));
    return text + "\n";
}

std::string csvRows(const Figures& figures)
{
    std::string text;
    for (size_t i = 0; i < figures.streams.size(); i++)
    {
        const StreamFigures& stream = figures.streams[i];
        text += cv::format("%.3f,%d,%d,%s,%s,%s,%lld,%lld", figures.seconds, figures.workers, int(i),
                           quoted(stream.source).c_str(), quoted(stream.device).c_str(), quoted(stream.error).c_str(),
                           static_cast<long long>(stream.decoded), static_cast<long long>(stream.delivered));
        for (double seconds : stream.seconds)
            text += cv::format(",%.6f", seconds);
        text += "\n";
    }
    return text;
}

} // namespace samples
