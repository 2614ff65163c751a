// SPDX-License-Identifier: Apache-2.0
//
// clconv_video: filters a camera, a video file or a moving pattern, live, with cv::clconv::filter2D; compares it with
// cv::filter2D on every frame, in speed and result, if requested.

#include "engines.hpp"
#include "io/source.hpp"
#include "options.hpp"
#include "output/output.hpp"
#include "output/progress.hpp"
#include "output/report.hpp"
#include "output/sheet.hpp"
#include "../common/picture.hpp"
#include "../common/quiet.hpp"
#include "../common/support.hpp"

#include <opencv2/clconv.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>

namespace samples { namespace {

const int rowsOfOneFilter = 4;           // on the contact sheet; with several filters, one row each
const size_t measurementsOnPicture = 25; // numbers drawn into a frame reflect recent measurements
const double allowedDifference = 1;      // the same sum in another order may round differently
const int syntheticFrames = 300;

volatile std::sig_atomic_t interrupted = 0;

//! The state of the program.
struct Run
{
    Options options;
    std::unique_ptr<Source> source;
    std::unique_ptr<Output> output;
    std::unique_ptr<Sheet> sheet;
    std::unique_ptr<Progress> progress;
    cv::Size frameSize;
    bool ended = false; // by the user
    bool wrong = false; // clconv differs from opencv-cpu
};

Engines makeEngines(const Options& options, const Filter& filter)
{
    Engines engines;
    for (const std::string& name : options.engines)
        engines.push_back(makeEngine(name, filter, options.filters.border));
    return engines;
}

//! All engines on the same frame. The order rotates from frame to frame, since a later engine finds warm caches.
void processFrame(const cv::Mat& frame, int index, int repeat, Engines& engines, Differences& differences)
{
    for (size_t i = 0; i < engines.size(); i++)
        engines[(i + index) % engines.size()]->process(frame, repeat);
    if (engines.size() < 2)
        return;
    const cv::Mat& expected = engines.back()->result();
    for (const auto& engine : engines)
    {
        double& worst = differences[engine->name()];
        worst = std::max(worst, cv::norm(engine->result(), expected, cv::NORM_INF));
    }
}

cv::Mat pictureFor(const Run& run, const cv::Mat& frame, const Filter& filter, const Engines& engines)
{
    const int width = run.options.width ? run.options.width : frame.cols;
    const cv::Size size = sizeOfWidth(frame.size(), run.options.compares() ? width / 2 : width);
    cv::Mat picture = scaledTo(engines[0]->result(), size);
    if (run.options.compares())
        picture = sideBySide(scaledTo(frame, size), picture);
    label(picture, summary(filter.title, engines, measurementsOnPicture), std::max(picture.rows / 18, 18));
    return picture;
}

void runFilter(Run& run, const Filter& filter)
{
    Engines engines = makeEngines(run.options, filter);
    Differences differences;
    run.source->rewind();
    const int limit = run.options.frames;
    cv::Mat frame;
    for (int index = 0; !run.ended && (limit == 0 || index < limit) && run.source->read(frame); index++)
    {
        processFrame(frame, index, run.options.repeat, engines, differences);
        run.frameSize = frame.size();
        if (run.sheet)
            run.sheet->add(frame, engines[0]->result());
        run.ended = !run.output->show(pictureFor(run, frame, filter, engines)) || interrupted;
        run.progress->step(filter.title);
    }
    if (run.frameSize.empty())
        throw UsageError("not a single frame could be read: " + run.source->name());
    run.progress->clear();
    std::cout << tableRows(filter.title, engines, differences) << std::flush;
    run.wrong = run.wrong || differences["clconv"] > allowedDifference;
    if (run.sheet)
        run.sheet->endFilter(summary(filter.title, engines));
}

//! Detects all usage errors, before the first frame.
void prepare(Run& run, std::vector<Filter>& filters)
{
    const Options& options = run.options;
    filters = makeFilters(options.filters);
    if (filters.size() > 1 && options.frames == 0 && isCamera(options.input))
        throw UsageError("--filter=all on a camera needs --frames, or the first filter would never end");
    if (options.output == "window")
        requireDisplay();
    run.source = openSource({options.input, options.inputSize, options.frames ? options.frames : syntheticFrames});
    refuseOverwriting(options.input, options.output);
    refuseOverwriting(options.input, options.sheet);
    run.output = openOutput(options.output, run.source->framesPerSecond());
    if (!options.sheet.empty())
        run.sheet.reset(new Sheet(options.sheet, filters.size() == 1 ? rowsOfOneFilter : 1));
    int frames = run.source->frameCount();
    if (options.frames)
        frames = frames ? std::min(frames, options.frames) : options.frames;
    run.progress.reset(new Progress(frames * static_cast<int>(filters.size())));
}

void conclude(Run& run)
{
    const std::string device = deviceLine();
    if (run.sheet)
        run.sheet->write(cv::format("clconv | %s, %dx%d, 8 bits, 3 channels | %s", run.source->name().c_str(),
                                    run.frameSize.width, run.frameSize.height,
                                    device.substr(0, device.find(" (")).c_str()));
    std::cout << "\n" << tableLegend(run.options.compares());
    std::cout << cv::format("%d frames in %.1f s, including reading, all engines, drawing and writing\n",
                            run.progress->done(), run.progress->seconds());
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
    std::vector<Filter> filters;
    prepare(run, filters);
    std::cout << deviceLine() << "\n" << run.source->name() << "\n\n" << tableHead() << std::endl;
    for (const Filter& filter : filters)
        if (!run.ended)
            runFilter(run, filter);
    run.output->close();
    conclude(run);
    if (run.wrong)
        throw std::runtime_error("clconv's result differs from opencv-cpu's by more than 1");
    return interrupted ? 130 : 0;
}

void interrupt(int signal)
{
    interrupted = 1;
    std::signal(signal, SIG_DFL); // a second signal ends the program at once
}

}} // namespace samples

int main(int argc, char** argv)
{
    samples::quietFFmpeg();
    std::signal(SIGINT, samples::interrupt);
    std::signal(SIGTERM, samples::interrupt);
    if (!std::getenv("OPENCV_CLCONV_COLD")) // what is measured is the device, from the first frame on
        cv::clconv::setColdCalls(cv::clconv::COLD_WAIT);
    return samples::runProgram("clconv_video", [&] { return samples::filterVideo(argc, argv); });
}
