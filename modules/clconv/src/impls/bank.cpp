// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several kernels over one source from registers. Twin of kernels/bank.cl.

#include "bank.hpp"
#include "strip.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! 32-bit registers of sums and window that leave room for addresses and a row of loads, of 128: with more there are fewer work-items at a
//! time than an NVIDIA multiprocessor needs.
const int mostRegisters = 100;
const int mostSums = 64; // registers; more do not make a tap or a row much cheaper

//! Multiply-adds in a straight line: more do not fit the instruction cache (NVIDIA H200: 58 to 66 TFLOP/s up to 2,000, 40 at
//! 4,000; perf/README.md).
const int mostInstructions = 1600;

const int mostTaps = 100; // as long as straight lines hold them

//! Rows of sums, of PX scalars each, that a work-item has room for.
int roomFor(const Problem& problem, int px)
{
    const int words = int(problem.accSize() / 4), taps = int(std::min<int64>(problem.taps(), mostInstructions));
    const int left = mostRegisters - windowRegisters(problem, px, problem.kernel.width);
    return std::min(std::min(left, mostSums) / words, mostInstructions / taps) / px;
}

//! So many taps that nothing but multiply-adds counts (NVIDIA H200, perf/README.md).
bool manyTaps(const Problem& problem)
{
    return problem.taps() > 49;
}

//! Kernels a launch. As many as possible: each saves a read of the image. Of many taps a second row, which shares their loads, is worth
//! more.
int filtersFor(const Problem& problem, int room)
{
    return evenFilters(problem, manyTaps(problem) && room >= 4 ? 2 : room);
}

//! A second row only reads of its halo from the cache: with many kernels it costs more work-items at a time than it saves (NVIDIA H200,
//! perf/README.md).
int rowsFor(int filters, int room)
{
    const int mostWithTwoRows = 4;
    return filters <= mostWithTwoRows && room >= 2 * filters ? 2 : 1;
}

//! What lies between a strip and what it asks for is written too, once for each kernel, and drives it out of the cache again, a little also
//! where it is marked to leave last (prefetch.cl). Between the taps that wait for memory and those so many that other warps' loads
//! come in between, asking costs more than it saves.
int prefetchFor(const Problem& problem, const DeviceTraits& traits, int filters)
{
    const int mostWaiting = 36; // taps
    if (manyTaps(problem))
        return prefetchDistance(traits) / 3;
    return problem.taps() > mostWaiting ? 0 : prefetchDistance(traits) * 3 / (std::max(filters, 2) + 1);
}

//! Words of sums and window that a work-item holds.
int wordsHeld(const Problem& problem, const Params& params)
{
    const int sums = params.at("FILTERS") * params.at("ROWS") * params.at("PX") * int(problem.accSize() / 4);
    return sums + windowRegisters(problem, params.at("PX"), params.at("TAPS_X"));
}

//! One channel of floats: as many as it holds, and some for addresses; compilers take more. 0: left to the compiler.
int registersFor(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const bool floats = problem.srcDepth == CV_32F && problem.accDepth() == CV_32F && problem.channels == 1;
    const bool usual = params.at("PX") == 4 && params.at("TAPS_X") == problem.kernel.width && params.at("UNROLL") &&
                       outOfRange(params, "FILTERS", 2, mostFilters).empty() &&
                       outOfRange(params, "ROWS", 1, 2).empty();
    if (!floats || !usual || problem.taps() <= 9)
        return 0;
    const int limit = 64, forAddresses = 16; // NVIDIA H200, perf/README.md
    if (wordsHeld(problem, params) > limit - forAddresses)
        return 0;
    return registerLimit(traits, limit, int64(params.at("WG_X")) * params.at("WG_Y"));
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const Size group = windowGroup(traits, 32, 4);
    const int mostInPairs = 4; // kernels: the sums of more take longer than what scattered loads and stores cost
    const bool pairs = scattered(problem) && problem.filters <= mostInPairs;
    const int px = givenOr(given, "PX", pairs ? 2 : problem.srcSize() >= 4 ? 4 : 8);
    const int vec = givenOr(given, "VEC", widestLoad(problem, px));
    const int room = roomFor(problem, std::max(px, 1));
    const int filters = givenOr(given, "FILTERS", filtersFor(problem, room));
    Params params{
        {"FILTERS", filters},
        {"PX", px},
        {"ROWS", rowsInImage(problem, rowsFor(filters, room))},
        {"VEC", vec},
        {"TAPS_X", pieceTaps(problem, px, vec)},
        {"UNROLL", problem.taps() <= mostTaps},
        {"WG_X", group.width},
        {"WG_Y", group.height},
        {"PREFETCH", prefetchFor(problem, traits, filters)},
    };
    for (auto& param : params)
        param.second = givenOr(given, param.first.c_str(), param.second);
    params["REGISTERS"] = registersFor(problem, traits, params);
    return params;
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = filtersImpossible(problem, params);
    if (reason.empty() && params.at("PREFETCH") && traits.nvidiaCompute < 80)
        reason = "PREFETCH of banks needs an NVIDIA GPU of compute capability 8.0";
    return reason.empty() ? stripImpossible(problem, traits, params) : reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU wants explicit vectors, which 'cpu_bank' has";
    if (problem.taps() > mostTaps)
        return "so many taps take longer than the reads that a bank saves";
    const int words = wordsHeld(problem, params);
    if (words > mostRegisters)
        return format("%d words of sums and window are more than the %d that stay in registers", words, mostRegisters);
    return betterAlone(problem, traits);
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_bank";
    plan.filters = params.at("FILTERS");
    plan.options.define("FILTERS", plan.filters);
    configureStrip(problem, traits, params, plan);
}

} // namespace

std::string betterAlone(const Problem& problem, const DeviceTraits& traits)
{
    Problem one = problem;
    one.filters = 1;
    const Plan plan = makePlan(one, traits, Force());
    if (!plan.impl)
        return "cv::filter2D does one kernel after the other";
    // Two passes of so few taps save less than reads do.
    const bool wide = problem.srcSize() > 1 && problem.channels <= 2;
    const bool cheapPasses = problem.taps() <= (traits.cpu ? 9 : wide ? 25 : 0);
    return plan.impl == &directImpl || plan.impl == &cpuImpl || cheapPasses
               ? ""
               : std::string("'") + plan.impl->name + "' does one kernel after the other faster";
}

std::string filtersImpossible(const Problem& problem, const Params& params)
{
    if (problem.filters < 2)
        return "it is for several kernels over one source";
    return outOfRange(params, "FILTERS", 2, std::min(problem.filters, mostFilters));
}

int evenFilters(const Problem& problem, int most)
{
    most = std::min(std::max(most, 2), mostFilters);
    const int launches = (problem.filters + most - 1) / most;
    return std::max((problem.filters + launches - 1) / launches, 2);
}

const Impl bankImpl = {"bank", &ocl::clconv::bank_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
