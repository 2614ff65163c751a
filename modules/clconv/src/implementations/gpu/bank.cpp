// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several kernels over one source from registers. Twin of kernels/bank.cl.

#include "implementations/bank_checks.hpp"
#include "implementations/gpu/register_tile.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! 32-bit registers of sums and window that leave room for addresses and a row of loads, of 128: with more there are fewer work-items at a
//! time than an NVIDIA multiprocessor needs.
const int maxRegisters = 100;
const int maxSums = 64; // registers; more do not make a tap or a row much cheaper

//! Multiply-adds in a straight line: more do not fit the instruction cache (NVIDIA H200: 58 to 66 TFLOP/s up to 2,000, 40 at
//! 4,000; perf/README.md).
const int maxInstructions = 1600;

const int maxTaps = 100; // as long as straight lines hold them

//! Rows of sums, of PX scalars each, that a work-item has room for.
int roomFor(const Problem& problem, int px)
{
    const int words = int(problem.accSize() / 4), taps = int(std::min<int64>(problem.taps(), maxInstructions));
    const int left = maxRegisters - windowRegisters(problem, px, problem.filterSize.width);
    return std::min(std::min(left, maxSums) / words, maxInstructions / taps) / px;
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
    const int maxWithTwoRows = 4;
    return filters <= maxWithTwoRows && room >= 2 * filters ? 2 : 1;
}

//! What lies between a strip and what it asks for is written too, once for each kernel, and drives it out of the cache again, a little also
//! where it is marked to leave last (prefetch.cl). Between the taps that wait for memory and those so many that other warps' loads
//! come in between, asking costs more than it saves.
int prefetchFor(const Problem& problem, const DeviceTraits& traits, int filters)
{
    const int maxWaiting = 36; // taps
    if (manyTaps(problem))
        return prefetchDistance(traits) / 3;
    return problem.taps() > maxWaiting ? 0 : prefetchDistance(traits) * 3 / (std::max(filters, 2) + 1);
}

//! Words of sums and window that a work-item holds.
int wordsHeld(const Problem& problem, const Params& params)
{
    const int sums = params.at("FILTERS") * params.at("ROWS") * params.at("PX") * int(problem.accSize() / 4);
    return sums + windowRegisters(problem, params.at("PX"), params.at("TAPS_PER_CHUNK"));
}

//! One channel of floats: as many as it holds, and some for addresses; compilers take more. 0: left to the compiler.
int registerCapFor(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const bool floats = problem.srcDepth == CV_32F && problem.accDepth() == CV_32F && problem.channels == 1;
    const bool usual = params.at("PX") == 4 && params.at("TAPS_PER_CHUNK") == problem.filterSize.width &&
                       params.at("UNROLL") && outOfRange(params, "FILTERS", 2, maxFilters).empty() &&
                       outOfRange(params, "ROWS", 1, 2).empty();
    if (!floats || !usual || problem.taps() <= 9)
        return 0;
    const int limit = 64, forAddresses = 16; // NVIDIA H200, perf/README.md
    if (wordsHeld(problem, params) > limit - forAddresses)
        return 0;
    return registerCap(traits, limit, int64(params.at("WG_X")) * params.at("WG_Y"));
}

Decisions defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const Size group = windowGroup(traits, 32, 4);
    const int maxInPairs = 4; // kernels: the sums of more take longer than what scattered loads and stores cost
    const bool pairs = unalignedWords(problem) && problem.filterCount <= maxInPairs;
    const int px = givenOr(given, "PX", pairs ? 2 : problem.srcElemSize() >= 4 ? 4 : 8);
    const int vec = givenOr(given, "VEC", widestLoad(problem, px));
    const int room = roomFor(problem, std::max(px, 1));
    const int filters = givenOr(given, "FILTERS", filtersFor(problem, room));
    Params params{
        {"FILTERS", filters},
        {"PX", px},
        {"ROWS", rowsInImage(problem, rowsFor(filters, room))},
        {"VEC", vec},
        {"TAPS_PER_CHUNK", tapsPerChunk(problem, px, vec)},
        {"UNROLL", problem.taps() <= maxTaps},
        {"WG_X", group.width},
        {"WG_Y", group.height},
        {"PREFETCH", prefetchFor(problem, traits, filters)},
    };
    for (auto& param : params)
        param.second = givenOr(given, param.first.c_str(), param.second);
    params["MAX_REGISTERS"] = registerCapFor(problem, traits, params);
    return params;
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = filterCountUnsupported(problem, params);
    if (reason.empty() && params.at("PREFETCH") && traits.nvidiaCompute < 80)
        reason = "PREFETCH of banks needs an NVIDIA GPU of compute capability 8.0";
    return reason.empty() ? stripUnsupported(problem, traits, params) : reason;
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU needs explicit vectors, which 'cpu_bank' has";
    if (problem.taps() > maxTaps)
        return "so many taps take longer than the reads that a bank saves";
    const int words = wordsHeld(problem, params);
    if (words > maxRegisters)
        return format("%d words of sums and window are more than the %d that stay in registers", words, maxRegisters);
    return "";
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_bank";
    plan.filterCount = params.at("FILTERS");
    plan.options.define("FILTERS", plan.filterCount);
    configureStrip(problem, traits, params, plan);
}

} // namespace

std::string filterCountUnsupported(const Problem& problem, const Params& params)
{
    if (problem.filterCount < 2)
        return "it is for several kernels over one source";
    return outOfRange(params, "FILTERS", 2, std::min(problem.filterCount, maxFilters));
}

int evenFilters(const Problem& problem, int maximum)
{
    maximum = std::min(std::max(maximum, 2), maxFilters);
    const int launches = (problem.filterCount + maximum - 1) / maximum;
    return std::max((problem.filterCount + launches - 1) / launches, 2);
}

const Implementation bankImplementation = {"bank",
                                           &ocl::clconv::bank_oclsrc,
                                           "FILTERS PX ROWS VEC TAPS_PER_CHUNK UNROLL WG_X WG_Y PREFETCH MAX_REGISTERS",
                                           defaults,
                                           unsupported,
                                           unprofitable,
                                           configure};

} // namespace clconv
} // namespace cv
