// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_video, checked as far as possible without opening a video.

#include "options.hpp"
#include "filter_options.hpp"
#include "programs/command_line.hpp"

namespace samples {

namespace {

const char* const about =
    "clconv_video: filters a video with cv::clconv::Chain, and compares it with OpenCV's own filter2D.\n"
    "\n"
    "  clconv_video --input=0 --filter=edges --output=window           the camera, live\n"
    "  clconv_video --input=in.mp4 --filter=blur,edges --output=o.mp4  a file into a file, through a chain\n"
    "  clconv_video --input=in.mp4 --filter=all --engine=compare       all engines on every frame, and a table\n";

const char* const keys =
    "{help h ||this text}"
    "{input  |synthetic|number of a camera, a video file, an address, a GStreamer pipeline, or synthetic: a moving "
    "pattern}"
    "{input-size||WxH, for synthetic (1280x720) and for a camera}"
    "{filter ||blur (the default), sharpen, emboss, edges, motion, or several as a chain, each on the result of the "
    "one before: blur,sharpen,edges; or all: a run over the whole input with each of them}"
    "{engine |clconv|clconv: cv::clconv::Chain on UMat; stock: cv::filter2D on UMat; opencv-cpu: cv::filter2D on "
    "Mat; compare: all three on every frame}"
    "{output |none|window, none, or a file: .mp4 (MPEG-4) or .avi (Motion JPEG)}"
    "{width  |0|width of the output; 0: that of the source, even for two pictures side by side}"
    "{frames |0|frames of each run; 0: all of a file, 300 of synthetic, of a camera until q, Esc or Ctrl-C}"
    "{repeat |1|number of measurements of each frame}"
    "{sheet  ||a picture file to write: frames of source and result side by side}";

bool endsWith(const std::string& text, const std::string& end)
{
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

void readInput(const cv::CommandLineParser& parser, Options& options)
{
    options.input = parser.get<cv::String>("input");
    const std::string size = parser.get<cv::String>("input-size");
    if (!size.empty())
        options.inputSize = programs::sizeFromText(size, "--input-size", 16384);
}

void readFilter(const cv::CommandLineParser& parser, Options& options)
{
    const std::string filter = parser.get<cv::String>("filter");
    options.chains = readChains(parser, filter == "all" ? filterNames()
                                                        : std::vector<std::string>{filter.empty() ? "blur" : filter});
}

void readEngine(const cv::CommandLineParser& parser, Options& options)
{
    const std::vector<std::string> all = {"clconv", "stock", "opencv-cpu"};
    const std::string engine = parser.get<cv::String>("engine");
    if (engine != "compare" && !contains(all, engine))
        throw programs::UsageError("unknown engine '" + engine + "': clconv, stock, opencv-cpu or compare");
    options.engines = engine == "compare" ? all : std::vector<std::string>{engine};
    if (contains(options.engines, "opencv-cpu"))
        refuseWrapOnMats(options.chains[0]);
}

void readOutput(const cv::CommandLineParser& parser, Options& options)
{
    options.output = parser.get<cv::String>("output");
    options.sheet = parser.get<cv::String>("sheet");
    if (options.output != "window" && options.output != "none" && !endsWith(options.output, ".mp4") &&
        !endsWith(options.output, ".avi"))
        throw programs::UsageError("unknown output '" + options.output +
                                   "': window, none, or a file that ends in .mp4 or .avi");
    options.width = programs::wholeNumber(parser, "width", 0, 16384);
    options.frames = programs::wholeNumber(parser, "frames", 0, 1000000000);
    options.repeat = programs::wholeNumber(parser, "repeat", 1, 1000000);
}

} // namespace

bool readOptions(int argc, char** argv, Options& options)
{
    const auto read = [&](const cv::CommandLineParser& parser)
    {
        readInput(parser, options);
        readFilter(parser, options);
        readEngine(parser, options);
        readOutput(parser, options);
    };
    return programs::readCommandLine(argc, argv, std::string(keys) + filterKeys, about, 0, read);
}

} // namespace samples
