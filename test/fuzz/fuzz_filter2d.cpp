// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// clconv_fuzz_filter2d: random calls with all arguments mixed, each compared with the oracle's double loop. A program
// serves several calls, because building one takes longer than the calls.

#include "support/device.hpp"
#include "fuzz_calls.hpp"
#include "../../samples/common/support.hpp"

#include "implementations/implementation.hpp"

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

RNG generator(unsigned seed, int number, int purpose)
{
    RNG rng((uint64(seed) << 32) + uint64(number) * 2 + uint64(purpose) + 0x9E3779B97F4A7C15ull);
    rng.next();
    rng.next();
    return rng;
}

std::string implementationFrom(const CommandLineParser& parser, const std::string& name)
{
    const std::string expected = parser.get<cv::String>(name);
    if (!expected.empty() && expected != "opencv-cpu" && !clconv::implementationOf(expected))
        throw ::samples::UsageError("--" + name + ": there is no implementation '" + expected + "'");
    return expected;
}

Options readOptions(const CommandLineParser& parser)
{
    Options options;
    const int largest = 1000000000;
    options.count = ::samples::wholeNumber(parser, "count", 1, largest);
    options.first = ::samples::wholeNumber(parser, "first", 0, largest);
    options.perProgram = ::samples::wholeNumber(parser, "per-program", 1, largest);
    options.seed = unsigned(::samples::wholeNumber(parser, "seed", 0, largest));
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
        const FilterCase filterCase = randomCall(randomShape(options.simple, shapes), options.simple, calls);
        Result result = perform(filterCase);
        if (result.error.empty() && !options.must.empty() && result.implementation != options.must)
            result.error = "not run by " + options.must;
        if (result.error.empty() && !options.mustNot.empty() && result.implementation == options.mustNot)
            result.error = "run by " + options.mustNot;
        ran[result.implementation]++;
        wrong += !result.error.empty() && !result.threw;
        thrown += result.threw;
        if (!result.error.empty())
            std::cout << "--seed=" << options.seed << " --per-program=" << options.perProgram << " --first=" << i
                      << " --count=1: " << describe(filterCase) << ", by " << result.implementation << ": "
                      << result.error << std::endl;
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
                                    "clconv_fuzz_filter2d: random calls, each compared with the oracle", 0, read))
        return 0;
    return chooseDevice() ? run(options) : 1;
}

} // namespace

int main(int argc, char** argv)
{
    return ::samples::runProgram("clconv_fuzz_filter2d", [&] { return fuzz(argc, argv); });
}
