// SPDX-License-Identifier: Apache-2.0
//
// The command line of clconv_fuzz_filter2d.

#include "fuzz_options.hpp"

#include "programs/command_line.hpp"
#include "implementations/implementation.hpp"

namespace clconv_test {

using namespace cv;

namespace {

const char* const keys = "{help h||this text}"
                         "{count|500|how many calls}"
                         "{seed|1|of all random choices}"
                         "{first|0|number of the first call; with --count=1 repeats one call}"
                         "{per-program|8|calls with the same types, kernel size and border}"
                         "{longest|0|taps of a kernel along an axis; 0: 17, and in one of ten programs 45}"
                         "{threads|1|that call at the same time, each on its own queues}"
                         "{contexts|1|OpenCL contexts, up to 3, taken in turn by the calls of a program}"
                         "{simple||only filter2D of one-channel UMats of 8U, 16S and 32F, with separate outputs}"
                         "{named||only filters by name, each function in turn, as planned}"
                         "{on-host||UMats without buffers on the device, which are filtered in bands}"
                         "{implementation||name of one that must run every call}"
                         "{not-implementation||name of one that must run no call}"
                         "{print||print each call, except filters by name, before it is made}"
                         "{calls||instead of random calls: a file with a call on each line, as failures are printed}";

std::string implementationFrom(const CommandLineParser& parser, const std::string& name)
{
    const std::string expected = parser.get<cv::String>(name);
    if (!expected.empty() && expected != "opencv-cpu" && !clconv::implementationOf(expected))
        throw programs::UsageError("--" + name + ": there is no implementation '" + expected + "'");
    return expected;
}

FuzzOptions optionsFrom(const CommandLineParser& parser)
{
    FuzzOptions options;
    const int largest = 1000000000;
    options.count = programs::wholeNumber(parser, "count", 1, largest);
    options.first = programs::wholeNumber(parser, "first", 0, largest);
    options.perProgram = programs::wholeNumber(parser, "per-program", 1, largest);
    options.longest = programs::wholeNumber(parser, "longest", 0, 1000);
    options.threads = programs::wholeNumber(parser, "threads", 1, 1024);
    options.contexts = programs::wholeNumber(parser, "contexts", 1, 3);
    options.seed = unsigned(programs::wholeNumber(parser, "seed", 0, largest));
    options.simple = parser.has("simple");
    options.named = parser.has("named");
    options.onHost = parser.has("on-host");
    options.print = parser.has("print");
    options.must = implementationFrom(parser, "implementation");
    options.mustNot = implementationFrom(parser, "not-implementation");
    options.calls = parser.get<cv::String>("calls");
    return options;
}

} // namespace

bool readFuzzOptions(int argc, char** argv, FuzzOptions& options)
{
    const auto read = [&](const CommandLineParser& parser) { options = optionsFrom(parser); };
    return programs::readCommandLine(argc, argv, keys,
                                     "clconv_fuzz_filter2d: random calls, each compared with an oracle", 0, read);
}

} // namespace clconv_test
