// SPDX-License-Identifier: Apache-2.0
//
// clconv_fuzz_named: random calls of the filters by name (GaussianBlur, Sobel, ...), each compared with OpenCV's
// function on a Mat.

#include "support/device.hpp"
#include "support/named/named_call.hpp"
#include "programs/command_line.hpp"

#include <iostream>

namespace {

using namespace cv;
using namespace clconv_test;

const char* const keys = "{help h||this text}"
                         "{function|all|GaussianBlur, boxFilter, blur, Sobel, Scharr, Laplacian or all}"
                         "{count|500|how many calls of each function}"
                         "{seed|1|of all random choices}"
                         "{per-program|25|calls with the same types, filter size and border}"
                         "{first|0|number of the first call; with --count=1 repeats one call}";

struct Options
{
    std::vector<Named> functions;
    int count, first, perProgram;
    unsigned seed;
};

Options readOptions(const CommandLineParser& parser)
{
    Options options;
    const int largest = 1000000000;
    const std::string name = parser.get<cv::String>("function");
    for (Named function : namedFunctions())
        if (name == "all" || name == nameOf(function))
            options.functions.push_back(function);
    if (options.functions.empty())
        throw programs::UsageError("--function: there is no function '" + name + "'");
    options.count = programs::wholeNumber(parser, "count", 1, largest);
    options.first = programs::wholeNumber(parser, "first", 0, largest);
    options.perProgram = programs::wholeNumber(parser, "per-program", 1, largest);
    options.seed = unsigned(programs::wholeNumber(parser, "seed", 0, largest));
    return options;
}

RNG generator(unsigned seed, int number, Named function, int purpose)
{
    RNG rng((uint64(seed) << 32) + uint64(number) * 16 + uint64(function) * 2 + uint64(purpose) +
            0x9E3779B97F4A7C15ull);
    rng.next();
    rng.next();
    return rng;
}

int run(const Options& options)
{
    int allWrong = 0;
    for (Named function : options.functions)
    {
        int wrong = 0, thrown = 0;
        for (int i = options.first; i < options.first + options.count; i++)
        {
            RNG shapes = generator(options.seed, i / options.perProgram, function, 0);
            RNG calls = generator(options.seed, i, function, 1);
            const NamedCall call = randomNamedCall(randomNamedShape(function, shapes), calls);
            std::string error;
            try
            {
                error = perform(call);
            }
            catch (const std::exception& e)
            {
                thrown++;
                error = e.what();
            }
            wrong += !error.empty();
            if (!error.empty())
                std::cout << "--function=" << nameOf(function) << " --seed=" << options.seed
                          << " --per-program=" << options.perProgram << " --first=" << i
                          << " --count=1: " << describe(call) << ": " << error << std::endl;
        }
        std::cout << nameOf(function) << ": " << options.count << " calls: " << wrong << " wrong, " << thrown
                  << " of them thrown" << std::endl;
        allWrong += wrong;
    }
    return allWrong ? 1 : 0;
}

int fuzz(int argc, char** argv)
{
    Options options;
    const auto read = [&](const CommandLineParser& parser) { options = readOptions(parser); };
    if (!programs::readCommandLine(argc, argv, keys,
                                   "clconv_fuzz_named: random calls, each compared with OpenCV on a Mat", 0, read))
        return 0;
    return chooseDevice() ? run(options) : 1;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_fuzz_named", [&] { return fuzz(argc, argv); });
}
