// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// bank: several filters over one source from a register tile. Plans kernels/gpu/bank.cl.

#include "implementations/bank_checks.hpp"
#include "implementations/gpu/register_tile.hpp"
#include "util/device_constants.hpp"

#include <climits>

namespace cv
{
namespace clconv
{
namespace
{

using device_constants::wordBytes;

constexpr ParamSpec specs[] = {{"FILTERS", 2, maxFilters},
                               {"PX", 1, 16},
                               {"ROWS", 1, 16},
                               {"VEC", 1, 16},
                               {"TAPS_PER_CHUNK", 1},
                               {"UNROLL", 0, 1},
                               {"WG_X", 1, 1024},
                               {"WG_Y", 1, 1024},
                               {"PREFETCH", 0, maxPrefetchKiB},
                               {"MAX_REGISTERS", 0, 255},
                               {"MAX_TAPS", 0},
                               {"MAX_TWO_PASS_TAPS", 0}};

//! 32-bit registers of sums; more do not make a tap or a row much cheaper (docs/implementations/bank.md).
const int maxSumRegisters = 64;

//! Multiply-adds in fully unrolled code: what the loads and stores of several outputs leave of the instruction cache.
const int maxUnrolledTaps = device_constants::instructionCacheTaps * 4 / 5;

//! Rows of PX sums that the budgets of registers and instructions allow a work-item.
int budgetOf(const Problem& problem, int px)
{
    const int words = int(problem.accSize()) / wordBytes, taps = int(std::min<int64>(problem.taps(), maxUnrolledTaps));
    const int left = device_constants::tileRegisterMaximum - windowRegisters(problem, px, problem.filterSize.width);
    return std::min(std::min(left, maxSumRegisters) / words, maxUnrolledTaps / taps) / px;
}

//! 32-bit registers of a work-item's sums and input window.
int registersOf(const Problem& problem, const Params& params)
{
    const int sums = params.at("FILTERS") * params.at("ROWS") * params.at("PX") * (int(problem.accSize()) / wordBytes);
    return sums + windowRegisters(problem, params.at("PX"), params.at("TAPS_PER_CHUNK"));
}

//! The cap by the tables, for the tile that the given parameters lead to.
int registerCapOf(const Problem& problem, const DeviceTraits& traits, const Params& params, Lookup& lookup)
{
    for (const char* name : {"PX", "ROWS", "FILTERS", "UNROLL"})
        lookup.set(name, params.at(name));
    lookup.set("chunks", int64(ceilDiv(size_t(problem.filterSize.width), size_t(params.at("TAPS_PER_CHUNK")))));
    lookup.set("registers", registersOf(problem, params));
    return decideRegisterCap(traits, int64(params.at("WG_X")) * params.at("WG_Y"), lookup);
}

Decisions decide(const Problem& problem, const DeviceTraits& traits, const Params& given, Lookup& lookup)
{
    const int genericPx = 4; // one vector of floats
    const Size group = decideGroup(traits, lookup);
    const int px = givenOr(given, "PX", lookup.value("PX", genericPx));
    const int vec = givenOr(given, "VEC", widestLoad(problem, px));
    const int budget = budgetOf(problem, px);
    lookup.set("budget", budget);
    const int filters = givenOr(given, "FILTERS", evenFilters(problem, lookup.value("FILTERS", budget)));
    lookup.set("FILTERS", filters);
    Params params{
        {"FILTERS", filters},
        {"PX", px},
        {"ROWS", rowsInImage(problem, lookup.value("ROWS", 1))},
        {"VEC", vec},
        {"TAPS_PER_CHUNK", tapsPerChunk(problem, px, vec)},
        {"UNROLL", lookup.value("UNROLL", 0)},
        {"WG_X", group.width},
        {"WG_Y", group.height},
        {"PREFETCH", lookup.value("PREFETCH", 0)},
    };
    for (auto& param : params)
        param.second = givenOr(given, param.first.c_str(), param.second);
    params["MAX_REGISTERS"] = registerCapOf(problem, traits, params, lookup);
    lookup.value("MAX_TAPS", INT_MAX);
    lookup.value("MAX_TWO_PASS_TAPS", 0);
    return params;
}

std::string unsupported(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const bool cannotPrefetch = params.at("PREFETCH") && traits.nvidiaCompute < device_constants::prefetchCompute;
    return firstOf({filterCountUnsupported(problem, params),
                    cannotPrefetch ? "PREFETCH of banks needs an NVIDIA GPU of compute capability 8.0" : "",
                    rowLoopUnsupported(problem, traits, params)});
}

std::string unprofitable(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    using device_constants::tileRegisterMaximum;
    if (traits.cpu)
        return "a CPU needs explicit vectors, which 'cpu_bank' has";
    if (problem.taps() > params.at("MAX_TAPS"))
        return format("above %d taps arithmetic takes longer than the reads that a bank saves", params.at("MAX_TAPS"));
    const int registers = registersOf(problem, params);
    if (registers > tileRegisterMaximum)
        return format("sums and input window take %d 32-bit registers, more than the %d available", registers,
                      tileRegisterMaximum);
    return "";
}

void configure(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_bank";
    plan.filterCount = params.at("FILTERS");
    configureRowLoop(problem, traits, params, plan);
}

} // namespace

std::string filterCountUnsupported(const Problem& problem, const Params& params)
{
    if (problem.filterCount < 2)
        return "it is for several filters over one source";
    return outOfRange(params, "FILTERS", 2, problem.filterCount);
}

int evenFilters(const Problem& problem, int maximum)
{
    maximum = std::min(std::max(maximum, 2), maxFilters);
    const int launches = (problem.filterCount + maximum - 1) / maximum;
    return std::max((problem.filterCount + launches - 1) / launches, 2);
}

extern const Implementation bankImplementation = {
    "bank", &ocl::clconv::bank_oclsrc, specs, decide, unsupported, unprofitable, configure, everyTap};

} // namespace clconv
} // namespace cv
