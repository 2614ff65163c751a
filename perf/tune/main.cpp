// SPDX-License-Identifier: Apache-2.0
//
// clconv_tune: finds parameters that are faster on this device than the library's own, and writes a tuning file.
// docs/tuning/README.md explains how to use it, README.md how it searches.
//
// Exit code: 0; 1 if an output was wrong or a type failed; 2 if the user can correct the error.

#include "options.hpp"
#include "mats/mat_tuner.hpp"
#include "output/report.hpp"
#include "planner/current_tuning.hpp"
#include "tuner.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>

namespace {

using namespace cv::clconv;

void printRest(const tune::Results& results, const std::vector<std::string>& rejected)
{
    for (const std::string& text : rejected)
        std::cerr << "left out, because with it the library does not run what was measured: " << text << std::endl;
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
    const TuningScope scope(library.tuning); // the library's own, not the environment's file
    if (options.mats)
    {
        tune::tuneMats(std::cout, options, library);
        return 0;
    }
    const auto head = tune::headOf(device, options.margin);
    std::string text;
    std::vector<tune::Line> lines;
    std::vector<std::string> rejected;
    const auto keep = [&](const tune::Results& results)
    {
        rejected.clear();
        lines = tune::linesOf(results, library, options.margin, rejected);
        text = tune::fileText(lines, head);
        if (!options.installs)
            tune::writeFile(options.output, text);
    };
    const tune::Results results = tune::tuneAll(options, device, library, keep);
    keep(results); // the lines refer to these results
    tune::printTable(std::cout, device, results);
    printRest(results, rejected);
    const std::string error = tune::readBack(text, results, lines, library);
    if (!error.empty())
        throw std::runtime_error(error);
    const bool good = results.wrong.empty() && rejected.empty() && !results.failures;
    if (options.installs && !good)
    {
        std::cout << "\nnot written to " << options.output << ", because not all of it is right:\n" << text;
        return 1;
    }
    if (options.installs)
        tune::installFile(options.output, text);
    std::cout << "\nwritten: " << options.output << std::endl;
    return good ? 0 : 1;
}

//! A folder for OpenCV's disk cache of programs, through which builders pass programs to this process: thousands that
//! are used once do not belong in the user's cache. OpenCV reads the variable when it builds the first program.
class ProgramFolder
{
public:
    ProgramFolder() : path_(cv::tempfile("_clconv_programs"))
    {
        if (!cv::utils::fs::createDirectories(path_))
            throw std::runtime_error("cannot create a folder for programs: " + path_);
        setenv("OPENCV_OPENCL_CACHE_DIR", path_.c_str(), 1);
    }
    ~ProgramFolder() { cv::utils::fs::remove_all(path_); }
    ProgramFolder(const ProgramFolder&) = delete;
    ProgramFolder& operator=(const ProgramFolder&) = delete;

private:
    const std::string path_;
};

} // namespace

int main(int argc, char** argv)
{
    if (argc == 2 && !std::strcmp(argv[1], "--builder"))
        return tune::runBuilder();
    return programs::runProgram("clconv_tune",
                                [&]
                                {
                                    tune::Options options;
                                    if (!tune::parseOptions(argc, argv, options))
                                        return 0;
                                    const ProgramFolder folder;
                                    return run(options);
                                });
}
