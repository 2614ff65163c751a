// SPDX-License-Identifier: Apache-2.0
//
// clconv_video: filters a camera, a video file or a moving pattern, live, with cv::clconv::Chain; compares it with
// cv::filter2D on every frame, in speed and result, if requested.

#include "engines.hpp"
#include "filter_calls.hpp"
#include "io/source.hpp"
#include "options.hpp"
#include "output/output.hpp"
#include "output/report.hpp"
#include "output/sheet.hpp"
#include "../common/picture.hpp"
#include "../common/progress.hpp"
#include "../common/video_program.hpp"
#include "programs/command_line.hpp"

#include <algorithm>
#include <iostream>

namespace samples { namespace {

const int rowsOfOneChain = 4;            // on the contact sheet; with several chains, one row each
const size_t measurementsOnPicture = 25; // numbers drawn into a frame show recent measurements
const double allowedDifference = 1;      // sums in another order may be rounded differently
const int syntheticFrames = 300;

//! The state of a run of the program.
struct Run
{
    Options options;
    std::unique_ptr<Source> source;
    std::unique_ptr<Output> output;
    std::unique_ptr<Sheet> sheet;
    Progress progress;
    int frames = 0, total = 0; // of all chains; total 0: unknown
    cv::Size frameSize;
    int titleWidth = 0; // of the longest title of a chain
    bool ended = false; // by the user
    bool wrong = false; // clconv differs from opencv-cpu
};

Engines makeEngines(const Options& options, const FilterChain& chain)
{
    Engines engines;
    for (const std::string& name : options.engines)
        engines.push_back(makeEngine(name, chain));
    return engines;
}

//! The largest difference of a filter's result from that of OpenCV's functions on the same bytes, the result of the
//! filter before: later filters would make differences larger.
//! @param first the first filter's result by OpenCV's functions
double largestDifference(const FilterChain& chain, const std::vector<cv::Mat>& results, const cv::Mat& first)
{
    double largest = cv::norm(results[0], first, cv::NORM_INF);
    EdgesMemory<cv::Mat> memory;
    cv::Mat expected;
    for (size_t i = 1; i < results.size(); i++)
    {
        applyFilter(chain.filters[i], chain.border, results[i - 1], memory, expected);
        largest = std::max(largest, cv::norm(results[i], expected, cv::NORM_INF));
    }
    return largest;
}

//! Runs all engines on the same frame. Their order rotates from frame to frame, since later engines find warm caches.
void processFrame(const cv::Mat& frame, int index, int repeat, const FilterChain& chain, Engines& engines,
                  Differences& differences)
{
    for (size_t i = 0; i < engines.size(); i++)
        engines[(i + index) % engines.size()]->process(frame, repeat);
    if (engines.size() < 2)
        return;
    const cv::Mat first = engines.back()->results()[0];
    for (const auto& engine : engines)
    {
        double& worst = differences[engine->name()];
        if (engine != engines.back())
            worst = std::max(worst, largestDifference(chain, engine->results(), first));
    }
}

cv::Mat pictureFor(const Run& run, const cv::Mat& frame, const FilterChain& chain, const Engines& engines)
{
    const int width = run.options.width ? run.options.width : frame.cols;
    const cv::Size size = sizeOfWidth(frame.size(), run.options.compares() ? width / 2 : width);
    cv::Mat picture = scaledTo(engines[0]->result(), size);
    if (run.options.compares())
        picture = sideBySide(scaledTo(frame, size), picture);
    label(picture, summary(chain.title(), engines, measurementsOnPicture), std::max(picture.rows / 18, 18));
    return picture;
}

void runChain(Run& run, const FilterChain& chain)
{
    Engines engines = makeEngines(run.options, chain);
    Differences differences;
    run.source->rewind();
    const int limit = run.options.frames;
    cv::Mat frame;
    for (int index = 0; !run.ended && (limit == 0 || index < limit) && run.source->read(frame); index++)
    {
        processFrame(frame, index, run.options.repeat, chain, engines, differences);
        run.frameSize = frame.size();
        if (run.sheet)
            run.sheet->add(frame, engines[0]->result());
        run.ended = !run.output->show(pictureFor(run, frame, chain, engines)) || interrupted;
        run.progress.show(++run.frames, run.total, chain.title());
    }
    if (run.frameSize.empty())
        throw programs::UsageError("not a single frame could be read: " + run.source->name());
    run.progress.clear();
    std::cout << tableRows(run.titleWidth, chain.title(), engines, differences) << std::flush;
    run.wrong = run.wrong || differences["clconv"] > allowedDifference;
    if (run.sheet)
        run.sheet->endChain(summary(chain.title(), engines));
}

//! Detects all usage errors before the first frame.
void prepare(Run& run)
{
    const Options& options = run.options;
    const size_t chains = options.chains.size();
    for (const FilterChain& chain : options.chains)
        run.titleWidth = std::max(run.titleWidth, static_cast<int>(chain.title().size()));
    if (chains > 1 && options.frames == 0 && isCamera(options.input))
        throw programs::UsageError("--filter=all on a camera needs --frames, or the first run would never end");
    if (options.output == "window")
        requireDisplay();
    run.source = openSource({options.input, options.inputSize, options.frames ? options.frames : syntheticFrames});
    programs::refuseOverwriting(options.input, options.output);
    programs::refuseOverwriting(options.input, options.sheet);
    run.output = openOutput(options.output, run.source->framesPerSecond());
    if (!options.sheet.empty())
        run.sheet.reset(new Sheet(options.sheet, chains == 1 ? rowsOfOneChain : 1));
    int frames = run.source->frameCount();
    if (options.frames)
        frames = frames ? std::min(frames, options.frames) : options.frames;
    run.total = frames * static_cast<int>(chains);
}

void conclude(Run& run)
{
    const std::string device = programs::deviceLine();
    if (run.sheet)
        run.sheet->write(cv::format("clconv | %s, %dx%d, 8 bits, 3 channels | %s", run.source->name().c_str(),
                                    run.frameSize.width, run.frameSize.height,
                                    device.substr(0, device.find(" (")).c_str()));
    std::cout << "\n" << tableLegend(run.options.compares());
    std::cout << cv::format("%d frames in %.1f s, including reading, all engines, drawing and writing\n", run.frames,
                            run.progress.seconds());
    for (const std::string& file : {run.options.output, run.options.sheet})
        if (!file.empty() && file != "none" && file != "window")
            std::cout << "written: " << file << "\n";
    if (interrupted)
        std::cout << "interrupted; the files are complete up to this frame\n";
}

int filterVideo(int argc, char** argv)
{
    Run run;
    if (!readOptions(argc, argv, run.options))
        return 0;
    prepare(run);
    std::cout << programs::deviceLine() << "\n"
              << run.source->name() << "\n\n"
              << tableHead(run.titleWidth) << std::endl;
    for (const FilterChain& chain : run.options.chains)
        if (!run.ended)
            runChain(run, chain);
    run.output->close();
    conclude(run);
    if (run.wrong)
        throw std::runtime_error("clconv's result differs from opencv-cpu's by more than 1");
    return interrupted ? codeOfInterrupt : 0;
}

}} // namespace samples

int main(int argc, char** argv)
{
    return samples::runVideoProgram("clconv_video", [&] { return samples::filterVideo(argc, argv); });
}
