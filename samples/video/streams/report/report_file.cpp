// SPDX-License-Identifier: Apache-2.0
//
// CSV and JSON.

#include "report_file.hpp"
#include "../../../common/support.hpp"

#include <fstream>
#include <utility>

namespace samples {

namespace {

std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (char c : text)
        result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

//! The figures of the whole run.
std::vector<std::pair<std::string, double>> runFigures(const Figures& figures)
{
    const Difference difference = figures.difference();
    return {{"seconds", figures.seconds},
            {"stream_count", double(figures.streams.size())},
            {"workers", figures.workers},
            {"frames_decoded", double(figures.decoded())},
            {"frames_delivered", double(figures.delivered())},
            {"frames_lost", double(figures.lost())},
            {"frames_per_second", figures.framesPerSecond()},
            {"steady_seconds", figures.steadySeconds},
            {"steady_frames_per_second", figures.steadyFramesPerSecond()},
            {"resident_mb_early", figures.earlyMegabytes()},
            {"resident_mb_end", figures.samples.empty() ? 0 : figures.samples.back().megabytes},
            {"resident_mb_max", figures.maxMegabytes()},
            {"frames_compared", double(difference.compared)},
            {"frames_that_differ", double(difference.frames)},
            {"values_that_differ", double(difference.values)},
            {"largest_difference", difference.largest}};
}

std::string csvRow(const std::string& subject, const std::string& source, int stage, const StageFigures& figures,
                   double share)
{
    return cv::format("%s,%s,%s,%lld,%.6f,%.4f,%.4f\n", subject.c_str(), quoted(source).c_str(), nameOf(stage),
                      static_cast<long long>(figures.frames), figures.seconds, figures.millisecondsPerFrame(), share);
}

//! cv::FileStorage escapes apostrophes, which JSON does not allow.
std::string validJson(const std::string& text)
{
    std::string result;
    for (size_t i = 0; i < text.size(); i++)
    {
        const bool escape = text[i] == '\\' && i + 1 < text.size();
        if (!escape || text[i + 1] != '\'')
            result += text[i];
        if (escape)
            result += text[++i];
    }
    return result;
}

void addStages(cv::FileStorage& storage, const StagesFigures& stages, const Figures& figures, bool all)
{
    storage << "stages"
            << "[";
    for (int stage = 0; stage < stageCount; stage++)
        storage << "{"
                << "stage" << nameOf(stage) << "frames" << double(stages[stage].frames) << "seconds"
                << stages[stage].seconds << "ms_per_frame" << stages[stage].millisecondsPerFrame() << "share"
                << (all ? figures.shares[stage] : stages[stage].seconds / std::max(figures.seconds, 1e-9)) << "}";
    storage << "]";
}

void addStream(cv::FileStorage& storage, const StreamFigures& stream, const Figures& figures)
{
    storage << "{"
            << "stream" << stream.index << "source" << stream.source << "file" << stream.file << "device"
            << stream.device << "worker" << stream.worker << "error" << stream.error << "width" << stream.size.width
            << "height" << stream.size.height << "frames_decoded" << double(stream.decoded) << "frames_delivered"
            << double(stream.delivered) << "frames_per_second" << stream.framesPerSecond << "limit"
            << nameOf(stream.limit.stage) << "limit_share" << stream.limit.share;
    addStages(storage, stream.stages, figures, false);
    storage << "}";
}

void addSamples(cv::FileStorage& storage, const Figures& figures)
{
    storage << "samples"
            << "[";
    for (const Sample& sample : figures.samples)
        storage << "{"
                << "seconds" << sample.seconds << "frames" << double(sample.frames) << "resident_mb" << sample.megabytes
                << "device_busy_seconds" << sample.deviceBusySeconds << "}";
    storage << "]";
}

} // namespace

void requireWritable(const std::string& file, const std::string& option)
{
    if (!file.empty() && !std::ofstream(file, std::ios::binary))
        throw UsageError(option + ": cannot be written: " + file);
}

void writeText(const std::string& file, const std::string& text, const std::string& option)
{
    std::ofstream stream(file, std::ios::binary);
    stream << text << std::flush;
    if (!stream)
        throw UsageError(option + ": cannot be written completely, is the disk full? " + file);
}

std::string reportAsCsv(const Figures& figures)
{
    std::string text = "stream,source,stage,frames,seconds,ms_per_frame,share\n";
    for (const StreamFigures& stream : figures.streams)
        for (int stage = 0; stage < stageCount; stage++)
            text += csvRow(std::to_string(stream.index), stream.source, stage, stream.stages[stage],
                           stream.stages[stage].seconds / std::max(figures.seconds, 1e-9));
    for (int stage = 0; stage < stageCount; stage++)
        text += csvRow("all", "", stage, figures.stages[stage], figures.shares[stage]);
    text += "\nfigure,value\n";
    text += "engine," + quoted(figures.engine) + "\nfilter," + quoted(figures.filter) + "\n";
    for (size_t i = 0; i < figures.devices.size(); i++)
        text += cv::format("device_%d,%s\ndevice_%d_busy_seconds,%.6f\n", int(i),
                           quoted(figures.devices[i].name).c_str(), int(i), figures.devices[i].busySeconds);
    text += cv::format("limit,%s\n", nameOf(figures.limit.stage));
    for (const auto& figure : runFigures(figures))
        text += cv::format("%s,%.10g\n", figure.first.c_str(), figure.second);
    return text;
}

std::string reportAsJson(const Figures& figures)
{
    cv::FileStorage storage(".json", cv::FileStorage::WRITE | cv::FileStorage::MEMORY);
    storage << "engine" << figures.engine << "filter" << figures.filter << "sink" << figures.sink << "limit"
            << nameOf(figures.limit.stage) << "limit_share" << figures.limit.share << "sentence"
            << limitSentence(figures);
    for (const auto& figure : runFigures(figures))
        storage << figure.first << figure.second;
    addStages(storage, figures.stages, figures, true);
    storage << "devices"
            << "[";
    for (const DeviceFigures& device : figures.devices)
        storage << "{"
                << "name" << device.name << "streams" << device.streams << "busy_seconds" << device.busySeconds << "}";
    storage << "]"
            << "streams"
            << "[";
    for (const StreamFigures& stream : figures.streams)
        addStream(storage, stream, figures);
    storage << "]";
    addSamples(storage, figures);
    return validJson(storage.releaseAndGetString());
}

} // namespace samples
