// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Row and column pass fused, for kernels that are outer products. Twin of kernels/separable.cl.

#include "window.hpp"

namespace cv
{
namespace clconv
{
namespace
{

//! the row-filtered tile: bytes of local memory a work-group
size_t localBytes(const Problem& problem, const Params& params)
{
    const size_t columns = size_t(params.at("WG_X")) * params.at("PX");
    const size_t rows = size_t(params.at("WG_Y")) * params.at("ROWS") + problem.kernel.height - 1;
    return columns * rows * problem.accSize();
}

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params& given)
{
    // NVIDIA H200, perf/README.md: tall tiles pay for the halo rows from 9 tap rows on, wide work-items for the window from 25
    // tap columns on; where channels are interleaved, and neighbours share less of it, both earlier.
    const bool interleaved = problem.channels > 1;
    const bool tall = problem.kernel.height >= (interleaved ? 7 : 9);
    const int width = int(std::min<size_t>(traits.groupWidth, tall ? 16 : 32));
    const int height = int(std::min<size_t>(traits.groupItems / width, 8));
    const int px = givenOr(given, "PX", problem.kernel.width >= (interleaved ? 11 : 25) ? 8 : 4);
    Params params{{"WG_X", width}, {"WG_Y", height}, {"PX", px}, {"ROWS", tall ? 8 : 4}};
    // A tall kernel's halo rows: fewer columns a group keep the tile inside local memory, down to one column a work-item.
    while (!given.count("PX") && localBytes(problem, params) > traits.localBytes && params["PX"] > 1)
        params["PX"] /= 2;
    params["VEC"] = givenOr(given, "VEC", widestLoad(problem, params["PX"]));
    params["TAPS_X"] = pieceTaps(problem, params["PX"], params["VEC"]);
    return params;
}

std::string impossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    if (!problem.separable)
        return "the kernel is not an outer product of a row and a column";
    std::string reason = windowImpossible(problem, params);
    const int px = params.at("PX");
    if (reason.empty() && (px & (px - 1)) != 0)
        reason = format("PX=%d is none of the vector widths 1, 2, 4, 8, 16", px);
    if (reason.empty())
        reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = outOfRange(params, "ROWS", 1, 16);
    return reason.empty() ? groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), localBytes(problem, params))
                          : reason;
}

std::string unwise(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    const int leastTaps = problem.channels > 3 && problem.srcSize() >= 4 ? 50 : 26; // NVIDIA H200, perf/README.md
    if (problem.kernel.width < 3 || problem.kernel.height < 3 || problem.taps() < leastTaps)
        return "so small a kernel is as cheap in one pass";
    if (traits.cpu)
        return "barriers and local memory cost a CPU more than the taps they save";
    return windowSpills(problem, params);
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_separable";
    plan.layout = CoefficientLayout::Factors;
    defineWindow(problem, params, plan.options);
    plan.options.define("ROWS", params.at("ROWS"));
    plan.localBytes = localBytes(problem, params);
    setGroups(plan, params, ceilDiv(problem.rowScalars(), params.at("PX")),
              ceilDiv(problem.size.height, params.at("ROWS")));
}

Space space(const Problem& problem, const DeviceTraits&)
{
    return {{"PX", {1, 2, 4, 8, 16}},    {"ROWS", {1, 2, 4, 8, 16}}, {"WG_X", {8, 16, 32, 64}},
            {"WG_Y", {2, 4, 8, 16, 32}}, {"VEC", {1, 2, 4, 8, 16}},  {"TAPS_X", {4, 8, 16, problem.kernel.width}}};
}

} // namespace

const Impl separableImpl = {"separable", &ocl::clconv::separable_oclsrc, defaults, impossible, unwise, configure,
                            space};

} // namespace clconv
} // namespace cv
