// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// clconv_fuzz_filter2d: random calls with all arguments mixed, each held against the oracle's double loop. A program
// serves several calls, because building one takes longer than the calls.

#include "device.hpp"
#include "trial.hpp"
#include "../samples/support.hpp"

#include "impls/impl.hpp"

#include <iostream>
#include <map>

namespace
{

using namespace cv;
using namespace clconv_test;

const char* const keys = "{help h||this text}"
                         "{count|500|how many calls}"
                         "{seed|1|of everything random}"
                         "{first|0|number of the first call; with --count=1 repeats one call}"
                         "{per-program|8|calls with the same types, kernel size and border}"
                         "{simple||only filter2D of one-channel UMats of 8U, 16S and 32F, into memory of their own}"
                         "{implementation||the one that must run every call}"
                         "{not-implementation||the one that must run no call}";

struct Options
{
    int count, first, perProgram;
    unsigned seed;
    bool simple;
    std::string must, mustNot;
};

template<typename T, size_t N>
T oneOf(const T (&values)[N], RNG& rng)
{
    return values[rng.uniform(0, int(N))];
}

bool chance(int oneIn, RNG& rng)
{
    return rng.uniform(0, oneIn) == 0;
}

RNG generator(unsigned seed, int number, int purpose)
{
    RNG rng((uint64(seed) << 32) + uint64(number) * 2 + uint64(purpose) + 0x9E3779B97F4A7C15ull);
    rng.next();
    rng.next();
    return rng;
}

Mat typedKernel(Size size, const Trial& trial, RNG& rng, bool factor)
{
    static const Coefficients kinds[] = {Coefficients::Random,       Coefficients::Random, Coefficients::Sparse,
                                         Coefficients::OuterProduct, Coefficients::Box,    Coefficients::Integers};
    static const int depths[] = {CV_32F, CV_32F, CV_64F, CV_8U, CV_8S, CV_16U, CV_16S, CV_32S};
    Coefficients kind = factor ? Coefficients::Random : oneOf(kinds, rng);
    const int depth = factor ? int(CV_32F) : oneOf(depths, rng);
    if (depth < CV_32F && kind != Coefficients::Box)
        kind = Coefficients::Integers;
    Mat kernel = randomKernel(size, CV_MAT_DEPTH(trial.srcType), trial.dstDepth(), kind, rng), typed;
    kernel.convertTo(typed, depth);
    if (!chance(4, rng))
        return typed;
    Mat large(size.height + 3, size.width + 2, depth, Scalar(99));
    typed.copyTo(large(Rect(Point(1, 2), size)));
    return large(Rect(Point(1, 2), size));
}

std::string randomForce(RNG& rng)
{
    std::vector<std::string> forces = {"local:FILL=0", "image:IMAGE_1D=0"};
    for (const clconv::Impl* impl : clconv::implementations())
        forces.push_back(impl->name);
    return forces[size_t(rng.uniform(0, int(forces.size())))];
}

//! What a program is built for.
Trial randomShape(const Options& options, RNG& rng)
{
    static const int depths[] = {CV_8U, CV_16S, CV_32F};
    Trial trial;
    const int depth = options.simple ? oneOf(depths, rng) : rng.uniform(0, 7);
    const int channels = options.simple ? 1 : chance(15, rng) ? rng.uniform(7, 40) : rng.uniform(1, 7);
    trial.srcType = CV_MAKETYPE(depth, channels);
    trial.ddepth = options.simple || chance(4, rng) ? -1 : rng.uniform(0, 7);
    trial.border = rng.uniform(0, 5);
    const int longest = options.simple ? 7 : chance(10, rng) ? 45 : 17;
    const Size size = randomSize(1, longest + 1, rng);
    trial.kernel = Mat(size, CV_32F);
    if (!options.simple && chance(6, rng))
    {
        trial.kernel = Mat(1, size.width, CV_32F);
        trial.kernelY = Mat(size.height, 1, CV_32F);
    }
    if (!options.simple && chance(2, rng))
        trial.force = randomForce(rng);
    return trial;
}

Point within(Size outer, Size inner, RNG& rng)
{
    return randomPoint(outer - inner + Size(1, 1), rng);
}

int randomLength(RNG& rng, int longest)
{
    return chance(6, rng) ? rng.uniform(1, 4) : rng.uniform(1, longest);
}

void placeImages(const Options& options, Trial& trial, RNG& rng)
{
    const double work = double(trial.kernelSize().area()) * CV_MAT_CN(trial.srcType);
    const int longest = work < 300 ? 130 : work < 3000 ? 60 : 25;
    const int width = randomLength(rng, longest);
    const int height = randomLength(rng, longest);
    trial.size = Size(width, height);
    if (chance(2, rng))
    {
        trial.srcParent = trial.size + randomSize(0, 20, rng);
        trial.srcOrigin = within(trial.srcParent, trial.size, rng);
    }
    if (chance(2, rng))
    {
        trial.dstParent = trial.size + randomSize(0, 20, rng);
        trial.dstOrigin = within(trial.dstParent, trial.size, rng);
    }
    if (options.simple || !chance(3, rng))
        return;
    trial.placement = Placement::InPlace;
    trial.dstParent = Size();
    if (!trial.srcParent.empty() && trial.dstType() == trial.srcType && chance(2, rng))
    {
        trial.placement = Placement::Overlap;
        trial.dstOrigin = within(trial.srcParent, trial.size, rng);
    }
}

//! Mats only where stock takes the pair of depths: its errors are other tests' matter.
void chooseMats(Trial& trial, RNG& rng)
{
    const Question question = {Mat(1, 1, trial.srcType), Mat(1, 1, CV_32F), Point(-1, -1), 0, 0, trial.dstDepth()};
    if (!stockTakes(question) || !chance(4, rng))
        return;
    trial.srcIsMat = trial.placement != Placement::Separate || chance(2, rng);
    trial.dstIsMat = trial.placement != Placement::Separate || !trial.srcIsMat || chance(2, rng);
}

//! The call's data, for a program's shape.
Trial randomCall(const Options& options, const Trial& shape, RNG& rng)
{
    Trial trial = shape;
    const Size size = shape.kernelSize();
    if (shape.kernelY.empty())
        trial.kernel = typedKernel(size, trial, rng, false);
    else
    {
        trial.kernel = typedKernel(Size(size.width, 1), trial, rng, true);
        trial.kernelY = typedKernel(Size(1, size.height), trial, rng, true);
    }
    trial.kernelIsUMat = shape.kernelY.empty() && !options.simple && chance(10, rng);
    static const double deltas[] = {0, 0.5, -3.25, 100, 1e-3, 255};
    trial.delta = chance(2, rng) ? 0 : oneOf(deltas, rng);
    trial.anchor = randomPoint(size + Size(1, 1), rng) - Point(1, 1);
    if (chance(3, rng))
        trial.border |= BORDER_ISOLATED;
    trial.seed = rng.next();
    placeImages(options, trial, rng);
    if (!options.simple)
        chooseMats(trial, rng);
    return trial;
}

std::string implementationFrom(const CommandLineParser& parser, const std::string& name)
{
    const std::string wanted = parser.get<cv::String>(name);
    bool known = wanted.empty() || wanted == "native";
    for (const clconv::Impl* impl : clconv::implementations())
        known = known || wanted == impl->name;
    if (!known)
        throw ::samples::UsageError("--" + name + ": there is no implementation '" + wanted + "'");
    return wanted;
}

Options readOptions(const CommandLineParser& parser)
{
    Options options;
    const int most = 1000000000;
    options.count = ::samples::wholeNumber(parser, "count", 1, most);
    options.first = ::samples::wholeNumber(parser, "first", 0, most);
    options.perProgram = ::samples::wholeNumber(parser, "per-program", 1, most);
    options.seed = unsigned(::samples::wholeNumber(parser, "seed", 0, most));
    options.simple = parser.has("simple");
    options.must = implementationFrom(parser, "implementation");
    options.mustNot = implementationFrom(parser, "not-implementation");
    return options;
}

int run(const Options& options)
{
    int wrong = 0, thrown = 0;
    std::map<std::string, int> ran;
    for (int i = options.first; i < options.first + options.count; i++)
    {
        RNG shapes = generator(options.seed, i / options.perProgram, 0), calls = generator(options.seed, i, 1);
        const Trial trial = randomCall(options, randomShape(options, shapes), calls);
        Outcome outcome = perform(trial);
        if (outcome.error.empty() && !options.must.empty() && outcome.implementation != options.must)
            outcome.error = "not run by " + options.must;
        if (outcome.error.empty() && !options.mustNot.empty() && outcome.implementation == options.mustNot)
            outcome.error = "run by " + options.mustNot;
        ran[outcome.implementation]++;
        wrong += !outcome.error.empty() && !outcome.threw;
        thrown += outcome.threw;
        if (!outcome.error.empty())
            std::cout << "--seed=" << options.seed << " --per-program=" << options.perProgram << " --first=" << i
                      << " --count=1: " << toWords(trial) << ", by " << outcome.implementation << ": " << outcome.error
                      << std::endl;
        if ((i + 1 - options.first) % 500 == 0)
            std::cout << i + 1 - options.first << " calls so far" << std::endl;
    }
    for (std::map<std::string, int>::const_iterator it = ran.begin(); it != ran.end(); ++it)
        std::cout << (it->first.empty() ? "(none)" : it->first) << ' ' << it->second << "  ";
    std::cout << '\n' << options.count << " calls: " << wrong << " wrong, " << thrown << " thrown" << std::endl;
    return wrong || thrown ? 1 : 0;
}

int fuzz(int argc, char** argv)
{
    Options options;
    const auto read = [&](const CommandLineParser& parser) { options = readOptions(parser); };
    if (!::samples::readCommandLine(argc, argv, keys,
                                    "clconv_fuzz_filter2d: random calls, each held against the oracle", 0, read))
        return 0;
    return chooseDevice() ? run(options) : 1;
}

} // namespace

int main(int argc, char** argv)
{
    return ::samples::runProgram("clconv_fuzz_filter2d", [&] { return fuzz(argc, argv); });
}
