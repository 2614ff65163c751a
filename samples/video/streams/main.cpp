// SPDX-License-Identifier: Apache-2.0
//
// clconv_streams: filters several videos at a time on all OpenCL devices, with stages that overlap.

#include "options.hpp"
#include "figures/recorder.hpp"
#include "report/dashboard.hpp"
#include "report/report_file.hpp"
#include "report/table.hpp"
#include "run/display.hpp"
#include "run/pipeline.hpp"
#include "../../common/quiet.hpp"
#include "../../common/support.hpp"

#include <opencv2/clconv.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <thread>

namespace samples { namespace {

const auto betweenLooks = std::chrono::milliseconds(50);
const int codeOfInterrupt = 130;

volatile std::sig_atomic_t interrupted = 0;

//! @returns the figures of the whole run
Figures watch(Pipeline& pipeline, RunControl& control, Display& display)
{
    Recorder recorder;
    bool stopping = false;
    for (;;)
    {
        const bool ended = pipeline.ended();
        Figures figures = pipeline.figures();
        recorder.observe(figures);
        for (const std::string& line : control.takeLines())
            display.line(line);
        if (interrupted && !stopping)
        {
            control.stop();
            stopping = true;
            display.line("interrupted; frames on their way are still written");
        }
        if (ended)
        {
            recorder.complete(figures);
            return figures;
        }
        for (StreamFigures& stream : figures.streams)
            if (!stream.ended)
                stream.framesPerSecond = recorder.recentRate(stream, figures.seconds);
        display.show(figures);
        std::this_thread::sleep_for(betweenLooks);
    }
}

void printEnd(const Figures& figures)
{
    for (const std::string& line : tableLines(figures, int(figures.streams.size())))
        std::cout << line << "\n";
    std::cout << summaryText(figures) << std::flush;
}

void writeFiles(const StreamsOptions& options, const Figures& figures)
{
    const bool csv = options.report.size() > 4 && options.report.compare(options.report.size() - 4, 4, ".csv") == 0;
    if (!options.report.empty())
        writeText(options.report, csv ? reportAsCsv(figures) : reportAsJson(figures), "--report");
    if (!options.dashboard.empty())
        writeText(options.dashboard, dashboard(figures), "--dashboard");
    for (const std::string& file : {options.report, options.dashboard})
        if (!file.empty())
            std::cout << "written: " << file << "\n";
}

int codeOf(const Figures& figures, const Pipeline& pipeline)
{
    if (pipeline.differs())
        throw std::runtime_error("results differ by more than is allowed");
    for (const StreamFigures& stream : figures.streams)
        if (!stream.error.empty())
            return 2; // its line has been printed
    return interrupted ? codeOfInterrupt : 0;
}

//! The program without its folder, and its arguments, quoted where they contain more than is usual in options.
std::string commandLine(int argc, const char* const* argv)
{
    std::string line = "clconv_streams";
    for (int i = 1; i < argc; i++)
    {
        const std::string argument = argv[i];
        const bool usual = argument.find_first_of(" !\"'$&();<>|*?") == std::string::npos;
        line += usual ? " " + argument : " '" + argument + "'";
    }
    return line;
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
    requireWritable(options.report, "--report");
    requireWritable(options.dashboard, "--dashboard");
    RunControl control(options.seconds);
    Pipeline pipeline(options, control);
    Display display(options.headless, options.seconds);
    pipeline.start();
    Figures figures = watch(pipeline, control, display);
    figures.command = commandLine(argc, argv);
    display.clear();
    printEnd(figures);
    writeFiles(options, figures);
    return codeOf(figures, pipeline);
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
    return samples::runProgram("clconv_streams", [&] { return samples::filterStreams(argc, argv); });
}
