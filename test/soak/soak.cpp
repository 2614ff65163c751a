// SPDX-License-Identifier: Apache-2.0
//
// clconv_soak: a long run. Threads call filter2D, sepFilter2D and filterBank with all sizes and kernels of a pool, in
// several contexts and on several devices, for a given time. A sample of the results is compared with the oracle. Ten
// times all threads stop, and memory and live OpenCL objects are counted: neither must grow.

#include "measurement.hpp"
#include "soak_threads.hpp"

#include "support/device.hpp"
#include "support/fuzz/contexts.hpp"
#include "programs/command_line.hpp"

#include <chrono>
#include <cstdlib>
#include <iostream>

namespace {

using namespace cv;
using namespace clconv_test;

const char* const keys = "{help h||this text}"
                         "{seconds|60|how long, after every program was built}"
                         "{threads|4|that call at the same time}"
                         "{contexts|2|OpenCL contexts on each device, up to 3}"
                         "{devices|1|how many devices of the kind that OpenCV has chosen}"
                         "{kinds|14|how many sets of types, border and kernel size, three kernels each}"
                         "{sample|16|one call in so many is compared with the oracle}"
                         "{growth|16|MiB by which resident memory may grow in the second half}"
                         "{seed|1|of all random choices}";

struct Options
{
    int seconds, threads, contexts, devices, kinds, sample, growth, seed;
};

Options readOptions(const CommandLineParser& parser)
{
    const int largest = 1000000000;
    Options o;
    o.seconds = programs::wholeNumber(parser, "seconds", 1, largest);
    o.threads = programs::wholeNumber(parser, "threads", 1, 1024);
    o.contexts = programs::wholeNumber(parser, "contexts", 1, 3);
    o.devices = programs::wholeNumber(parser, "devices", 1, 64);
    o.kinds = programs::wholeNumber(parser, "kinds", 1, 1000);
    o.sample = programs::wholeNumber(parser, "sample", 1, largest);
    o.growth = programs::wholeNumber(parser, "growth", 0, largest);
    o.seed = programs::wholeNumber(parser, "seed", 0, largest);
    return o;
}

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<Measurement> measureWhileRunning(const Options& options, SoakThreads& threads, const Tally& tally)
{
    const int parts = 10;
    const auto start = std::chrono::steady_clock::now();
    std::vector<Measurement> all;
    for (int part = 0;; part++)
    {
        all.push_back(measure(secondsSince(start), tally.calls));
        std::cout << toString(all.back()) << std::endl;
        if (part == parts)
            return all;
        threads.resume();
        const double end = double(options.seconds) * (part + 1) / parts;
        std::this_thread::sleep_for(std::chrono::duration<double>(std::max(0., end - secondsSince(start))));
        threads.pause();
    }
}

int run(const Options& options)
{
    const auto start = std::chrono::steady_clock::now();
    const CallPool pool(options.kinds, unsigned(options.seed));
    const auto contexts = contextsOf(options.devices, options.contexts);
    Tally tally;
    std::vector<Measurement> all;
    {
        SoakThreads threads(options.threads, pool, contexts, options.sample, unsigned(options.seed), tally);
        threads.pause();
        std::cout << "every program built after " << int(secondsSince(start)) << " s, " << tally.calls << " calls"
                  << std::endl;
        all = measureWhileRunning(options, threads, tally);
    }
    const std::string growth = grown(all, options.growth, options.threads);
    std::cout << tally.implementations() << "\nsoak: " << options.seconds << " s, " << options.threads << " threads, "
              << contexts.size() << " contexts, " << options.devices << " devices: " << tally.calls << " calls, "
              << tally.checked << " checked, " << tally.wrong << " wrong, " << tally.thrown << " thrown; "
              << (growth.empty() ? "memory and objects flat" : "grown: " + growth) << std::endl;
    return tally.wrong || tally.thrown || !growth.empty() || tally.calls == 0 ? 1 : 0;
}

int soak(int argc, char** argv)
{
    Options options;
    const auto read = [&](const CommandLineParser& parser) { options = readOptions(parser); };
    if (!programs::readCommandLine(argc, argv, keys, "clconv_soak: a long run, checked by samples", 0, read))
        return 0;
    // This builds the programs of sparse kernels with all the others, not in the middle of the run.
    setenv("OPENCV_CLCONV_SPECIALIZE", "after:3", 0);
    return chooseDevice() ? run(options) : 1;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_soak", [&] { return soak(argc, argv); });
}
