// SPDX-License-Identifier: Apache-2.0
//
// clconv_fuzz_filter2d: random calls of all functions with all arguments mixed, each compared with the oracle's double
// loop or, for filters by name, with OpenCV on a Mat. Several calls share a program, because building one takes longer
// than the calls. A failing call is shrunk and printed as a line that --calls reads.

#include "fuzz_options.hpp"

#include "support/device.hpp"
#include "support/fuzz/call_text.hpp"
#include "support/fuzz/contexts.hpp"
#include "support/fuzz/random_call.hpp"
#include "support/fuzz/shrink.hpp"
#include "support/lists.hpp"
#include "support/named/named_call.hpp"
#include "programs/command_line.hpp"

#include "api/filter2d.hpp"
#include "problem/params.hpp"

#include <atomic>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

namespace {

using namespace cv;
using namespace clconv_test;

RNG generator(unsigned seed, int number, int purpose)
{
    RNG rng((uint64(seed) << 32) + uint64(number) * 2 + uint64(purpose) + 0x9E3779B97F4A7C15ull);
    rng.next();
    rng.next();
    return rng;
}

//! Counts and prints for all threads.
class Report
{
public:
    explicit Report(const FuzzOptions& options) : options_(options) {}

    //! @param what the failing call in words, and how to repeat it; evaluated only if there is an error
    void add(const Result& result, const std::function<std::string()>& what)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        counts_[result.implementation]++;
        calls_++;
        wrong_ += !result.error.empty() && !result.threw;
        thrown_ += result.threw;
        if (!result.error.empty())
            std::cout << what() << std::endl;
        if (calls_ % 500 == 0)
            std::cout << calls_ << " calls so far" << std::endl;
    }

    int end() const
    {
        for (const auto& count : counts_)
            std::cout << (count.first.empty() ? "(none)" : count.first) << ' ' << count.second << "  ";
        std::cout << '\n' << calls_ << " calls: " << wrong_ << " wrong, " << thrown_ << " thrown" << std::endl;
        return wrong_ || thrown_ || calls_ == 0 ? 1 : 0;
    }

    std::string repeats(int number) const
    {
        return format("--seed=%u --per-program=%d --first=%d --count=1", options_.seed, options_.perProgram, number) +
               (options_.named ? " --named: " : ": ");
    }

private:
    const FuzzOptions& options_;
    std::mutex mutex_;
    std::map<std::string, int> counts_;
    int calls_ = 0, wrong_ = 0, thrown_ = 0;
};

Result performAsExpected(const FilterCase& filterCase, const FuzzOptions& options)
{
    Result result = perform(filterCase);
    if (result.error.empty() && !options.must.empty() && result.implementation != options.must)
        result.error = "not run by " + options.must;
    if (result.error.empty() && !options.mustNot.empty() && result.implementation == options.mustNot)
        result.error = "run by " + options.mustNot;
    return result;
}

void runFilterCase(const FilterCase& filterCase, const std::string& repeat, const FuzzOptions& options, Report& report)
{
    if (options.print)
        std::cout << toText(filterCase) + "\n" << std::flush;
    const Result result = performAsExpected(filterCase, options);
    report.add(result,
               [&]()
               {
                   const FilterCase small = shrunk(filterCase, [&](const FilterCase& f)
                                                   { return !performAsExpected(f, options).error.empty(); });
                   return repeat + describe(filterCase) + ", by " + result.implementation + ": " + result.error +
                          "\n  shrunk: " + toText(small) +
                          "\n  which gives: " + performAsExpected(small, options).error;
               });
}

//! Runs a filter by name; half of the calls among others force all implementations in turn.
void runNamed(int group, int number, const FuzzOptions& options, Report& report)
{
    RNG shapes = generator(options.seed, group, 0), calls = generator(options.seed, number, 1);
    const int drawn = shapes.uniform(0, int(namedFunctions().size()));
    const Named function = entry(namedFunctions(), options.named ? group : drawn);
    const NamedCall call = randomNamedCall(randomNamedShape(function, shapes), calls);
    const std::string force = !options.named && group % 4 < 2 ? forceNumber(group / 2, false) : "";
    Result result;
    try
    {
        const clconv::ForceScope scope(force);
        result.error = perform(call);
        result.implementation = clconv::lastImplementation();
    }
    catch (const std::exception& e)
    {
        result.error = std::string("threw ") + e.what();
        result.threw = true;
    }
    report.add(result,
               [&]() {
                   return report.repeats(number) + describe(call) + (force.empty() ? "" : ", forced " + force) + ": " +
                          result.error;
               });
}

void runNumber(int number, const FuzzOptions& options, Report& report)
{
    // The first half of a program's calls runs while it is built, the second half after that.
    const bool isHalfWay = number % options.perProgram == options.perProgram / 2;
    const double longest = 120; // seconds that a build may take on a busy machine
    if (isHalfWay && clconv::coldCalls() == clconv::COLD_SERVE && !clconv::waitUntilReady(longest))
    {
        Result late;
        late.error = "programs that were requested are not built";
        report.add(late, [&] { return report.repeats(number) + late.error; });
    }
    const int group = number / options.perProgram, named = 5; // one group in five is of filters by name
    if (options.named || (!options.simple && group % named == named - 1))
    {
        runNamed(group, number, options, report);
        return;
    }
    RNG shapes = generator(options.seed, group, 0), calls = generator(options.seed, number, 1);
    const FilterCase shape = randomShape(options.simple, group, shapes, options.longest);
    FilterCase filterCase = randomCall(shape, options.simple, calls);
    filterCase.srcOnHost = options.onHost && number % 4 != 0; // the output alone is on the host
    filterCase.dstOnHost = options.onHost && number % 4 != 1;
    runFilterCase(filterCase, report.repeats(number), options, report);
}

//! The calls of one thread: those that no other thread has begun.
void runThread(const std::vector<ocl::OpenCLExecutionContext>& contexts, std::atomic<int>& next, int end,
               const FuzzOptions& options, Report& report)
{
    std::vector<ocl::OpenCLExecutionContext> own;
    for (const ocl::OpenCLExecutionContext& context : contexts)
        own.push_back(context.cloneWithNewQueue());
    for (int number = next++; number < end; number = next++)
    {
        const ocl::OpenCLExecutionContextScope scope(own[size_t(number) % own.size()]);
        runNumber(number, options, report);
    }
}

void runRandom(const FuzzOptions& options, Report& report)
{
    const std::vector<ocl::OpenCLExecutionContext> contexts = contextsOf(1, options.contexts);
    std::atomic<int> next(options.first);
    std::vector<std::thread> threads;
    for (int i = 0; i < options.threads; i++)
        threads.emplace_back([&]() { runThread(contexts, next, options.first + options.count, options, report); });
    for (std::thread& thread : threads)
        thread.join();
}

//! Repeats calls that once failed; text after # is a comment.
void runFile(const FuzzOptions& options, Report& report)
{
    std::ifstream file(options.calls);
    if (!file)
        throw programs::UsageError("cannot read " + options.calls);
    for (std::string line; std::getline(file, line);)
    {
        line = line.substr(0, line.find('#'));
        if (line.find_first_not_of(" \t\r") != std::string::npos)
            runFilterCase(fromText(line), "", options, report);
    }
}

int fuzz(int argc, char** argv)
{
    FuzzOptions options;
    if (!readFuzzOptions(argc, argv, options))
        return 0;
    if (!chooseDevice())
        return 1;
    Report report(options);
    if (options.calls.empty())
        runRandom(options, report);
    else
        runFile(options, report);
    return report.end();
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_fuzz_filter2d", [&] { return fuzz(argc, argv); });
}
