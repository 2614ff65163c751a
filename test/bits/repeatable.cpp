// SPDX-License-Identifier: Apache-2.0
//
// clconv_repeatable: makes calls of many kinds, each many times. Fails if a call gives other bits than the first time,
// and prints a hash of all results, so that processes can be compared.

#include "bits/repeatable_calls.hpp"
#include "support/device.hpp"
#include "programs/command_line.hpp"

#include "api/filter2d.hpp"

#include <map>

namespace {

using namespace clconv_test;

const char* const keys = "{help h||this text}"
                         "{calls|200|different calls}"
                         "{times|3|that each is made}"
                         "{mats||images are Mats instead of UMats}"
                         "{list||print each call with its implementation and the number over its result}";

const int most = 1000000;

//! FNV-1a, continued from another hash.
uint64_t hashOf(const cv::Mat& image, uint64_t hash)
{
    const uint64_t prime = 1099511628211u;
    for (int y = 0; y < image.rows; y++)
        for (size_t x = 0; x < image.elemSize() * size_t(image.cols); x++)
            hash = (hash ^ image.ptr(y)[x]) * prime;
    return hash;
}

const uint64_t noHash = 14695981039346656037u;

//! The results of calls, in one process.
struct Tally
{
    uint64_t hash = noHash;
    int64 made = 0, changed = 0;
    std::map<std::string, int> implementations; //!< number of different calls that each ran
};

std::string hexadecimal(uint64_t hash)
{
    return cv::format("%016llx", (unsigned long long)hash);
}

void make(const RepeatableCall& call, int times, bool mats, bool list, Tally& tally)
{
    const auto result = mats ? resultOf<cv::Mat> : resultOf<cv::UMat>;
    const cv::Mat first = result(call);
    const std::string implementation = cv::clconv::lastImplementation();
    tally.implementations[implementation]++;
    tally.hash = hashOf(first, tally.hash);
    tally.made += times;
    int changed = 0;
    for (int i = 1; i < times; i++)
        changed += !equalBits(first, result(call));
    tally.changed += changed;
    if (list || changed)
        std::cout << hexadecimal(hashOf(first, noHash)) << ' ' << call.text << ", by " << implementation << ": "
                  << changed << " of " << times << " changed" << std::endl;
}

int run(int argc, char** argv)
{
    int calls = 0, times = 0;
    bool mats = false, list = false;
    const auto read = [&](const cv::CommandLineParser& parser)
    {
        calls = programs::wholeNumber(parser, "calls", 1, most);
        times = programs::wholeNumber(parser, "times", 1, most);
        mats = parser.has("mats");
        list = parser.has("list");
    };
    if (!programs::readCommandLine(argc, argv, keys, "clconv_repeatable: one result for each call", 0, read))
        return 0;
    if (!chooseDevice())
        return 1;
    Tally tally;
    for (const RepeatableCall& call : repeatableCalls(calls))
        make(call, times, mats, list, tally);
    for (const auto& implementation : tally.implementations)
        std::cout << implementation.first << ": " << implementation.second << '\n';
    std::cout << calls << " calls, made " << tally.made << " times in all: " << tally.changed << " changed, results "
              << hexadecimal(tally.hash) << std::endl;
    return tally.changed ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_repeatable", [&] { return run(argc, argv); });
}
