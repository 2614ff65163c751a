// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_bench.

#include "options.hpp"
#include "cases/usual_chains.hpp"
#include "problem/params.hpp"

#include <opencv2/core/utils/filesystem.hpp>

#include <fstream>

namespace bench {
namespace {

const char* const keys =
    "{help h        |      | this text}"
    "{sizes         |      | image sizes, as 1920x1080,3866x2178; all: the whole grid}"
    "{types         |      | pixel types, as 8UC1,8UC1-16S,32FC4; all: the whole grid}"
    "{ksizes        |      | kernel sizes, as 3,5,15; all: the whole grid}"
    "{kernels       |      | coefficients, as random,gaussian (see above); all: the whole grid}"
    "{borders       |      | reflect101, replicate; all: both}"
    "{nans          |0     | NaN pixels per megapixel of float images, as 0,1,1000}"
    "{quick         |      | a small selection, about a minute; on a CPU without images of 8K}"
    "{force         |      | implementation for clconv's calls, as direct:ROWS=4; several, separated by ';', are "
    "variants}"
    "{tuning        |      | tuning tables: library, generic (without the lines for this device and its vendor), or "
    "either with a file before them, as generic:tuning.txt; several, separated by ';', are variants}"
    "{stock         |true  | also measure cv::filter2D on UMat}"
    "{opencv-cpu    |false | also measure cv::filter2D on Mat}"
    "{check         |true  | compare the output with cv::filter2D on Mat}"
    "{device-only   |      | only device times of clconv, to compare variants quickly}"
    "{inset         |      | images are regions that begin at the second column of larger images, with odd row "
    "lengths; "
    "not checked}"
    "{rounds        |5     | number of rounds; results are medians}"
    "{csv           |      | write the rows to this file}"
    "{first-calls   |      | instead: time first calls, new coefficients and the host time of a call}"
    "{tour          |      | instead: count the programs that a tour of usual calls needs}"
    "{bank          |0     | instead: compare filterBank of that many kernels with as many calls of filter2D}"
    "{batch         |0     | instead: compare filterBatch of that many images with as many calls of filter2D}"
    "{regions       |      | for --batch: all sources are isolated regions of one image, all outputs of another}"
    "{chain         |      | instead: compare chains (edges, unsharp, dog, document, camera, levels; all) with the "
    "same stages one by one; --ksizes are those of the Gaussians}"
    "{masked        |      | instead: compare filter2DMasked with two filters and a quotient, of opencv or of clconv}"
    "{devices       |0     | instead: split images on the host over that many devices, and compare with one}"
    "{child         |      | internal}";

//! Defaults of the selection.
struct Selection
{
    const char *sizes, *types, *ksizes, *kernels, *borders;
};

const Selection usual = {"1920x1080,3840x2160,7680x4320", "8UC1,8UC3,8UC4,32FC1,32FC4", "3,7,9,15,21,31,63,101",
                         "random,gaussian", "reflect101"};
const Selection quick = {"1920x1080,7680x4320", "8UC1,8UC4,32FC1", "3,5,15", "random,gaussian", "reflect101"};
const Selection quickOnCpu = {"1920x1080", quick.types, quick.ksizes, quick.kernels, quick.borders};
const Selection banks = {"1920x1080,7680x4320", "32FC1", "3,5,9", "random", "reflect101"};
const Selection batches = {"64x64,640x480", "8UC1", "3", "random", "reflect101"};
const Selection chains = {"640x480,1920x1080,3840x2160,7680x4320", "8UC1,8UC3,16UC1,32FC1", "5", "gaussian",
                          "reflect101"};
const Selection masked = {"1920x1080,3840x2160", "32FC1,8UC1,8UC3", "3,9,15,31", "random,gaussian", "reflect101"};
const Selection splits = {"16384x16384", "8UC4,32FC1", "5", "random", "reflect101"};
const Selection firstCalls = {"1920x1080", "8UC1,32FC1", "5,9,15", "random", "reflect101"};

//! A list of whole numbers. Values above 0 need images of floats and the usual measurement.
std::vector<int> readNans(const cv::CommandLineParser& parser, const Options& options)
{
    const int megapixel = 1000000;
    std::vector<int> counts;
    for (const std::string& word : split(parser.get<cv::String>("nans"), ','))
        counts.push_back(programs::wholeNumber(word, "--nans", 0, megapixel));
    if (counts != std::vector<int>{0} && (options.firstCalls || options.bank || options.batch || options.devices ||
                                          !options.chain.empty() || !options.masked.empty()))
        throw programs::UsageError(
            "--nans cannot be combined with --first-calls, --bank, --batch, --chain, --masked or --devices");
    return counts;
}

//! The quick selection for a CPU has no 8K images, for which OpenCV's UMat path takes seconds there.
std::vector<Case> selectCases(const cv::CommandLineParser& parser, const Options& options)
{
    const Selection& preset = options.firstCalls        ? firstCalls
                              : options.bank            ? banks
                              : options.batch           ? batches
                              : options.devices         ? splits
                              : !options.chain.empty()  ? chains
                              : !options.masked.empty() ? masked
                              : !parser.has("quick")    ? usual
                              : openDevice().cpu        ? quickOnCpu
                                                        : quick;
    const auto types = select(parser, "types", preset.types, gridTypes());
    const auto ksizes = select(parser, "ksizes", preset.ksizes, gridKernelSizes());
    const auto kernels = select(parser, "kernels", preset.kernels, gridKernels());
    const auto borders = select(parser, "borders", preset.borders, gridBorders());
    const std::vector<int> nans = readNans(parser, options);
    std::vector<Case> cases;
    for (const cv::Size& size : selectSizes(parser, preset.sizes))
        for (const PixelType& type : types)
            for (int count : nans)
                for (int ksize : ksizes)
                    for (const std::string& kernel : kernels)
                        for (const Border& border : borders)
                            if (count == 0 || CV_MAT_DEPTH(type.type) == CV_32F)
                                cases.push_back({size, type, ksize, kernel, border, count});
    if (cases.empty())
        throw programs::UsageError("--nans: only images of floats can hold NaNs, and --types names none");
    return cases;
}

std::vector<std::string> readForces(const std::string& text)
{
    std::vector<std::string> forces = split(text, ';');
    for (const std::string& force : forces)
    {
        const std::string error = force.empty() ? "" : cv::clconv::parseForce(force).error;
        if (!error.empty())
            throw programs::UsageError("--force: " + error);
    }
    return forces;
}

bool isOn(const cv::CommandLineParser& parser, const char* option)
{
    const std::string text = parser.get<cv::String>(option);
    if (text != "true" && text != "false")
        throw programs::UsageError(std::string("--") + option + ": '" + text + "' is neither true nor false");
    return text == "true";
}

//! Reports a path that cannot be written before the measurement, not after it.
void tryFile(const std::string& file)
{
    if (!file.empty() && !std::ofstream(file, std::ios::app))
        throw programs::UsageError("cannot write " + file);
}

void readValues(const cv::CommandLineParser& parser, const char* program, Options& options)
{
    options.deviceOnly = parser.has("device-only");
    options.stock = isOn(parser, "stock") && !options.deviceOnly;
    options.opencvCpu = isOn(parser, "opencv-cpu") && !options.deviceOnly;
    options.inset = parser.has("inset");
    options.check = isOn(parser, "check") && !options.inset;
    options.firstCalls = parser.has("first-calls");
    options.tour = parser.has("tour");
    options.bank = programs::wholeNumber(parser, "bank", 0, 1000);
    options.batch = programs::wholeNumber(parser, "batch", 0, 100000);
    options.regions = parser.has("regions");
    if (options.regions && options.batch == 0)
        throw programs::UsageError("--regions needs --batch");
    options.devices = programs::wholeNumber(parser, "devices", 0, 64);
    options.chain = parser.get<cv::String>("chain");
    options.masked = parser.get<cv::String>("masked");
    if (!options.masked.empty() && options.masked != "opencv" && options.masked != "clconv")
        throw programs::UsageError("--masked: opencv or clconv, not '" + options.masked + "'");
    const auto isNamed = [&](const UsualChain& chain) { return chain.name == options.chain; };
    if (!options.chain.empty() && options.chain != "all" &&
        std::none_of(usualChains().begin(), usualChains().end(), isNamed))
        throw programs::UsageError("--chain: there is no chain '" + options.chain + "'");
    for (const char* other : {"kernels", "force", "tuning"})
        if (!options.chain.empty() && parser.has(other))
            throw programs::UsageError(std::string("--chain cannot be combined with --") + other);
    options.rounds = programs::wholeNumber(parser, "rounds", 1, 1000);
    options.csv = parser.get<cv::String>("csv");
    options.program = program;
    options.child = parser.get<cv::String>("child");
    options.forces = readForces(parser.get<cv::String>("force"));
    for (const std::string& text : split(parser.get<cv::String>("tuning"), ';'))
        options.tables.push_back(readTables(text));
    if (!options.tables.empty() && !options.forces.empty())
        throw programs::UsageError("--force and --tuning exclude each other");
    options.cases = selectCases(parser, options);
    tryFile(options.csv);
}

} // namespace

bool parseOptions(int argc, char** argv, Options& options)
{
    const std::string about =
        "clconv_bench: measures cv::clconv::filter2D against cv::filter2D and the device's limits\n"
        "\nCoefficients of --kernels, for WxH (K the longer side) around x=y=0:\n" +
        programs::coefficientFormulas();
    return programs::readCommandLine(
        argc, argv, keys, about, 0, [&](const cv::CommandLineParser& parser) { readValues(parser, argv[0], options); });
}

} // namespace bench
