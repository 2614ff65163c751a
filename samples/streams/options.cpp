// SPDX-License-Identifier: Apache-2.0
//
// Reading and checking the command line.

#include "options.hpp"
#include "../video/filter_options.hpp"
#include "../video/io/source.hpp"
#include "../video/text_list.hpp"
#include "programs/command_line.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <algorithm>

namespace samples {

namespace {

const int defaultStreams = 4;     // of the default source
const double defaultSeconds = 10; // if nothing else ends the run

const char* const about =
    "clconv_streams: filters several videos at a time on all OpenCL devices; decoding, upload, filters, download and\n"
    "encoding overlap.\n"
    "\n"
    "  clconv_streams                                                  four drawn patterns\n"
    "  clconv_streams --source=a.mp4,b.mp4 --filter=blur,sharpen --sink=out    files into files\n"
    "  clconv_streams --source=0 --source=rtsp://host/path             a camera and an address\n"
    "  clconv_streams --streams=16 --seconds=60 --csv=run.csv          a load, and its figures over time\n";

const char* const keys =
    "{help h ||this text}"
    "{source |synthetic|files, numbers of cameras or synthetic (moving patterns), as a list or repeated; addresses and "
    "GStreamer pipelines, which may contain commas, each in a --source of its own}"
    "{streams|0|number of streams, which take the sources in turn; 0: one for each source, or 4 without --source}"
    "{input-size||WxH, for synthetic (1280x720) and for a camera}"
    "{filter ||blur (the default), sharpen, emboss, edges, motion, or several as a chain, each on the result of the "
    "one before: blur,sharpen,edges}"
    "{engine |clconv|clconv: cv::clconv::Chain on UMat; stock: cv::filter2D on UMat; opencv-cpu: cv::filter2D on "
    "Mat}"
    "{devices|auto|list: print them; auto: the GPUs, or every device if there is none; all; or numbers of the list, "
    "0,1}"
    "{workers|2|of each device: threads for upload, filter and download with queues of their own}"
    "{depth  |6|frames of a stream in progress at a time}"
    "{sink   |none|none, or a folder for files stream00.mp4, stream01.mp4, ...}"
    "{frames |0|frames of each stream; 0: all}"
    "{seconds|0|read no frames after this time; 0: no limit, but 10 for synthetic without --frames}"
    "{csv    ||a file to write: frames and seconds in each stage of each stream, every half second}";

//! Collects the values of --source, of which cv::CommandLineParser would keep only one.
std::vector<std::string> readSources(int argc, char** argv)
{
    const std::string option = "-source"; // OpenCV's parser accepts one dash, too
    std::vector<std::string> sources;
    for (int i = 1; i < argc; i++)
    {
        std::string argument = argv[i];
        argument = argument.compare(0, 2, "--") == 0 ? argument.substr(1) : argument;
        const size_t equals = argument.find('=');
        if (argument.substr(0, equals) != option)
            continue;
        const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
        if (isAddress(value) || cv::utils::fs::exists(value))
            sources.push_back(value);
        else
            for (const std::string& item : splitList(value))
                sources.push_back(item);
    }
    for (const std::string& source : sources)
        if (source.empty())
            throw programs::UsageError("--source: an empty name");
    return sources;
}

void readInput(const cv::CommandLineParser& parser, int argc, char** argv, StreamsOptions& options)
{
    options.sources = readSources(argc, argv);
    options.streams = programs::wholeNumber(parser, "streams", 0, 256);
    if (options.streams == 0)
        options.streams = options.sources.empty() ? defaultStreams : int(options.sources.size());
    if (options.sources.empty())
        options.sources = {"synthetic"};
    if (int(options.sources.size()) > options.streams)
        throw programs::UsageError("--streams: fewer streams than sources");
    const std::string size = parser.get<cv::String>("input-size");
    if (!size.empty())
        options.inputSize = programs::sizeFromText(size, "--input-size", 16384);
    options.frames = programs::wholeNumber(parser, "frames", 0, 1000000000);
    options.seconds = programs::anyNumber(parser, "seconds", 0, 10000000);
    const bool endless = std::any_of(options.sources.begin(), options.sources.end(), isSynthetic);
    if (endless && options.frames == 0 && options.seconds == 0)
        options.seconds = defaultSeconds;
}

void readFilters(const cv::CommandLineParser& parser, StreamsOptions& options)
{
    const std::string filter = parser.get<cv::String>("filter");
    options.chain = readChains(parser, {filter.empty() ? "blur" : filter})[0];
    options.engine = parser.get<cv::String>("engine");
    if (!contains({"clconv", "stock", "opencv-cpu"}, options.engine))
        throw programs::UsageError("unknown engine '" + options.engine + "': clconv, stock or opencv-cpu");
    if (options.engine == "opencv-cpu")
        refuseWrapOnMats(options.chain);
}

void readRest(const cv::CommandLineParser& parser, StreamsOptions& options)
{
    options.devices = parser.get<cv::String>("devices");
    options.workers = programs::wholeNumber(parser, "workers", 1, 64);
    options.depth = programs::wholeNumber(parser, "depth", 1, 64);
    const std::string sink = parser.get<cv::String>("sink");
    options.folder = sink == "none" ? "" : sink;
    options.csv = parser.get<cv::String>("csv");
}

} // namespace

bool readStreamsOptions(int argc, char** argv, StreamsOptions& options)
{
    const auto read = [&](const cv::CommandLineParser& parser)
    {
        readInput(parser, argc, argv, options);
        readFilters(parser, options);
        readRest(parser, options);
    };
    return programs::readCommandLine(argc, argv, std::string(keys) + filterKeys, about, 0, read);
}

} // namespace samples
