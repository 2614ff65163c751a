// SPDX-License-Identifier: Apache-2.0
//
// Building the pipeline, and its figures.

#include "pipeline.hpp"
#include "../../../common/support.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <algorithm>

namespace samples {

namespace {

std::vector<StreamDevice> devicesFor(const StreamsOptions& options)
{
    if (options.engine == "opencv-cpu")
        return {{"host", {}}};
    return openDevices(options.devices);
}

void requireSameKind(const std::vector<StreamDevice>& devices)
{
    for (const StreamDevice& device : devices)
        if (device.name != devices[0].name)
            throw UsageError("--verify is for devices of the same kind, which give the same bits; --engine=compare "
                             "compares others");
}

} // namespace

Pipeline::Pipeline(const StreamsOptions& options, RunControl& control) :
    work_{options.engine, options.chain, options.compares}, control_(control)
{
    const std::vector<StreamDevice> devices = devicesFor(options);
    if (options.verifies)
        requireSameKind(devices);
    if (!options.folder.empty() && !cv::utils::fs::createDirectories(options.folder))
        throw UsageError("--sink: the folder cannot be made: " + options.folder);
    const int streamsOfDevice = (options.streams + int(devices.size()) - 1) / int(devices.size());
    const size_t frames = size_t(options.streams) * size_t(options.depth + 1); // with one that ends each stream
    placement_ = std::make_unique<Placement>(devices, work_, std::min(options.workers, streamsOfDevice), frames);
    for (const StreamDevice& device : devices)
        described_.devices.push_back({device.name, 0, 0});
    described_.engine = options.compares ? "compare" : options.engine;
    described_.filter = work_.chain.title();
    described_.sink = options.folder.empty() ? "none" : options.folder;
    described_.workers = placement_->workerCount();
    for (int stream = 0; stream < options.streams; stream++)
        addStream(options, stream);
}

std::unique_ptr<FrameCheck> Pipeline::makeCheck(const StreamsOptions& options) const
{
    if (options.compares)
        return makeHostCheck(work_.chain);
    return options.verifies ? makeDeviceCheck(work_, placement_->opened(0).context) : nullptr;
}

void Pipeline::addStream(const StreamsOptions& options, int index)
{
    StreamChoice choice;
    choice.index = index;
    choice.source.input = options.sources[size_t(index) % options.sources.size()];
    if (isSynthetic(choice.source.input) || isCamera(choice.source.input))
        choice.source.size = options.inputSize;
    choice.source.frames = options.frames;
    choice.source.drawnAhead = true;
    choice.source.first = index;
    choice.frames = options.frames;
    choice.depth = options.depth;
    if (!options.folder.empty())
        choice.file = cv::utils::fs::join(options.folder, cv::format("stream%02d.mp4", index));
    for (const std::string& source : options.sources) // any: another stream's would be gone before it is read
        refuseOverwriting(source, choice.file);
    streams_.push_back(std::make_unique<Stream>(choice, *placement_, makeCheck(options), control_));
}

void Pipeline::start()
{
    for (const auto& stream : streams_)
        stream->start();
}

bool Pipeline::ended() const
{
    return std::all_of(streams_.begin(), streams_.end(), [](const auto& stream) { return stream->ended(); });
}

Figures Pipeline::figures() const
{
    Figures figures = described_;
    for (const auto& stream : streams_)
    {
        figures.streams.push_back(stream->figures());
        if (figures.streams.back().device >= 0)
            figures.devices[size_t(figures.streams.back().device)].streams++;
    }
    for (int device = 0; device < placement_->deviceCount(); device++)
        figures.devices[size_t(device)].busySeconds = placement_->busySeconds(device);
    figures.seconds = control_.seconds();
    summarize(figures);
    return figures;
}

bool Pipeline::differs() const
{
    return std::any_of(streams_.begin(), streams_.end(),
                       [](const auto& stream)
                       { return stream->figures().difference.largest > stream->allowedDifference(); });
}

} // namespace samples
