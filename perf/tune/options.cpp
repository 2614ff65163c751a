// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_tune.

#include "options.hpp"
#include "../common/device.hpp"
#include "implementations/implementation.hpp"

#include <algorithm>
#include <fstream>

namespace tune
{
namespace
{

const char* const keys =
    "{help h        |      | this text}"
    "{quick         |      | the library's own choices, a small selection: less than a minute on a GPU}"
    "{full          |      | all combinations of all implementations on the whole grid, as far as the budget allows}"
    "{sizes         |      | image sizes, as 1920x1080,3866x2178; all: the whole grid; parameters are tuned for all "
    "of them together}"
    "{types         |      | pixel types, as 8UC1,8UC1-16S,32FC4; all: the whole grid}"
    "{ksizes        |      | kernel sizes, as 3,5,15; all: the whole grid}"
    "{kernels       |      | coefficients: random (dense), gaussian (separable), box, scharr}"
    "{impls         |      | implementations, as direct,local; taken: the library's own choice; all: also those that "
    "take up to twice as long}"
    "{budget        |      | time limit in seconds, 0: none; default 1200, with --quick 50, with --full 7200}"
    "{margin        |3     | percent by which an entry must be faster than the library without it}"
    "{untuned       |      | compare with the implementations' defaults, not with the built-in tuning table}"
    "{output        |      | write the entries to this file; an existing tuning file is replaced}";

//! Defaults of the selection.
struct Selection
{
    const char* sizes; //!< on a GPU
    const char *types, *ksizes, *impls;
    int seconds;
};

const Selection usual = {"1920x1080,7680x4320", "8UC1,8UC3,8UC4,16UC1,32FC1,32FC4", "all", "all", 1200};
const Selection quick = {"3840x2160", "8UC1,8UC4,32FC1", "3,5,9,15", "taken", 50};
const Selection full = {"1920x1080,7680x4320", "all", "all", "all", 7200};

//! Only tuning files are overwritten. Reports what cannot be written before the measurement.
void tryOutput(const std::string& path)
{
    std::string first;
    if (std::getline(std::ifstream(path), first) && first.compare(0, 13, "clconv tuning") != 0)
        throw bench::UsageError("--output: " + path + " is not a tuning file and would be overwritten");
    if (!path.empty() && !std::ofstream(path, std::ios::app))
        throw bench::UsageError("--output: cannot write " + path);
}

std::vector<std::string> implementationNames()
{
    std::vector<std::string> names;
    for (const auto* impl : cv::clconv::implementations())
        names.push_back(impl->name);
    return names;
}

void readValues(const cv::CommandLineParser& parser, Options& options)
{
    if (parser.has("quick") && parser.has("full"))
        throw bench::UsageError("--quick and --full exclude each other");
    const Selection& preset = parser.has("quick") ? quick : parser.has("full") ? full : usual;
    options.types = bench::select(parser, "types", preset.types, bench::gridTypes());
    options.ksizes = bench::select(parser, "ksizes", preset.ksizes, bench::gridKernelSizes());
    std::sort(options.ksizes.begin(), options.ksizes.end()); // neighbours become one entry
    options.kernels = bench::select(parser, "kernels", "random,gaussian", bench::gridKernels());
    auto names = implementationNames();
    const std::string list = parser.get<cv::String>("impls");
    names.push_back("taken");
    options.impls = bench::select(parser, "impls", preset.impls, names);
    options.includeSlow = !list.empty() && list != "all";
    options.singlePass = parser.has("quick");
    options.exhaustive = parser.has("full");
    options.untuned = parser.has("untuned");
    const bool limited = !parser.get<cv::String>("budget").empty();
    options.seconds = limited ? samples::wholeNumber(parser, "budget", 0, 1000000) : preset.seconds;
    options.margin = samples::wholeNumber(parser, "margin", 0, 1000) / 100.;
    options.output = parser.get<cv::String>("output");
    tryOutput(options.output);
    const char* const sizes = bench::openDevice().cpu ? "1920x1080" : preset.sizes;
    options.sizes = bench::selectSizes(parser, sizes);
}

} // namespace

bool parseOptions(int argc, char** argv, Options& options)
{
    return samples::readCommandLine(
        argc, argv, keys, "clconv_tune: finds parameters that are faster on this device than the library's defaults", 0,
        [&](const cv::CommandLineParser& parser) { readValues(parser, options); });
}

} // namespace tune
