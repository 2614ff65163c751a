// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_tune.

#include "options.hpp"
#include "../bench/cases/usual_chains.hpp"
#include "../common/device.hpp"
#include "implementations/implementation.hpp"
#include "planner/current_tuning.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <thread>

namespace tune {
namespace {

const char* const keys =
    "{help h         |      | this text}"
    "{quick          |      | one image size, a few types: two minutes}"
    "{full           |      | all types, four kinds of coefficients}"
    "{sizes          |      | image sizes, as 640x480,3866x2178; each is tuned by itself; default "
    "640x480,1920x1080,7680x4320, on a CPU without the last; all: the whole grid}"
    "{alignments     |16,1  | alignments of rows in bytes: 16, 8, 4, 1; widths are rounded up to those that have them}"
    "{types          |      | pixel types, as 8UC1,8UC1-16S,32FC4; all: the whole grid}"
    "{ksizes         |      | kernel sizes, as 3,5,15; all: the whole grid}"
    "{kernels        |      | coefficients: random (dense), gaussian (separable) and others of clconv_bench}"
    "{banks          |      | also tune banks of that many random filters, as 2,4,8}"
    "{chains         |      | also tune chains, as edges,dog; all: those of clconv_bench that are one launch}"
    "{impls          |all   | implementations to try besides the library's own choice, as direct,local; taken: none; "
    "all: on a CPU without those with barriers}"
    "{budget         |      | time limit in seconds, 0: none; default 540, with --quick 110, with --full 7200}"
    "{margin         |3     | percent by which an entry must be faster than the library without it}"
    "{mats           |      | instead of parameters: how much faster the device is on Mats, transfers included}"
    "{without-tables |      | tune as if the library had no lines for this device and its vendor}"
    "{jobs           |      | processes that build programs ahead; default: one for each core}"
    "{output         |      | write the entries to this file, an existing tuning file is replaced; default: one that "
    "the library finds by itself, in $XDG_CONFIG_HOME/clconv/tuning}"
    "{builder        |      | internal}";

//! Defaults of the selection.
struct Selection
{
    const char *sizes, *sizesOnCpu, *types, *ksizes, *kernels;
    int seconds;
};

const Selection usual = {"640x480,1920x1080,7680x4320",
                         "640x480,1920x1080",
                         "8UC1,8UC3,8UC4,16UC1,32FC1,32FC4",
                         "3,5,7,9,15,31",
                         "random,gaussian",
                         540};
const Selection quick = {"1920x1080", "640x480", "8UC1,8UC4,32FC1", "3,5,9,15", "random,gaussian", 110};
const Selection full = {usual.sizes, usual.sizesOnCpu, "all", "all", "random,gaussian,box,scharr", 7200};

//! The file that the library reads for this device by default.
std::string usersFile(const bench::DeviceInfo& device)
{
    const std::string path = cv::clconv::userTuningFile(device.name, device.driver);
    if (path.empty())
        throw bench::UsageError("neither XDG_CONFIG_HOME nor HOME names a folder for the file: --output=FILE does");
    return path;
}

//! Reports before the measurement that a file cannot be written, or is not a tuning file and must not be overwritten.
void tryOutput(const std::string& path)
{
    std::string first;
    if (std::getline(std::ifstream(path), first) && first.compare(0, 13, "clconv tuning") != 0)
        throw bench::UsageError("--output: " + path + " is not a tuning file and would be overwritten");
    if (path.empty())
        return;
    const std::string part = path + ".part"; // the name that writeFile uses
    if (!std::ofstream(part))
        throw bench::UsageError("--output: cannot write " + part);
    std::remove(part.c_str());
}

std::vector<int> readAlignments(const std::string& list)
{
    const std::vector<int> known = {16, 8, 4, 1};
    return bench::select("alignments", list, known);
}

//! One for each core, as far as the device's memory allows: each process holds a context there.
int usualJobs(const bench::DeviceInfo& device)
{
    const size_t contextBytes = size_t(1) << 30, share = 2;
    const size_t cores = std::max(1u, std::thread::hardware_concurrency());
    return int(device.cpu ? cores : std::min(cores, std::max<size_t>(1, device.memory / share / contextBytes)));
}

void readValues(const cv::CommandLineParser& parser, Options& options)
{
    if (parser.has("quick") && parser.has("full"))
        throw bench::UsageError("--quick and --full exclude each other");
    const Selection& preset = parser.has("quick") ? quick : parser.has("full") ? full : usual;
    options.types = bench::select(parser, "types", preset.types, bench::gridTypes());
    options.ksizes = bench::select(parser, "ksizes", preset.ksizes, bench::gridKernelSizes());
    std::sort(options.ksizes.begin(), options.ksizes.end());
    options.kernels = bench::select(parser, "kernels", preset.kernels, bench::gridKernels());
    options.alignments = readAlignments(parser.get<cv::String>("alignments"));
    for (const std::string& word : bench::split(parser.get<cv::String>("banks"), ','))
        options.banks.push_back(programs::wholeNumber(word, "--banks:", 2, cv::clconv::maxFilters));
    std::sort(options.banks.begin(), options.banks.end());
    options.banks.erase(std::unique(options.banks.begin(), options.banks.end()), options.banks.end());
    std::vector<std::string> chains;
    for (const bench::UsualChain& chain : bench::usualChains())
        chains.push_back(chain.name);
    if (parser.has("chains"))
        options.chains = bench::select("chains", parser.get<cv::String>("chains"), chains);
    options.mats = parser.has("mats");
    options.withoutTables = parser.has("without-tables");
    const bool limited = !parser.get<cv::String>("budget").empty();
    options.seconds = limited ? programs::wholeNumber(parser, "budget", 0, 1000000) : preset.seconds;
    options.margin = programs::wholeNumber(parser, "margin", 0, 1000) / 100.;
    const bench::DeviceInfo device = bench::openDevice();
    options.output = parser.get<cv::String>("output");
    options.installs = options.output.empty() && !options.mats;
    if (options.installs)
        options.output = usersFile(device);
    else
        tryOutput(options.output);
    options.impls = implementationsToTry(parser.get<cv::String>("impls"), device.cpu);
    options.sizes = bench::selectSizes(parser, device.cpu ? preset.sizesOnCpu : preset.sizes);
    const bool given = !parser.get<cv::String>("jobs").empty();
    options.jobs = given ? programs::wholeNumber(parser, "jobs", 0, 256) : usualJobs(device);
}

} // namespace

std::vector<std::string> implementationsToTry(const std::string& list, bool cpu)
{
    std::vector<std::string> names;
    for (const auto* impl : cv::clconv::implementations())
        if (!cpu || list != "all" || !impl->has(cv::clconv::HasBarriers))
            names.push_back(impl->name);
    names.push_back("taken");
    return bench::select("impls", list, names);
}

bool parseOptions(int argc, char** argv, Options& options)
{
    return programs::readCommandLine(
        argc, argv, keys, "clconv_tune: finds parameters that are faster on this device than the library's own", 0,
        [&](const cv::CommandLineParser& parser) { readValues(parser, options); });
}

} // namespace tune
