// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Strips of outputs in registers. Twin of kernels/strip.cl.

#include "strip.hpp"

namespace cv
{
namespace clconv
{

std::string stripImpossible(const Problem& problem, const DeviceTraits& traits, const Params& params)
{
    std::string reason = outOfRange(params, "UNROLL", 0, 1);
    if (reason.empty())
        reason = windowImpossible(problem, traits, params);
    return reason.empty() ? registersImpossible(traits, params) : reason;
}

void configureStrip(const Problem& problem, const DeviceTraits& traits, const Params& params, Plan& plan)
{
    const bool ahead = traits.nvidiaCompute > 0 && problem.channels == 1; // others lose registers
    configureWindow(problem, params, plan);
    limitRegisters(params, plan);
    plan.options.define("UNROLL", params.at("UNROLL")).define("EDGES_AHEAD", ahead ? 1 : 0);
}

} // namespace clconv
} // namespace cv
