// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Explicit vectors along the row for CPU devices. Twin of kernels/cpu.cl.

#include "line.hpp"

namespace cv
{
namespace clconv
{
namespace
{

Params defaults(const Problem& problem, const DeviceTraits& traits, const Params&)
{
    Params params = lineDefaults(problem, traits);
    params["VECTORS"] = 2;
    return params;
}

std::string impossible(const Problem& problem, const DeviceTraits&, const Params& params)
{
    const size_t line = size_t(params.at("BLOCK")) + size_t(problem.kernel.width - 1) * problem.channels;
    std::string reason = outOfRange(params, "VECTORS", 1, 4);
    if (reason.empty())
        reason = lineImpossible(problem, params, line);
    if (reason.empty() && params.at("BLOCK") % (params.at("PX") * params.at("VECTORS")) != 0)
        reason = format("BLOCK=%d is no multiple of PX*VECTORS", params.at("BLOCK"));
    return reason;
}

std::string unwise(const Problem&, const DeviceTraits& traits, const Params&)
{
    return traits.cpu ? "" : "the device is no CPU";
}

void configure(const Problem& problem, const DeviceTraits&, const Params& params, Plan& plan)
{
    plan.kernelName = "clconv_cpu";
    defineLine(problem, params, plan);
}

} // namespace

const Impl cpuImpl = {"cpu", &ocl::clconv::cpu_oclsrc, defaults, impossible, unwise, configure};

} // namespace clconv
} // namespace cv
