// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Several outputs a work-item from registers. Twin of kernels/direct.cl.

#include "window.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! Tap columns that keep a piece's window in registers and its start aligned.
int pieceTaps(const Problem& problem, int px, int vec)
{
    const int wanted = 80; // registers: room for sums and addresses beside them
    if (windowRegisters(problem, px, problem.kernel.width) <= wanted)
        return problem.kernel.width;
    int taps = vec; // vec * channels is a multiple of vec
    while (taps * 2 < problem.kernel.width && windowRegisters(problem, px, taps * 2) <= wanted)
        taps *= 2;
    return std::min(taps, problem.kernel.width);
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    const int width = int(std::min<size_t>(traits.groupWidth, 32));
    const int height = int(std::min<size_t>(traits.groupItems / width, 4));
    // NVIDIA H200, perf/README.md: up to here everything is unrolled; a longer program no longer fits the instruction cache,
    // and a loop over the rows wants wider work-items. Interleaved bytes convert too often to be unrolled beyond 7x7.
    const bool bytes = problem.srcSize() == 1, interleaved = problem.channels > 1;
    const int mostUnrolled = bytes && interleaved ? 50 : 100;
    const bool unroll = !traits.cpu && problem.taps() <= mostUnrolled;
    const int px = givenOr(given, "PX", bytes && interleaved && !unroll ? 16 : bytes || !unroll ? 8 : 4);
    const bool tall = !unroll && interleaved && !bytes && !traits.cpu;
    const int vec = givenOr(given, "VEC", widestLoad(problem, px));
    return Params{
        {"PX", px},         {"ROWS", traits.cpu ? 2 : tall ? 8 : 4},
        {"VEC", vec},       {"TAPS_X", pieceTaps(problem, px, vec)},
        {"UNROLL", unroll}, {"WG_X", width},
        {"WG_Y", height},
    };
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const int taps = params.at("TAPS_X");
    std::string reason = outOfRange(params, "TAPS_X", 1, problem.kernel.width);
    if (reason.empty())
        reason = windowImpossible(problem, params, taps);
    if (reason.empty() && taps < problem.kernel.width && taps * problem.channels % params.at("VEC") != 0)
        reason = format("pieces of TAPS_X=%d columns do not begin at vectors of VEC=%d", taps, params.at("VEC"));
    if (reason.empty())
        reason = outOfRange(params, "ROWS", 1, 16);
    if (reason.empty())
        reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = outOfRange(params, "UNROLL", 0, 1);
    return reason.empty() ? groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), 0) : reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (traits.cpu)
        return "a CPU wants explicit vectors, which 'cpu' has";
    const int registers = windowRegisters(problem, params.at("PX"), params.at("TAPS_X"));
    return registers <= mostWindowRegisters
               ? ""
               : format("a row window of %d words is more than the %d that stay in registers", registers,
                        mostWindowRegisters);
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_direct";
    defineWindow(problem, params, plan.options);
    for (const char* name : {"ROWS", "TAPS_X", "UNROLL"})
        plan.options.define(name, params.at(name));
    setGroups(plan, params, ceilDiv(problem.rowScalars(), params.at("PX")),
              ceilDiv(problem.size.height, params.at("ROWS")));
}

} // namespace

const Impl directImpl = {"direct", &ocl::clconv::direct_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
