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

Params defaults(const Problem& problem, const DeviceTraits& traits)
{
    const int width = int(std::min<size_t>(traits.groupWidth, 32));
    const int height = int(std::min<size_t>(traits.groupItems / width, 4));
    // Up to here everything is unrolled; a longer program no longer fits the instruction cache (NVIDIA H200: 9x9 gains,
    // 15x15 loses), and a loop over the rows wants wider work-items.
    const int mostUnrolled = 100;
    const bool unroll = !traits.cpu && problem.taps() <= mostUnrolled;
    const int px = problem.srcSize() == 1 || !unroll ? 8 : 4;
    const int rows = traits.cpu ? 2 : 4;
    return Params{{"PX", px},
                  {"ROWS", rows},
                  {"VEC", widestLoad(problem, px)},
                  {"UNROLL", unroll},
                  {"WG_X", width},
                  {"WG_Y", height}};
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = windowImpossible(problem, params);
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
    const int registers = windowRegisters(problem, params);
    return registers <= mostWindowRegisters ? ""
                                            : format("a row window of %d words is more than the %d that stay in registers",
                                                     registers, mostWindowRegisters);
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_direct";
    defineWindow(problem, params, plan.options);
    plan.options.define("ROWS", params.at("ROWS")).define("UNROLL", params.at("UNROLL"));
    setSizes(plan, params.at("WG_X"), params.at("WG_Y"), ceilDiv(problem.rowScalars(), params.at("PX")),
             ceilDiv(problem.size.height, params.at("ROWS")));
}

} // namespace

const Impl directImpl = {"direct", &ocl::clconv::direct_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
