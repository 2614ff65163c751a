// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// clconv_tune: finds parameters that are faster on this device than the library's own, and writes a tuning file.
// docs/tuning.md explains its use.
//
// Exit code: 0; 1 if an output was wrong or a class failed; 2 for what the user can correct.

#include "options.hpp"
#include "output/report.hpp"
#include "planner/current_tuning.hpp"
#include "tuner.hpp"

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <unistd.h>

namespace
{

using namespace cv::clconv;

void printRest(const tune::Results& results, const std::vector<std::string>& rejected)
{
    for (const std::string& text : rejected)
        std::cerr << "left out, since the library does not run what was measured with it: " << text << std::endl;
    for (const std::string& text : results.wrong)
        std::cerr << "WRONG: " << text << std::endl;
    std::string names;
    for (const std::string& name : results.untuned)
        names += (names.empty() ? "" : ", ") + name;
    if (!names.empty())
        std::cerr << "left untuned, in part or whole: " << names << std::endl;
}

int run(const tune::Options& options)
{
    const bench::DeviceInfo device = bench::openDevice();
    std::unique_ptr<WithoutDeviceLines> without(options.withoutTables ? new WithoutDeviceLines : nullptr);
    const tune::Library library = {traitsOf(cv::ocl::Device::getDefault()), loadTuning("")};
    const TuningScope scope(library.tuning); // not the file of the environment
    const auto head = tune::headOf(device, options.margin);
    std::string text;
    std::vector<tune::Line> lines;
    std::vector<std::string> rejected;
    const auto keep = [&](const tune::Results& results)
    {
        rejected.clear();
        lines = tune::linesOf(results, library, options.margin, rejected);
        text = tune::fileText(lines, head);
        if (!options.output.empty())
            tune::writeFile(options.output, text);
    };
    const tune::Results results = tune::tuneAll(options, device, library, keep);
    keep(results); // the lines refer to these results
    tune::printTable(std::cout, device, results);
    if (options.output.empty())
        std::cout << "\n" << text;
    printRest(results, rejected);
    const std::string error = tune::readBack(text, results, lines, library);
    if (!error.empty())
        throw std::runtime_error(error);
    return results.wrong.empty() && rejected.empty() && !results.failures ? 0 : 1;
}

//! Starts the program again without OpenCV's cache of programs on disk: thousands of programs that are used once do not
//! belong there, and what it holds of NVIDIA's programs (PTX) is compiled a second time when it is loaded, while the
//! driver's own cache holds machine code. OpenCV reads the setting before main().
void leaveProgramsToTheDriversCache(char** argv)
{
    const char* const setting = "OPENCV_OPENCL_CACHE_ENABLE";
    if (std::getenv(setting))
        return;
    setenv(setting, "false", 1);
    execv("/proc/self/exe", argv);
}

} // namespace

int main(int argc, char** argv)
{
    leaveProgramsToTheDriversCache(argv);
    if (argc == 2 && !std::strcmp(argv[1], "--builder"))
        return tune::runBuilder();
    return samples::runProgram("clconv_tune",
                               [&]
                               {
                                   tune::Options options;
                                   return tune::parseOptions(argc, argv, options) ? run(options) : 0;
                               });
}
