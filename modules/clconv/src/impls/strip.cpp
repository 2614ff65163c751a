// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Strips of outputs in registers. Twin of kernels/strip.cl.

#include "strip.hpp"

namespace cv
{
namespace clconv
{

Size stripGroup(const DeviceTraits& traits, size_t mostWidth, size_t mostHeight)
{
    const int width = int(std::min(std::min(traits.groupWidth, traits.groupItems), mostWidth));
    return Size(width, int(std::min(std::min(traits.groupItems / size_t(width), mostHeight), traits.groupHeight)));
}

std::string stripImpossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = windowImpossible(problem, params);
    if (reason.empty())
        reason = outOfRange(params, "ROWS", 1, 16);
    if (reason.empty())
        reason = anyOutOfRange(params, {"WG_X", "WG_Y"}, 1, 1024);
    if (reason.empty())
        reason = outOfRange(params, "UNROLL", 0, 1);
    if (reason.empty())
        reason = prefetchImpossible(traits, params);
    return reason.empty() ? groupTooLarge(traits, params.at("WG_X"), params.at("WG_Y"), 0) : reason;
}

void configureStrip(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    defineWindow(problem, params, plan.options);
    for (const char* name : {"ROWS", "UNROLL", "PREFETCH"})
        plan.options.define(name, params.at(name));
    const bool ahead = traits.nvidiaCompute > 0 && problem.channels == 1; // others lose registers
    plan.options.define("EDGES_AHEAD", ahead ? 1 : 0);
    setWindowGroups(plan, problem, params, params.at("ROWS"));
}

} // namespace clconv
} // namespace cv
