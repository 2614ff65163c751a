// SPDX-License-Identifier: Apache-2.0
//
// clconv_streams: filters several videos at a time on all OpenCL devices, with stages that overlap.

#include "devices.hpp"
#include "options.hpp"
#include "pipeline/stream.hpp"
#include "../common/progress.hpp"
#include "../common/video_program.hpp"
#include "programs/command_line.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace samples { namespace {

const auto betweenLooks = std::chrono::milliseconds(50);
const double secondsBetweenRows = 0.5;

//! Streams are dealt out to the devices in turn, and on each device to its workers in turn.
class Pipeline
{
public:
    //! Opens the devices.
    //! @throws UsageError without a device, and where a file would overwrite another one
    Pipeline(const StreamsOptions& options, RunControl& control) : control_(control)
    {
        const std::vector<StreamDevice> devices =
            options.engine == "opencv-cpu" ? std::vector<StreamDevice>{{"host", {}}} : openDevices(options.devices);
        if (!options.folder.empty() && !cv::utils::fs::createDirectories(options.folder))
            throw programs::UsageError("--sink: the folder cannot be made: " + options.folder);
        for (int stream = 0; stream < options.streams; stream++)
            choices_.push_back(choiceOf(options, stream));
        const int workers = std::min(int(devices.size()) * options.workers, options.streams);
        const size_t frames = size_t(options.streams) * size_t(options.depth + 1); // with one that ends each stream
        for (int worker = 0; worker < workers; worker++)
        {
            const StreamDevice& device = devices[size_t(worker) % devices.size()];
            workers_.emplace_back(new Worker(frameWork(options.engine, options.chain, device.context), frames));
            places_.push_back({device.name, device.context, workers_.back().get()});
        }
    }

    void start()
    {
        for (const StreamChoice& choice : choices_)
            streams_.emplace_back(new Stream(choice, places_[size_t(choice.index) % places_.size()], control_));
    }

    Figures figures() const
    {
        Figures figures;
        figures.seconds = control_.seconds();
        figures.workers = int(workers_.size());
        for (const auto& stream : streams_)
            figures.streams.push_back(stream->figures());
        return figures;
    }

private:
    static StreamChoice choiceOf(const StreamsOptions& options, int index)
    {
        StreamChoice choice;
        choice.index = index;
        choice.source.input = options.sources[size_t(index) % options.sources.size()];
        if (isSynthetic(choice.source.input) || isCamera(choice.source.input))
            choice.source.size = options.inputSize;
        choice.source.frames = choice.frames = options.frames;
        choice.source.drawnAhead = true;
        choice.source.first = index;
        choice.depth = options.depth;
        if (!options.folder.empty())
            choice.file = cv::utils::fs::join(options.folder, cv::format("stream%02d.mp4", index));
        for (const std::string& source : options.sources) // another stream's too: it is read at the same time
        {
            programs::refuseOverwriting(source, choice.file);
            programs::refuseOverwriting(source, options.csv);
        }
        if (!choice.file.empty() && !options.csv.empty() &&
            std::filesystem::weakly_canonical(options.csv) == std::filesystem::weakly_canonical(choice.file))
            throw programs::UsageError("--csv: a film is written there: " + options.csv);
        return choice;
    }

    RunControl& control_;
    std::vector<StreamChoice> choices_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<Place> places_;                    // of the workers
    std::vector<std::unique_ptr<Stream>> streams_; // destroyed before their workers
};

//! The file of --csv, if there is one.
class CsvFile
{
public:
    explicit CsvFile(const std::string& name) : name_(name)
    {
        if (name.empty())
            return;
        file_.open(name, std::ios::binary);
        file_ << csvHead() << std::flush;
        check("cannot be written");
    }

    void add(const Figures& figures)
    {
        if (name_.empty() || figures.seconds < next_)
            return;
        file_ << csvRows(figures) << std::flush;
        next_ = figures.seconds + secondsBetweenRows;
    }

    //! @throws UsageError if not all rows are in the file
    void end(const Figures& figures)
    {
        next_ = 0;
        add(figures);
        check("cannot be written completely; is the disk full?");
    }

private:
    void check(const std::string& error) const
    {
        if (!file_)
            throw programs::UsageError("--csv: " + error + " " + name_);
    }

    const std::string name_;
    std::ofstream file_;
    double next_ = 0;
};

//! Number of frames expected of all streams, 0: unknown.
int64 totalOf(const Figures& figures)
{
    int64 total = 0;
    for (const StreamFigures& stream : figures.streams)
    {
        if (!stream.ended && !stream.total)
            return 0;
        total += stream.ended ? stream.delivered : stream.total;
    }
    return total;
}

//! Prints failures and progress until all streams have ended.
//! @returns the figures of the whole run
Figures watch(const Pipeline& pipeline, RunControl& control, CsvFile& csv)
{
    Progress progress;
    std::vector<bool> printed;
    const auto print = [&](const std::string& line)
    {
        progress.clear();
        std::cerr << "clconv_streams: " << line << std::endl;
    };
    for (bool stopping = false;;)
    {
        std::this_thread::sleep_for(betweenLooks);
        const Figures figures = pipeline.figures();
        printed.resize(figures.streams.size());
        bool ended = true;
        for (size_t i = 0; i < figures.streams.size(); i++)
        {
            const StreamFigures& stream = figures.streams[i];
            ended = ended && stream.ended;
            if (!stream.error.empty() && !printed[i])
                print(cv::format("stream %d (%s): %s", int(i), stream.source.c_str(), stream.error.c_str()));
            printed[i] = !stream.error.empty();
        }
        if (interrupted && !stopping)
        {
            control.stop();
            stopping = true;
            print("interrupted; frames on their way are still written");
        }
        if (ended)
            return figures;
        csv.add(figures);
        if (figures.delivered())
            progress.show(figures.delivered(), totalOf(figures), limitText(figures));
    }
}

int filterStreams(int argc, char** argv)
{
    StreamsOptions options;
    if (!readStreamsOptions(argc, argv, options))
        return 0;
    if (options.devices == "list")
    {
        std::cout << deviceList();
        return 0;
    }
    RunControl control(options.seconds);
    Pipeline pipeline(options, control);
    CsvFile csv(options.csv);
    pipeline.start();
    const Figures figures = watch(pipeline, control, csv);
    std::cout << summaryText(figures) << std::flush;
    csv.end(figures);
    if (!options.csv.empty())
        std::cout << "written: " << options.csv << std::endl;
    for (const StreamFigures& stream : figures.streams)
        if (!stream.error.empty())
            return 2; // its line has been printed
    return interrupted ? codeOfInterrupt : 0;
}

}} // namespace samples

int main(int argc, char** argv)
{
    return samples::runVideoProgram("clconv_streams", [&] { return samples::filterStreams(argc, argv); });
}
